import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import { Column } from '../../../data/columns.ts'
import { Choice, ExternalId, Text, Time } from '../../../graphql/columns.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'

export const SuppressionCause = describeNames('SuppressionCause', 'Cause of a suppression.', {
  OBJECTION: 'A request of the type OBJECTION was executed (POPIA section 11(3)).',
  CONSENT_WITHDRAWAL: 'A request of the type CONSENT_WITHDRAWAL was executed.',
  OPT_OUT: 'The person opted out in reply to a message (POPIA section 69(4)).',
  BOUNCED: 'The address does not accept messages.',
  COMPLAINED: 'The person marked a message as spam.',
  REGISTRY:
    'The opt-out registry of the National Consumer Commission has a block (Consumer Protection Act section 11).',
})
export type SuppressionCause = keyof typeof SuppressionCause

/** A suppression stays after the erasure of the person, so that the objection stays known. */
@NodeOutput(
  'suppression',
  'org:privacy:read',
  'Suppression: a person must not be contacted. The record does not name the person; keyed hashes ' +
    'recognise the person’s contact data.',
)
@PersonalData({ erase: 'keep', because: 'KEPT_MARKS' })
export class Suppression extends rowWith(TenantRow, {
  emailMark: Column('text', { nullable: true }),
  phoneMark: Column('text', { nullable: true }),
  purpose: Text('Suppressed purpose, in upper case. Null: every purpose.', { nullable: true }),
  channel: Choice(ConsentChannel, 'Suppressed channel. Null: every channel.', { nullable: true }),
  cause: Choice(SuppressionCause, 'Cause of the suppression.'),
  note: Text('Origin, for example the id of a request. It names no person.', { nullable: true }),
  withdrawnAt: Time('Time of the withdrawal. Afterwards the suppression has no effect.', { nullable: true }),
  withdrawnBy: ExternalId('Id of the user who recorded the withdrawal.', { nullable: true }),
  withdrawalReason: Text('Reason of the withdrawal.', { nullable: true }),
  createdBy: ExternalId('Id of the user who recorded the suppression.'),
}) {}

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
export class Suppression extends TenantRow {
  @Column('text', { nullable: true })
  readonly emailMark!: string | null

  @Column('text', { nullable: true })
  readonly phoneMark!: string | null

  @Text({ nullable: true, description: 'Suppressed purpose, in upper case. Null: every purpose.' })
  readonly purpose!: string | null

  @Choice(ConsentChannel, { nullable: true, description: 'Suppressed channel. Null: every channel.' })
  readonly channel!: ConsentChannel | null

  @Choice(SuppressionCause, { description: 'Cause of the suppression.' })
  readonly cause!: SuppressionCause

  @Text({ nullable: true, description: 'Origin, for example the id of a request. It names no person.' })
  readonly note!: string | null

  @Time({ nullable: true, description: 'Time of the withdrawal. Afterwards the suppression has no effect.' })
  readonly withdrawnAt!: Date | null

  @ExternalId({ nullable: true, description: 'Id of the user who recorded the withdrawal.' })
  readonly withdrawnBy!: string | null

  @Text({ nullable: true, description: 'Reason of the withdrawal.' })
  readonly withdrawalReason!: string | null

  @ExternalId({ description: 'Id of the user who recorded the suppression.' })
  readonly createdBy!: string
}

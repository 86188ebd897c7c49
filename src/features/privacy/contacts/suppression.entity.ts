import { Entity } from '@mikro-orm/decorators/legacy'
import { describeEnum } from '../../../common/enums.ts'
import { Column } from '../../../data/columns.ts'
import { Choice, ExternalId, Text, Time } from '../../../graphql/columns.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    suppression: Suppression
  }
}

export enum SuppressionCause {
  OBJECTION = 'OBJECTION',
  CONSENT_WITHDRAWAL = 'CONSENT_WITHDRAWAL',
  OPT_OUT = 'OPT_OUT',
}
describeEnum('SuppressionCause', SuppressionCause, 'Cause of a suppression.', {
  OBJECTION: 'A request of the type OBJECTION was carried out (POPIA section 11(3)).',
  CONSENT_WITHDRAWAL: 'A request of the type CONSENT_WITHDRAWAL was carried out.',
  OPT_OUT: 'The person opted out in answer to a message (POPIA section 69(4)).',
})

/** Outlives the erasure of the person: else nobody would know any more that the person objected. */
@NodeOutput(
  'suppression',
  'org:privacy:read',
  'Suppression: a person must not be contacted. The person is not named; contacts are recognised by keyed ' + 'hashes.',
)
@PersonalData({ erase: 'keep', reason: 'marks that tell nothing without a key; an objection outlives an erasure' })
@Entity()
export class Suppression extends TenantRow {
  @Column('text', { nullable: true })
  readonly emailMark!: string | null

  @Column('text', { nullable: true })
  readonly phoneMark!: string | null

  @Text({ nullable: true, description: 'Purpose that is suppressed, in capitals; null: every purpose.' })
  readonly purpose!: string | null

  @Choice(ConsentChannel, { nullable: true, description: 'Channel that is suppressed; null: every channel.' })
  readonly channel!: ConsentChannel | null

  @Choice(SuppressionCause, { description: 'Cause of the suppression.' })
  readonly cause!: SuppressionCause

  @Text({ nullable: true, description: 'Origin, for example the id of a request. Names nobody.' })
  readonly note!: string | null

  @Time({ nullable: true, description: 'Time of the withdrawal; from then on it has no effect.' })
  readonly withdrawnAt!: Date | null

  @ExternalId({ nullable: true, description: 'Id of the user who recorded the withdrawal.' })
  readonly withdrawnBy!: string | null

  @Text({ nullable: true, description: 'Reason of the withdrawal.' })
  readonly withdrawalReason!: string | null

  @ExternalId({ description: 'Id of the user who recorded it.' })
  readonly createdBy!: string
}

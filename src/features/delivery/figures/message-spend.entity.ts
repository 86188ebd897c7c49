import { Entity } from '@mikro-orm/decorators/legacy'
import { Column } from '../../../data/columns.ts'
import { Ref } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'

/**
 * What the analytics records of a campaign contain of the messages of one day, and what they lack. Written by
 * `message.spend.ts` and `delivery.analytics.ts`.
 */
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS' })
@Entity()
export class MessageSpend extends TenantRow {
  @Ref({ to: 'campaign', description: 'Id of the campaign.' })
  readonly campaignId!: string

  /** The day in Johannesburg. */
  @Column('date')
  readonly day!: string

  /** The spend that no record contains yet, in thousandths of a cent. */
  @Column('bigint')
  readonly thousandths!: number

  /** Whether a record was created from the impressions and clicks. It may have been deleted since. */
  @Column('boolean')
  readonly isCounted!: boolean
}

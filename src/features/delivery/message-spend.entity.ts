import { Entity } from '@mikro-orm/decorators/legacy'
import { Column } from '../../data/columns.ts'
import { Ref } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData } from '../../security/personal-data.ts'

/**
 * The spend of a campaign on the messages of one day that no analytics record contains yet. Written by `message.spend.ts`.
 */
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS' })
@Entity()
export class MessageSpend extends TenantRow {
  @Ref({ to: 'campaign', description: 'Id of the campaign.' })
  readonly campaignId!: string

  /** The day in Johannesburg. */
  @Column('date')
  readonly day!: string

  /** The amount, in thousandths of a cent. */
  @Column('bigint')
  readonly thousandths!: number
}

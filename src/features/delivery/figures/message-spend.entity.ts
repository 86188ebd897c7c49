import { rowWith } from '../../../common/class-fields.ts'
import { Column, Entity } from '../../../data/columns.ts'
import { Ref } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'

/**
 * What the analytics records of a campaign contain of the messages of one day, and what they lack. Written by
 * `message.spend.ts` and `delivery.analytics.ts`.
 */
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS' })
@Entity()
export class MessageSpend extends rowWith(TenantRow, {
  campaignId: Ref('campaign', 'Id of the campaign.'),
  /** The day in Johannesburg. */
  day: Column('date'),
  /** The spend that no record contains yet, in thousandths of a cent. */
  thousandths: Column('bigint'),
  /** Whether a record was created from the impressions and clicks. It may have been deleted since. */
  isCounted: Column('boolean'),
}) {}

import { ObjectType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { RemovedBy } from '../../data/references.ts'
import { BigCount, CalendarDay, Cents, Choice, Choices, Ref, Text } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { Retained } from '../../security/personal-data.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { deleteRecords, deleteRecordsOfCampaigns } from './analytics.removal.ts'

export const SuspectReason = describeNames(
  'SuspectReason',
  'Reason why the figures of an analytics record are suspect.',
  {
    CLICKS_EXCEED_IMPRESSIONS: 'More clicks than impressions, where impressions are reported.',
    CONVERSIONS_EXCEED_CLICKS: 'More conversions than clicks, where clicks are reported.',
    FIGURES_OUTSIDE_HISTORY: 'A figure is more than ten times the highest day of the campaign.',
    DAY_OUTSIDE_HISTORY: 'The day lies more than a year before or after the other days of the campaign.',
  },
)
export type SuspectReason = keyof typeof SuspectReason

/** The maximum of an amount. Sums over any realistic number of such amounts stay below 2^53. */
const MOST = 100_000_000_000

/** The channel and the amounts of a record. */
@ObjectType({ simpleResolvers: true })
export abstract class AnalyticsFigures extends TenantRow {
  @Choice(CampaignType, { nullable: true, description: 'Channel on which the results were achieved.' })
  readonly channel!: CampaignType | null

  @BigCount({ otherwise: 0, max: MOST, description: 'Number of times the campaign was shown.' })
  readonly impressions!: number

  @BigCount({ otherwise: 0, max: MOST, description: 'Number of clicks.' })
  readonly clicks!: number

  @BigCount({ otherwise: 0, max: MOST, description: 'Number of conversions.' })
  readonly conversions!: number

  @Cents({ otherwise: 0, max: MOST, description: 'Spend, in cents of the South African rand.' })
  readonly spendCents!: number

  @Cents({ otherwise: 0, max: MOST, description: 'Revenue, in cents of the South African rand.' })
  readonly revenueCents!: number
}

/**
 * The results of a campaign on one day and channel. A correction deletes the record and inserts a new one, because
 * roll-ups add and subtract whole records.
 */
@NodeOutput('analyticsRecord', 'org:analytics:read', 'Results of a campaign on one day and channel.')
@Retained({ resource: 'ANALYTICS_RECORDS', days: 1825, since: 'day' })
@RemovedBy(deleteRecords)
export class AnalyticsRecord extends AnalyticsFigures {
  @Ref({ to: 'campaign', release: deleteRecordsOfCampaigns, description: 'Id of the campaign.' })
  readonly campaignId!: string

  @Ref({
    to: 'contentItem',
    nullable: true,
    description: 'Id of the content item. Null if the record names none, or if the item was deleted.',
  })
  readonly contentId!: string | null

  @CalendarDay({ description: 'Day of the results, in the time zone of the campaign.' })
  readonly day!: string

  @Text({ nullable: true, description: 'The caller’s own key of the record, unique in the organization.' })
  readonly key!: string | null

  @Choices(SuspectReason, { description: 'Reasons why the figures are suspect. Empty if they are not suspect.' })
  readonly suspect!: SuspectReason[]
}

import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { RemovedBy } from '../../data/references.ts'
import { BigCount, CalendarDay, Cents, Choice, Choices, Details, Ref, Text } from '../../graphql/columns.ts'
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
@Details()
export abstract class AnalyticsFigures extends rowWith(TenantRow, {
  channel: Choice(CampaignType, 'Channel on which the results were achieved.', { nullable: true }),
  impressions: BigCount('Number of times the campaign was shown.', { otherwise: 0, max: MOST }),
  clicks: BigCount('Number of clicks.', { otherwise: 0, max: MOST }),
  conversions: BigCount('Number of conversions.', { otherwise: 0, max: MOST }),
  spendCents: Cents('Spend, in cents of the South African rand.', { otherwise: 0, max: MOST }),
  revenueCents: Cents('Revenue, in cents of the South African rand.', { otherwise: 0, max: MOST }),
}) {}

/**
 * The results of a campaign on one day and channel. A correction deletes the record and inserts a new one, because
 * roll-ups add and subtract whole records.
 */
@NodeOutput('analyticsRecord', 'org:analytics:read', 'Results of a campaign on one day and channel.')
@Retained({ resource: 'ANALYTICS_RECORDS', days: 1825, since: 'day' })
@RemovedBy(deleteRecords)
export class AnalyticsRecord extends rowWith(AnalyticsFigures, {
  campaignId: Ref('campaign', 'Id of the campaign.', { release: deleteRecordsOfCampaigns }),
  contentId: Ref('contentItem', 'Id of the content item. Null if the record names none, or if the item was deleted.', {
    nullable: true,
  }),
  day: CalendarDay('Day of the results, in the time zone of the campaign.'),
  key: Text('The caller’s own key of the record, unique in the organization.', { nullable: true }),
  suspect: Choices(SuspectReason, 'Reasons why the figures are suspect. Empty if they are not suspect.'),
}) {}

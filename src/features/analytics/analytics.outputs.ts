import { Float, ID, Int } from 'type-graphql'
import { Day, Output } from '../../graphql/columns.ts'
import { field, fields, fieldsAfter, nullable } from '../../graphql/fields.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { CampaignStatus, CampaignType } from '../campaigns/campaign.entity.ts'
import { Sector } from '../clients/client.entity.ts'
import { Figures } from './analytics.figures.ts'
import { SuspectReason } from './analytics-record.entity.ts'

@Output('Record that was skipped because its key exists.')
export class DuplicateRecord extends fields({
  index: field(Int, 'Position in the list, from 0.'),
  key: field(String, 'Key that both records have.'),
}) {}

@Output('Record whose figures are suspect.')
export class SuspectRecord extends fields({
  index: field(Int, 'Position in the list, from 0.'),
  reasons: field([SuspectReason], 'Reasons why the figures are suspect.'),
}) {}

@Output('Result of recording analytics.')
export class IngestReport extends fields({
  recorded: field(Int, 'Number of records that were created.'),
  ids: field([ID], 'Ids of the created records, in the order of the list.'),
  duplicates: field([DuplicateRecord], 'Records that were skipped because their key exists.'),
  suspect: field([SuspectRecord], 'Records that were created although their figures are suspect.'),
}) {}

@Output('Figures of all campaigns with one status.')
export class StatusFigures extends fieldsAfter(Figures, {
  status: field(CampaignStatus, 'Status of the campaigns.'),
  campaigns: field(Int, 'Number of campaigns with the status.'),
}) {}

@Output('Figures of a period, first and last day included.')
export class PeriodFigures extends fieldsAfter(Figures, {
  from: field(Day, 'First day of the period.'),
  to: field(Day, 'Last day of the period, included.'),
}) {}

@Output(
  'Change against the period before, as a fraction: 0.25 means 25 % more. Null if the period before was ' + 'zero.',
)
export class Change extends fields({
  impressions: nullable(Float, 'Change in impressions.'),
  clicks: nullable(Float, 'Change in clicks.'),
  conversions: nullable(Float, 'Change in conversions.'),
  spendCents: nullable(Float, 'Change in spend.'),
  revenueCents: nullable(Float, 'Change in revenue.'),
}) {}

@Output('Key figures of the organization.')
export class AnalyticsDashboard extends fields({
  timeZone: field(String, 'IANA time zone that decides which day is today.'),
  today: field(Day, 'Today in that time zone; the last of the 30 days.'),
  clients: field(Int, 'Number of clients.'),
  campaigns: field(Int, 'Number of campaigns.'),
  totals: field(Figures, 'Figures of all time.'),
  byStatus: field([StatusFigures], 'Figures by status, including those without campaigns.'),
  last30Days: field(PeriodFigures, 'Figures of the last 30 days, today included.'),
  previous30Days: field(PeriodFigures, 'Figures of the 30 days before.'),
  change: field(Change, 'Change of the last 30 days against the 30 before.'),
}) {}

@Output('Figures of one campaign.')
export class CampaignFigures extends fieldsAfter(Figures, {
  campaignId: field(ID, 'Id of the campaign.'),
  name: field(String, 'Name of the campaign.'),
  type: field(CampaignType, 'Type of the campaign.'),
  status: field(CampaignStatus, 'Status of the campaign.'),
  clientName: field(String, 'Name of the client, or `No Client`.'),
  clientSector: nullable(Sector, 'Sector derived from the client’s type, as in `Campaign.clientSector`.'),
}) {}

export const CampaignFiguresConnection = connectionOf(CampaignFigures, 'Page of campaign figures.')

@Output('Figures of a period, and of the equally long period before it.')
export class PeriodComparison extends fields({
  period: field(PeriodFigures, 'Figures of the period.'),
  previous: field(PeriodFigures, 'Figures of the equally long period before.'),
  change: field(Change, 'Change of the period against the period before.'),
}) {}

@Output('Figures of a group of campaigns.')
export class GroupFigures extends fieldsAfter(Figures, {
  key: nullable(String, 'The sector, the type, or the id of the client. Null for campaigns without a client.'),
  clientName: nullable(String, 'Name of the client. Null if the group is not a client.'),
  campaigns: field(Int, 'Number of campaigns.'),
}) {}

export const GroupFiguresConnection = connectionOf(GroupFigures, 'Page of figures of groups of campaigns.')

@Output('Figures of the campaigns for one sector.')
export class SectorFigures extends fieldsAfter(Figures, {
  sector: nullable(Sector, 'The sector; null for campaigns without a client.'),
  clients: field(Int, 'Number of clients with campaigns.'),
  campaigns: field(Int, 'Number of campaigns.'),
}) {}

@Output('Figures of the government sector and of business.')
export class SectorBreakdown extends fields({
  from: nullable(Day, 'First day; null for all time.'),
  to: nullable(Day, 'Last day, included; null for all time.'),
  sectors: field(
    [SectorFigures],
    'Figures by the sector derived from the client’s type, as in `Campaign.clientSector`.',
  ),
  trueSectors: field([SectorFigures], 'Figures by the sector in the client’s record.'),
}) {}

@Output('Figures of a campaign on one day.')
export class DayFigures extends fieldsAfter(Figures, {
  day: field(Day, 'The day.'),
}) {}

@Output('Figures of one campaign.')
export class CampaignAnalytics extends fields({
  id: field(ID, 'Id of the campaign.'),
  from: field(Day, 'First day of the period.'),
  to: field(Day, 'Last day of the period, included.'),
}) {}

@Output('One batch of a report: the figures of each campaign.')
export class AnalyticsReport extends fields({
  from: nullable(Day, 'First day; null for all time.'),
  to: nullable(Day, 'Last day, included; null for all time.'),
  totals: field(Figures, 'Figures of all campaigns of the report.'),
  rows: field([CampaignFigures], 'Figures of this batch of campaigns.'),
  next: nullable(ID, 'Value of `after` for the next batch. Null after the last batch.'),
}) {}

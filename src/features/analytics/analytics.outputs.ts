import { Field, Float, ID, Int } from 'type-graphql'
import { Day, Output } from '../../graphql/columns.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { CampaignStatus, CampaignType } from '../campaigns/campaign.entity.ts'
import { Sector } from '../clients/client.entity.ts'
import { Figures } from './analytics.figures.ts'
import { SuspectReason } from './analytics-record.entity.ts'

@Output('Record that was skipped because its key exists.')
export class DuplicateRecord {
  @Field(() => Int, { description: 'Position in the list, from 0.' })
  index!: number

  @Field(() => String, { description: 'Key that both records have.' })
  key!: string
}

@Output('Record whose figures are suspect.')
export class SuspectRecord {
  @Field(() => Int, { description: 'Position in the list, from 0.' })
  index!: number

  @Field(() => [SuspectReason], { description: 'Reasons why the figures are suspect.' })
  reasons!: SuspectReason[]
}

@Output('Result of recording analytics.')
export class IngestReport {
  @Field(() => Int, { description: 'Number of records that were created.' })
  recorded!: number

  @Field(() => [ID], { description: 'Ids of the created records, in the order of the list.' })
  ids!: string[]

  @Field(() => [DuplicateRecord], { description: 'Records that were skipped because their key exists.' })
  duplicates!: DuplicateRecord[]

  @Field(() => [SuspectRecord], { description: 'Records that were created although their figures are suspect.' })
  suspect!: SuspectRecord[]
}

@Output('Figures of all campaigns with one status.')
export class StatusFigures extends Figures {
  @Field(() => CampaignStatus, { description: 'Status of the campaigns.' })
  status!: CampaignStatus

  @Field(() => Int, { description: 'Number of campaigns with the status.' })
  campaigns!: number
}

@Output('Figures of a period, first and last day included.')
export class PeriodFigures extends Figures {
  @Field(() => Day, { description: 'First day of the period.' })
  from!: string

  @Field(() => Day, { description: 'Last day of the period, included.' })
  to!: string
}

@Output(
  'Change against the period before, as a fraction: 0.25 means 25 % more. Null if the period before was ' + 'zero.',
)
export class Change {
  @Field(() => Float, { nullable: true, description: 'Change in impressions.' })
  impressions!: number | null

  @Field(() => Float, { nullable: true, description: 'Change in clicks.' })
  clicks!: number | null

  @Field(() => Float, { nullable: true, description: 'Change in conversions.' })
  conversions!: number | null

  @Field(() => Float, { nullable: true, description: 'Change in spend.' })
  spendCents!: number | null

  @Field(() => Float, { nullable: true, description: 'Change in revenue.' })
  revenueCents!: number | null
}

@Output('Key figures of the organization.')
export class AnalyticsDashboard {
  @Field(() => String, { description: 'IANA time zone that decides which day is today.' })
  timeZone!: string

  @Field(() => Day, { description: 'Today in that time zone; the last of the 30 days.' })
  today!: string

  @Field(() => Int, { description: 'Number of clients.' })
  clients!: number

  @Field(() => Int, { description: 'Number of campaigns.' })
  campaigns!: number

  @Field(() => Figures, { description: 'Figures of all time.' })
  totals!: Figures

  @Field(() => [StatusFigures], { description: 'Figures by status, including those without campaigns.' })
  byStatus!: StatusFigures[]

  @Field(() => PeriodFigures, { description: 'Figures of the last 30 days, today included.' })
  last30Days!: PeriodFigures

  @Field(() => PeriodFigures, { description: 'Figures of the 30 days before.' })
  previous30Days!: PeriodFigures

  @Field(() => Change, { description: 'Change of the last 30 days against the 30 before.' })
  change!: Change
}

@Output('Figures of one campaign.')
export class CampaignFigures extends Figures {
  @Field(() => ID, { description: 'Id of the campaign.' })
  campaignId!: string

  @Field(() => String, { description: 'Name of the campaign.' })
  name!: string

  @Field(() => CampaignType, { description: 'Type of the campaign.' })
  type!: CampaignType

  @Field(() => CampaignStatus, { description: 'Status of the campaign.' })
  status!: CampaignStatus

  @Field(() => String, { description: 'Name of the client, or `No Client`.' })
  clientName!: string

  @Field(() => Sector, {
    nullable: true,
    description: 'Sector derived from the client’s type, as in `Campaign.clientSector`.',
  })
  clientSector!: Sector | null
}

export const CampaignFiguresConnection = connectionOf(CampaignFigures, 'Page of campaign figures.')

@Output('Figures of a period, and of the equally long period before it.')
export class PeriodComparison {
  @Field(() => PeriodFigures, { description: 'Figures of the period.' })
  period!: PeriodFigures

  @Field(() => PeriodFigures, { description: 'Figures of the equally long period before.' })
  previous!: PeriodFigures

  @Field(() => Change, { description: 'Change of the period against the period before.' })
  change!: Change
}

@Output('Figures of a group of campaigns.')
export class GroupFigures extends Figures {
  @Field(() => String, {
    nullable: true,
    description: 'The sector, the type, or the id of the client. Null for campaigns without a client.',
  })
  key!: string | null

  @Field(() => String, { nullable: true, description: 'Name of the client. Null if the group is not a client.' })
  clientName!: string | null

  @Field(() => Int, { description: 'Number of campaigns.' })
  campaigns!: number
}

export const GroupFiguresConnection = connectionOf(GroupFigures, 'Page of figures of groups of campaigns.')

@Output('Figures of the campaigns for one sector.')
export class SectorFigures extends Figures {
  @Field(() => Sector, { nullable: true, description: 'The sector; null for campaigns without a client.' })
  sector!: Sector | null

  @Field(() => Int, { description: 'Number of clients with campaigns.' })
  clients!: number

  @Field(() => Int, { description: 'Number of campaigns.' })
  campaigns!: number
}

@Output('Figures of the government sector and of business.')
export class SectorBreakdown {
  @Field(() => Day, { nullable: true, description: 'First day; null for all time.' })
  from!: string | null

  @Field(() => Day, { nullable: true, description: 'Last day, included; null for all time.' })
  to!: string | null

  @Field(() => [SectorFigures], {
    description: 'Figures by the sector derived from the client’s type, as in `Campaign.clientSector`.',
  })
  sectors!: SectorFigures[]

  @Field(() => [SectorFigures], { description: 'Figures by the sector in the client’s record.' })
  trueSectors!: SectorFigures[]
}

@Output('Figures of a campaign on one day.')
export class DayFigures extends Figures {
  @Field(() => Day, { description: 'The day.' })
  day!: string
}

@Output('Figures of one campaign.')
export class CampaignAnalytics {
  @Field(() => ID, { description: 'Id of the campaign.' })
  id!: string

  @Field(() => Day, { description: 'First day of the period.' })
  from!: string

  @Field(() => Day, { description: 'Last day of the period, included.' })
  to!: string
}

@Output('One batch of a report: the figures of each campaign.')
export class AnalyticsReport {
  @Field(() => Day, { nullable: true, description: 'First day; null for all time.' })
  from!: string | null

  @Field(() => Day, { nullable: true, description: 'Last day, included; null for all time.' })
  to!: string | null

  @Field(() => Figures, { description: 'Figures of all campaigns of the report.' })
  totals!: Figures

  @Field(() => [CampaignFigures], { description: 'Figures of this batch of campaigns.' })
  rows!: CampaignFigures[]

  @Field(() => ID, { nullable: true, description: 'Value of `after` for the next batch. Null after the last batch.' })
  next!: string | null
}

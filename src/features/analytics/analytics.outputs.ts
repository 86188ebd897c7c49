import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { Day, Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { CampaignStatus, CampaignType } from '../campaigns/campaign.entity.ts'
import { Sector } from '../clients/client.entity.ts'
import { Figures } from './analytics.figures.ts'
import { AnalyticsRecord } from './analytics-record.entity.ts'

@ObjectType({ description: 'A page of analytics records by cursor.' })
export class AnalyticsRecordConnection extends connectionOf(AnalyticsRecord) {}

@Output('A record that was not made, because there is one with its key already.')
export class DuplicateRecord {
  @Field(() => Int, { description: 'Its place in the list, from 0.' })
  index: number

  @Field(() => String)
  key: string
}

@Output('What became of the records.')
export class IngestReport {
  @Field(() => Int, { description: 'How many records were made.' })
  recorded: number

  @Field(() => [ID], { description: 'Their ids, in the order of the list.' })
  ids: string[]

  @Field(() => [DuplicateRecord])
  duplicates: DuplicateRecord[]
}

@Output('What the campaigns in one state achieved in all.')
export class StatusFigures extends Figures {
  @Field(() => CampaignStatus)
  status: CampaignStatus

  @Field(() => Int, { description: 'How many campaigns are in it.' })
  campaigns: number
}

@Output('What was achieved from one day to another, both included.')
export class PeriodFigures extends Figures {
  @Field(() => Day)
  from: string

  @Field(() => Day)
  to: string
}

@Output(
  'How much a period exceeds the one before, as a fraction of it: 0.25 being 25 % more. Null where that was zero.',
)
export class Change {
  @Field(() => Float, { nullable: true })
  impressions: number | null

  @Field(() => Float, { nullable: true })
  clicks: number | null

  @Field(() => Float, { nullable: true })
  conversions: number | null

  @Field(() => Float, { nullable: true })
  spendCents: number | null

  @Field(() => Float, { nullable: true })
  revenueCents: number | null
}

@Output('Where the organization stands.')
export class AnalyticsDashboard {
  @Field(() => String)
  timeZone: string

  @Field(() => Day, { description: 'Today in that time zone; the last of the 30 days.' })
  today: string

  @Field(() => Int)
  clients: number

  @Field(() => Int)
  campaigns: number

  @Field(() => Figures, { description: 'Since the beginning.' })
  totals: Figures

  @Field(() => [StatusFigures], { description: 'Every state, also those without campaigns.' })
  byStatus: StatusFigures[]

  @Field(() => PeriodFigures)
  last30Days: PeriodFigures

  @Field(() => PeriodFigures, { description: 'The 30 days before.' })
  previous30Days: PeriodFigures

  @Field(() => Change, { description: 'The last 30 days against the 30 before.' })
  change: Change
}

@Output('What one campaign achieved.')
export class CampaignFigures extends Figures {
  @Field(() => ID)
  campaignId: string

  @Field(() => String)
  name: string

  @Field(() => CampaignType)
  type: CampaignType

  @Field(() => CampaignStatus)
  status: CampaignStatus

  @Field(() => String, { description: 'The name of the client, or `No Client`.' })
  clientName: string

  @Field(() => Sector, { nullable: true, description: 'By the client’s type, as `Campaign.clientSector`.' })
  clientSector: Sector | null
}

@Output('What each campaign achieved.')
export class PerformancePage {
  @Field(() => [CampaignFigures])
  items: CampaignFigures[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('What the campaigns for one sector achieved.')
export class SectorFigures extends Figures {
  @Field(() => Sector, { nullable: true, description: 'Null for campaigns without a client.' })
  sector: Sector | null

  @Field(() => Int, { description: 'How many clients have campaigns.' })
  clients: number

  @Field(() => Int)
  campaigns: number
}

@Output('The government sector against business.')
export class SectorBreakdown {
  @Field(() => Day, { nullable: true, description: 'Null for all time.' })
  from: string | null

  @Field(() => Day, { nullable: true })
  to: string | null

  @Field(() => [SectorFigures], { description: 'By the client’s type, as `Campaign.clientSector`.' })
  sectors: SectorFigures[]

  @Field(() => [SectorFigures], { description: 'By the sector that the client’s record states.' })
  trueSectors: SectorFigures[]
}

@Output('What a campaign achieved on one day.')
export class DayFigures extends Figures {
  @Field(() => Day)
  day: string
}

@Output('The figures of one campaign.')
export class CampaignAnalytics {
  @Field(() => ID, { description: 'The id of the campaign.' })
  id: string

  @Field(() => Day)
  from: string

  @Field(() => Day)
  to: string
}

@Output('One batch of a report: what each campaign achieved.')
export class AnalyticsReport {
  @Field(() => Day, { nullable: true, description: 'Null for all time.' })
  from: string | null

  @Field(() => Day, { nullable: true })
  to: string | null

  @Field(() => Figures, { description: 'Of all campaigns.' })
  totals: Figures

  @Field(() => [CampaignFigures])
  rows: CampaignFigures[]

  @Field(() => ID, { nullable: true, description: 'What to give as `after` for the next batch; null behind the last.' })
  next: string | null
}

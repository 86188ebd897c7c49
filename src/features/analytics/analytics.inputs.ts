import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, IsTimeZone, Max, Min } from 'class-validator'
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql'
import { describeEnum, describeNames } from '../../common/enums.ts'
import { Day } from '../../graphql/columns.ts'
import { ChoicesField, FlagField, rule, says, TextField } from '../../graphql/inputs.ts'
import { type Order, OrderDirection, orderInput } from '../../graphql/relay.ts'
import { changesTo, newRowOf, RowInput } from '../../graphql/row-inputs.ts'
import { CampaignStatus, CampaignType } from '../campaigns/campaign.entity.ts'
import { Sector } from '../clients/client.entity.ts'
import { FIRST_DAY, HOME, Interval, latestDay } from './analytics.days.ts'
import { AnalyticsFigures } from './analytics-record.entity.ts'
import { LEVELS, type Level } from './quantiles.ts'

/** A day that can have results. */
const PastDay = () =>
  rule({
    name: 'pastDay',
    ...says('DAY_OUT_OF_RANGE', { first: FIRST_DAY }),
    check: (day) => String(day) >= FIRST_DAY && String(day) <= latestDay(),
  })

@RowInput('Results of a campaign on one day. Absent amounts are 0.')
export class AnalyticsRecordInput extends newRowOf(AnalyticsFigures) {
  @Field(() => ID, { description: 'Id of a campaign of the organization.' })
  campaignId!: string

  @Field(() => Day, { description: 'Day of the results, not in the future.' })
  @PastDay()
  day!: string

  @Field(() => ID, {
    nullable: true,
    description: 'Id of a content item of the campaign, or of a content item without a campaign.',
  })
  contentId?: string | null

  @TextField({
    max: 255,
    description: 'Your own key for the record. A record with a key that exists is a duplicate and has no effect.',
  })
  key?: string | null
}

@RowInput('Corrected values. Absent and null fields stay unchanged.')
export class AnalyticsCorrectionInput extends changesTo(AnalyticsFigures) {
  @Field(() => Day, { nullable: true, description: 'Day of the results, not in the future.' })
  @IsOptional()
  @PastDay()
  day?: string | null
}

/** Maximum number of records of one request. */
export const MOST_RECORDS = 1000

const BOUNDS = { message: `must be 1 to ${MOST_RECORDS} records` }

@ArgsType()
export class RecordsArgs {
  @Field(() => [AnalyticsRecordInput], { description: 'Records to create, 1 to 1000.' })
  @ArrayMinSize(1, BOUNDS)
  @ArrayMaxSize(MOST_RECORDS, BOUNDS)
  records!: AnalyticsRecordInput[]
}

@InputType({ description: 'Filter for analytics records. A record must meet all given conditions.' })
export class AnalyticsRecordFilter {
  @Field(() => ID, { nullable: true, description: 'Only records of this campaign.' })
  campaignId?: string

  @Field(() => ID, { nullable: true, description: 'Only records of this content item.' })
  contentId?: string

  @ChoicesField(CampaignType, { description: 'Only records of one of these channels.' })
  channel?: CampaignType[]

  @Field(() => Day, { nullable: true, description: 'Only records on or after this day.' })
  from?: string

  @Field(() => Day, { nullable: true, description: 'Only records on or before this day.' })
  to?: string

  @FlagField({ description: 'true: only records whose figures are suspect. false: only the other records.' })
  suspect?: boolean
}

export const IsZone = () => IsTimeZone(says('NOT_TIME_ZONE'))

const whole =
  (min: number, max: number, description: string): PropertyDecorator =>
  (target, key) => {
    Field(() => Int, { nullable: true, description })(target, key)
    IsOptional()(target, key)
    Min(min, says('TOO_SMALL', { least: min }))(target, String(key))
    Max(max, says('TOO_LARGE', { most: max }))(target, String(key))
  }

@ArgsType()
export class TimeZoneArgs {
  @Field(() => String, { defaultValue: HOME, description: 'IANA time zone that decides which day is today.' })
  @IsZone()
  timeZone!: string
}

@ArgsType()
export class RangeArgs extends TimeZoneArgs {
  @Field(() => Day, { nullable: true, description: 'First day.' })
  from?: string

  @Field(() => Day, { nullable: true, description: 'Last day, included. Default today.' })
  to?: string
}

export enum PerformanceSort {
  NAME = 'name',
  IMPRESSIONS = 'impressions',
  CLICKS = 'clicks',
  CONVERSIONS = 'conversions',
  SPEND = 'spendCents',
  REVENUE = 'revenueCents',
  CTR = 'ctr',
  CONVERSION_RATE = 'conversionRate',
  CPC = 'cpcCents',
  CPA = 'cpaCents',
  ROI = 'roi',
}
describeEnum('PerformanceSort', PerformanceSort, 'Figure to rank campaigns or groups of campaigns by.', {
  NAME: 'Name of the campaign.',
  IMPRESSIONS: 'Number of impressions.',
  CLICKS: 'Number of clicks.',
  CONVERSIONS: 'Number of conversions.',
  SPEND: 'Spend.',
  REVENUE: 'Revenue.',
  CTR: 'Click-through rate.',
  CONVERSION_RATE: 'Conversions per click.',
  CPC: 'Cost per click.',
  CPA: 'Cost per acquisition.',
  ROI: 'Return on investment.',
})

const FiguresOrder = orderInput('FiguresOrder', PerformanceSort, 'figures')

/** A subset of the campaigns. */
export interface Scope {
  clientId?: string | null | undefined
  status?: CampaignStatus | null | undefined
  sector?: Sector | null | undefined
  type?: CampaignType | null | undefined
}

@ArgsType()
export class PeriodArgs extends RangeArgs implements Scope {
  @Field(() => ID, { nullable: true, description: 'Only campaigns of this client.' })
  clientId?: string

  @Field(() => CampaignStatus, { nullable: true, description: 'Only campaigns with this status.' })
  status?: CampaignStatus

  @Field(() => Sector, { nullable: true, description: 'Only campaigns of clients whose record has this sector.' })
  sector?: Sector

  @Field(() => CampaignType, { nullable: true, description: 'Only campaigns of this type.' })
  type?: CampaignType
}

@ArgsType()
export class PerformanceArgs extends PeriodArgs {
  @Field(() => FiguresOrder, {
    nullable: true,
    description:
      'Order of the items. Replaces `sort` and `order`. Items without the figure are last in both directions.',
  })
  orderBy?: Order<PerformanceSort> | null

  @Field(() => PerformanceSort, { defaultValue: PerformanceSort.IMPRESSIONS, description: 'Figure to rank by.' })
  sort!: PerformanceSort

  @Field(() => OrderDirection, {
    defaultValue: OrderDirection.DESC,
    description: 'Direction of the ranking. Campaigns without the figure are last in both directions.',
  })
  order!: OrderDirection
}

/** The figure to rank by, and the direction. */
export const rankingOf = ({ orderBy, ...ranking }: PerformanceArgs): Pick<PerformanceArgs, 'sort' | 'order'> =>
  orderBy ? { sort: orderBy.field, order: orderBy.direction } : ranking

export const Grouping = describeNames('AnalyticsGrouping', 'Property to group campaigns by.', {
  SECTOR: 'Sector in the client’s record.',
  TYPE: 'Type of the campaign.',
  CLIENT: 'The client.',
})
export type Grouping = keyof typeof Grouping

@ArgsType()
export class GroupArgs extends PerformanceArgs {
  @Field(() => Grouping, { description: 'Property to group campaigns by.' })
  by!: Grouping
}

/** Maximum number of buckets of a moving average. */
export const MOST_WINDOW = 90

@ArgsType()
export class TrendArgs extends PeriodArgs {
  @Field(() => Interval, { defaultValue: Interval.DAY, description: 'Width of a bucket.' })
  interval!: Interval

  @Field(() => ID, { nullable: true, description: 'Only figures of this campaign.' })
  campaignId?: string

  @whole(1, MOST_WINDOW, 'Number of buckets of the moving average, 1 to 90. Default: 7 days, 4 weeks or 3 months.')
  window?: number
}

export enum PredictedMeasure {
  IMPRESSIONS = 'impressions',
  CLICKS = 'clicks',
  CONVERSIONS = 'conversions',
  SPEND = 'spendCents',
  REVENUE = 'revenueCents',
}
describeEnum('PredictedMeasure', PredictedMeasure, 'Figure to predict.', {
  IMPRESSIONS: 'Number of impressions.',
  CLICKS: 'Number of clicks.',
  CONVERSIONS: 'Number of conversions.',
  SPEND: 'Spend, in cents of the South African rand.',
  REVENUE: 'Revenue, in cents of the South African rand.',
})

@ArgsType()
export class PredictionArgs extends TimeZoneArgs {
  @Field(() => PredictedMeasure, { defaultValue: PredictedMeasure.IMPRESSIONS, description: 'Figure to predict.' })
  measure!: PredictedMeasure

  @Field(() => Interval, { defaultValue: Interval.DAY, description: 'Width of a bucket.' })
  interval!: Interval

  @Field(() => ID, { nullable: true, description: 'Only figures of this campaign.' })
  campaignId?: string

  @whole(1, 90, 'Number of buckets to predict, 1 to 90. Default 14.')
  horizon?: number

  @Field(() => Int, { defaultValue: 95, description: 'Level of the intervals in percent: 80, 90, 95 or 99.' })
  @IsIn(LEVELS, { message: `must be one of ${LEVELS.join(', ')}` })
  level!: Level
}

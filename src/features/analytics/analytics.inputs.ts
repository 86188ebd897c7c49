import { ArrayMaxSize, ArrayMinSize, IsIn, IsOptional, IsTimeZone, Max, Min, ValidateBy } from 'class-validator'
import { ArgsType, Field, ID, InputType, Int, registerEnumType } from 'type-graphql'
import { Day } from '../../graphql/columns.ts'
import { ChoiceField, ChoicesField, IntegerField, TextField } from '../../graphql/inputs.ts'
import { PageArgs } from '../../graphql/page.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { CampaignStatus, CampaignType } from '../campaigns/campaign.entity.ts'
import { FIRST_DAY, HOME, Interval, latestDay } from './analytics.days.ts'
import { LEVELS, type Level } from './quantiles.ts'

/** So far below 2^53 that sums over any real number of records stay below it too. */
const MOST = 100_000_000_000

const amount = (description?: string) => IntegerField({ min: 0, max: MOST, description })

/** A day that results can be of. */
const PastDay = () =>
  ValidateBy({
    name: 'pastDay',
    validator: {
      validate: (day: string) => day >= FIRST_DAY && day <= latestDay(),
      defaultMessage: () => `must lie between ${FIRST_DAY} and today`,
    },
  })

@InputType({ description: 'What a campaign achieved on one day. Amounts that are absent are 0.' })
export class AnalyticsRecordInput {
  @Field(() => ID, { description: 'A campaign of the organization.' })
  campaignId: string

  @Field(() => Day, { description: 'Not in the future.' })
  @PastDay()
  day: string

  @Field(() => ID, { nullable: true, description: 'A content item of the organization.' })
  contentId?: string | null

  @ChoiceField(CampaignType)
  channel?: CampaignType | null

  @amount()
  impressions?: number | null

  @amount()
  clicks?: number | null

  @amount()
  conversions?: number | null

  @amount('In cents of the South African rand.')
  spendCents?: number | null

  @amount('In cents of the South African rand.')
  revenueCents?: number | null

  @TextField({
    max: 255,
    description: 'Your own name for the record. A second record with the same key is a duplicate, and does nothing.',
  })
  key?: string | null
}

@InputType({ description: 'What a record should read; fields that are absent or null stay as they are.' })
export class AnalyticsCorrectionInput {
  @Field(() => Day, { nullable: true, description: 'Not in the future.' })
  @IsOptional()
  @PastDay()
  day?: string | null

  @ChoiceField(CampaignType)
  channel?: CampaignType | null

  @amount()
  impressions?: number | null

  @amount()
  clicks?: number | null

  @amount()
  conversions?: number | null

  @amount('In cents of the South African rand.')
  spendCents?: number | null

  @amount('In cents of the South African rand.')
  revenueCents?: number | null
}

/** At most this many records at once. */
export const MOST_RECORDS = 1000

const BOUNDS = { message: `must be 1 to ${MOST_RECORDS} records` }

@ArgsType()
export class RecordsArgs {
  @Field(() => [AnalyticsRecordInput])
  @ArrayMinSize(1, BOUNDS)
  @ArrayMaxSize(MOST_RECORDS, BOUNDS)
  records: AnalyticsRecordInput[]
}

@InputType({ description: 'Which records; every condition that is given must hold.' })
export class AnalyticsRecordFilter {
  @Field(() => ID, { nullable: true })
  campaignId?: string

  @Field(() => ID, { nullable: true })
  contentId?: string

  @ChoicesField(CampaignType)
  channel?: CampaignType[]

  @Field(() => Day, { nullable: true, description: 'Not before this day.' })
  from?: string

  @Field(() => Day, { nullable: true, description: 'Not after this day.' })
  to?: string
}

export enum AnalyticsRecordOrderField {
  DAY = 'day',
  CREATED_AT = 'createdAt',
}
registerEnumType(AnalyticsRecordOrderField, { name: 'AnalyticsRecordOrderField' })

@InputType({ description: 'How analytics records are ordered. Ties are broken by id.' })
export class AnalyticsRecordOrder {
  @Field(() => AnalyticsRecordOrderField)
  field: AnalyticsRecordOrderField

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ASC })
  direction: OrderDirection
}

const TimeZoneField = (): PropertyDecorator => (target, key) => {
  const description = 'Decides which day is today: an IANA time zone.'
  Field(() => String, { defaultValue: HOME, description })(target, key)
  IsTimeZone({ message: `must be an IANA time zone, for example ${HOME}` })(target, String(key))
}

const whole =
  (min: number, max: number, description: string): PropertyDecorator =>
  (target, key) => {
    Field(() => Int, { nullable: true, description })(target, key)
    IsOptional()(target, key)
    Min(min, { message: `must be at least ${min}` })(target, String(key))
    Max(max, { message: `must be at most ${max}` })(target, String(key))
  }

@ArgsType()
export class TimeZoneArgs {
  @TimeZoneField()
  timeZone: string
}

@ArgsType()
export class RangeArgs extends TimeZoneArgs {
  @Field(() => Day, { nullable: true, description: 'The first day.' })
  from?: string

  @Field(() => Day, { nullable: true, description: 'The last day, included. Default today.' })
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
registerEnumType(PerformanceSort, { name: 'PerformanceSort', description: 'What campaigns are ranked by.' })

@ArgsType()
export class PerformanceArgs extends PageArgs {
  @Field(() => Day, { nullable: true, description: 'The first day. Without from and to: all time.' })
  from?: string

  @Field(() => Day, { nullable: true, description: 'The last day, included. Default today.' })
  to?: string

  @TimeZoneField()
  timeZone: string

  @Field(() => ID, { nullable: true, description: 'Only campaigns of this client.' })
  clientId?: string

  @Field(() => CampaignStatus, { nullable: true, description: 'Only campaigns in this state.' })
  status?: CampaignStatus

  @Field(() => PerformanceSort, { defaultValue: PerformanceSort.IMPRESSIONS })
  sort: PerformanceSort

  @Field(() => OrderDirection, {
    defaultValue: OrderDirection.DESC,
    description: 'Campaigns without the figure come last in both.',
  })
  order: OrderDirection
}

@ArgsType()
export class TrendArgs extends RangeArgs {
  @Field(() => Interval, { defaultValue: Interval.DAY })
  interval: Interval

  @Field(() => ID, { nullable: true, description: 'Only this campaign.' })
  campaignId?: string

  @whole(1, 90, 'How many buckets the moving average covers, 1 to 90. Default 7 days, 4 weeks or 3 months.')
  window?: number
}

export enum PredictedMeasure {
  IMPRESSIONS = 'impressions',
  CLICKS = 'clicks',
  CONVERSIONS = 'conversions',
  SPEND = 'spendCents',
  REVENUE = 'revenueCents',
}
registerEnumType(PredictedMeasure, { name: 'PredictedMeasure', description: 'What is predicted.' })

@ArgsType()
export class PredictionArgs extends TimeZoneArgs {
  @Field(() => PredictedMeasure, { defaultValue: PredictedMeasure.IMPRESSIONS })
  measure: PredictedMeasure

  @Field(() => Interval, { defaultValue: Interval.DAY })
  interval: Interval

  @Field(() => ID, { nullable: true, description: 'Only this campaign.' })
  campaignId?: string

  @whole(1, 90, 'How many buckets ahead, 1 to 90. Default 14.')
  horizon?: number

  @Field(() => Int, { defaultValue: 95, description: 'Level of the intervals in percent: 80, 90, 95 or 99.' })
  @IsIn(LEVELS, { message: `must be one of ${LEVELS.join(', ')}` })
  level: Level
}

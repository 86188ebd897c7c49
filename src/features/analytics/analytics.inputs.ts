import { ArrayMaxSize, ArrayMinSize, IsIn, IsTimeZone } from 'class-validator'
import type { GraphQLScalarType } from 'graphql'
import { ID, Int } from 'type-graphql'
import { describeEnum, describeNames } from '../../common/enums.ts'
import { Day } from '../../graphql/columns.ts'
import { field, fields, fieldsAfter } from '../../graphql/fields.ts'
import { Arguments, choices, Input, integer, optional, rule, says, text } from '../../graphql/inputs.ts'
import { type Order, OrderDirection, orderInput } from '../../graphql/relay.ts'
import { changesTo, newRowOf } from '../../graphql/row-inputs.ts'
import { CampaignStatus, CampaignType } from '../campaigns/campaign.entity.ts'
import { Sector } from '../clients/client.entity.ts'
import { FIRST_DAY, HOME, Interval, latestDay } from './analytics.days.ts'
import { AnalyticsFigures } from './analytics-record.entity.ts'
import { LEVELS, type Level } from './quantiles.ts'

/** A day that can have results. */
const pastDay = rule({
  name: 'pastDay',
  ...says('DAY_OUT_OF_RANGE', { first: FIRST_DAY }),
  check: (day) => String(day) >= FIRST_DAY && String(day) <= latestDay(),
})

@Input('Results of a campaign on one day. Absent amounts are 0.')
export class AnalyticsRecordInput extends newRowOf(AnalyticsFigures, {
  campaignId: field(ID, 'Id of a campaign of the organization.'),
  day: field(Day, 'Day of the results, not in the future.', { rules: [pastDay] }),
  contentId: optional(ID, 'Id of a content item of the campaign, or of a content item without a campaign.'),
  key: text('Your own key for the record. A record with a key that exists is a duplicate and has no effect.', {
    max: 255,
  }),
}) {}

@Input('Corrected values. Absent and null fields stay unchanged.')
export class AnalyticsCorrectionInput extends changesTo(AnalyticsFigures, {
  day: optional(Day, 'Day of the results, not in the future.', { rules: [pastDay] }),
}) {}

/** Maximum number of records of one request. */
export const MOST_RECORDS = 1000

const BOUNDS = { message: `must be 1 to ${MOST_RECORDS} records` }

@Arguments()
export class RecordsArgs extends fields({
  records: field([AnalyticsRecordInput], 'Records to create, 1 to 1000.', {
    rules: [ArrayMaxSize(MOST_RECORDS, BOUNDS), ArrayMinSize(1, BOUNDS)],
  }),
}) {}

@Input('Filter for analytics records. A record must meet all given conditions.')
export class AnalyticsRecordFilter extends fields({
  campaignId: optional(ID, 'Only records of this campaign.'),
  contentId: optional(ID, 'Only records of this content item.'),
  channel: choices(CampaignType, 'Only records of one of these channels.'),
  from: optional(Day, 'Only records on or after this day.'),
  to: optional(Day, 'Only records on or before this day.'),
  suspect: optional(Boolean, 'true: only records whose figures are suspect. false: only the other records.'),
}) {}

export const isZone = IsTimeZone(says('NOT_TIME_ZONE'))

@Arguments()
export class TimeZoneArgs extends fields({
  timeZone: field(String, 'IANA time zone that decides which day is today.', { defaultValue: HOME, rules: [isZone] }),
}) {}

@Arguments()
export class RangeArgs extends fieldsAfter(TimeZoneArgs, {
  from: optional(Day, 'First day.'),
  to: optional(Day, 'Last day, included. Default today.'),
}) {}

export enum PerformanceSort {
  NAME = 'name',
  STATUS = 'status',
  CAMPAIGNS = 'campaigns',
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
describeEnum('PerformanceSort', PerformanceSort, 'Value to rank campaigns or groups of campaigns by.', {
  NAME: 'Name of the campaign or group.',
  STATUS: 'Status of the campaign. VALIDATION_ERROR for groups.',
  CAMPAIGNS: 'Number of campaigns of the group. VALIDATION_ERROR for campaigns.',
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

@Arguments()
export class PeriodArgs extends fieldsAfter(RangeArgs, {
  clientId: optional(ID, 'Only campaigns of this client.'),
  status: optional(CampaignStatus, 'Only campaigns with this status.'),
  sector: optional(Sector, 'Only campaigns of clients whose record has this sector.'),
  type: optional(CampaignType, 'Only campaigns of this type.'),
}) {}

/** A subset of the campaigns. */
export type Scope = Pick<PeriodArgs, 'clientId' | 'status' | 'sector' | 'type'>

/**
 * The arguments of a ranking of items that lack the value `other`. Both rankings have one type of values, because the
 * documents of callers declare it.
 */
function rankingFields(other: PerformanceSort) {
  const values = Object.entries(PerformanceSort).flatMap(([name, value]) => (value === other ? [] : [name]))
  const ranked = { name: 'ranked', ...says('NOT_ONE_OF', { values }) }
  return {
    orderBy: optional(
      FiguresOrder,
      'Order of the items. Replaces `sort` and `order`. Items without the figure are last in both directions.',
      { rules: [rule({ ...ranked, check: (order) => (order as Order<PerformanceSort>).field !== other })] },
    ),
    sort: field(PerformanceSort, 'Value to rank by.', {
      defaultValue: PerformanceSort.IMPRESSIONS,
      rules: [rule({ ...ranked, check: (sort) => sort !== other, schema: { enum: values } })],
    }),
    order: field(
      OrderDirection,
      'Direction of the ranking. Campaigns without the figure are last in both directions.',
      {
        defaultValue: OrderDirection.DESC,
      },
    ),
  }
}

@Arguments()
export class PerformanceArgs extends fieldsAfter(PeriodArgs, rankingFields(PerformanceSort.CAMPAIGNS)) {}

/** The value to rank by, and the direction. */
export const rankingOf = ({ orderBy, ...ranking }: PerformanceArgs): Pick<PerformanceArgs, 'sort' | 'order'> =>
  orderBy ? { sort: orderBy.field, order: orderBy.direction } : ranking

export const Grouping = describeNames('AnalyticsGrouping', 'Property to group campaigns by.', {
  SECTOR: 'Sector in the client’s record.',
  TYPE: 'Type of the campaign.',
  CLIENT: 'The client.',
})
export type Grouping = keyof typeof Grouping

@Arguments()
export class GroupArgs extends fieldsAfter(PeriodArgs, {
  ...rankingFields(PerformanceSort.STATUS),
  by: field(Grouping, 'Property to group campaigns by.'),
}) {}

/** Maximum number of buckets of a moving average. */
export const MOST_WINDOW = 90

@Arguments()
export class TrendArgs extends fieldsAfter(PeriodArgs, {
  interval: field(Interval, 'Width of a bucket.', { defaultValue: Interval.DAY }),
  campaignId: optional(ID, 'Only figures of this campaign.'),
  window: integer('Number of buckets of the moving average, 1 to 90. Default: 7 days, 4 weeks or 3 months.', {
    min: 1,
    max: MOST_WINDOW,
    type: Int,
  }),
}) {}

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

@Arguments()
export class PredictionArgs extends fieldsAfter(TimeZoneArgs, {
  measure: field(PredictedMeasure, 'Figure to predict.', { defaultValue: PredictedMeasure.IMPRESSIONS }),
  interval: field(Interval, 'Width of a bucket.', { defaultValue: Interval.DAY }),
  campaignId: optional(ID, 'Only figures of this campaign.'),
  horizon: integer('Number of buckets to predict, 1 to 90. Default 14.', { min: 1, max: 90, type: Int }),
  level: field(Int as GraphQLScalarType<Level>, 'Level of the intervals in percent: 80, 90, 95 or 99.', {
    defaultValue: 95,
    rules: [IsIn(LEVELS, { message: `must be one of ${LEVELS.join(', ')}` })],
  }),
}) {}

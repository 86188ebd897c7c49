import type { Context } from '../../engine/context.ts'
import { findRow } from '../../engine/rows.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { addBuckets, addDays, bucketOf, bucketsBetween, Interval, rangeOf } from './analytics.days.ts'
import { addSums, NO_SUMS, type Sums, withRates } from './analytics.figures.ts'
import type { TrendArgs } from './analytics.inputs.ts'
import { type DaySums, daySums } from './analytics.queries.ts'
import type { MovingAverage, Trends } from './analytics.series.outputs.ts'

/** Days that a trend shows, and buckets that its average covers, unless the caller says otherwise. */
const USUAL: Record<Interval, { days: number; window: number }> = {
  [Interval.DAY]: { days: 30, window: 7 },
  [Interval.WEEK]: { days: 84, window: 4 },
  [Interval.MONTH]: { days: 365, window: 3 },
}

/** Sums of each bucket from the one of `from` to the one of `to`; buckets without days have zeros. */
export function fillBuckets(interval: Interval, days: readonly DaySums[], from: string, to: string): Sums[] {
  const found = Map.groupBy(days, ({ day }) => bucketOf(interval, day))
  return bucketsBetween(interval, from, to).map((start) => addSums(found.get(start) ?? [NO_SUMS]))
}

function averageOf(buckets: readonly Sums[]): MovingAverage {
  const { records, ...sums } = addSums(buckets)
  return Object.fromEntries(
    Object.entries(sums).map(([measure, sum]) => [measure, sum / buckets.length]),
  ) as typeof sums
}

/** Whole buckets from the one of `from` to the one of `to`; the average looks back behind the first of them. */
export async function trends(ctx: Context, asked: TrendArgs): Promise<Trends> {
  const { interval, campaignId, timeZone } = asked
  if (campaignId != null) await findRow(ctx, Campaign, campaignId, 'Campaign')
  const range = rangeOf(asked, USUAL[interval].days)
  const window = asked.window ?? USUAL[interval].window
  const from = bucketOf(interval, range.from)
  const to = addDays(addBuckets(interval, bucketOf(interval, range.to), 1), -1)
  const earliest = addBuckets(interval, from, 1 - window)
  const sums = fillBuckets(interval, await daySums(ctx, { from: earliest, to }, campaignId, asked), earliest, to)
  const points = bucketsBetween(interval, from, to).map((start, index) => ({
    ...withRates(sums[index + window - 1] ?? NO_SUMS),
    from: start,
    to: addDays(addBuckets(interval, start, 1), -1),
    movingAverage: averageOf(sums.slice(index, index + window)),
  }))
  return { timeZone, interval, from, to, window, points }
}

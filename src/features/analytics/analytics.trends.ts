import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import {
  addBuckets,
  addDays,
  bucketOf,
  bucketsBetween,
  daysIn,
  Interval,
  latestDay,
  MOST_DAYS,
  rangeOf,
} from './analytics.days.ts'
import { addSums, MEASURES, mapMeasures, NO_SUMS, type Sums, withRates } from './analytics.figures.ts'
import { MOST_WINDOW, type TrendArgs } from './analytics.inputs.ts'
import { type DaySums, daySums } from './analytics.queries.ts'
import type { MovingAverage, Trends } from './analytics.series.outputs.ts'

/** Default number of days of a trend, and default window of its average. */
const USUAL: Record<Interval, { days: number; window: number }> = {
  [Interval.DAY]: { days: 30, window: 7 },
  [Interval.WEEK]: { days: 84, window: 4 },
  [Interval.MONTH]: { days: 365, window: 3 },
}

const DAYS_PER_BUCKET = { [Interval.DAY]: 1, [Interval.WEEK]: 7, [Interval.MONTH]: 28 }
/** Complexity points of the statement and of each bucket that it reads. A default trend costs one request. */
const STATEMENT_POINTS = 350
const POINTS_PER_BUCKET = 4

/** Complexity points of a trend: its buckets, and the earlier buckets of the first average. */
export function trendCost({ interval, from, to, window }: Partial<TrendArgs>): number {
  const width = interval ?? Interval.DAY
  const usual = USUAL[width]
  const days = from == null ? usual.days : daysIn(from, to ?? latestDay())
  // The cost is computed before the arguments are validated.
  const buckets = Math.ceil(clamp(days || usual.days, MOST_DAYS) / DAYS_PER_BUCKET[width])
  return STATEMENT_POINTS + POINTS_PER_BUCKET * (buckets + clamp(window ?? usual.window, MOST_WINDOW))
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, 1), most)

/**
 * The sums of each bucket from the one that contains `from` to the one that contains `to`. Buckets without records have
 * zeros.
 */
export function fillBuckets(interval: Interval, days: readonly DaySums[], from: string, to: string): Sums[] {
  const found = Map.groupBy(days, ({ day }) => bucketOf(interval, day))
  return bucketsBetween(interval, from, to).map((start) => addSums(found.get(start) ?? [NO_SUMS]))
}

/**
 * The mean of each `window` consecutive buckets, starting with the first complete window. Uses a running sum: each
 * bucket is added once and subtracted once. Sums are integers below 2^53, so the result is exact.
 */
export function movingAverages(buckets: readonly Sums[], window: number): MovingAverage[] {
  const total = { ...NO_SUMS }
  return buckets.flatMap((entering, index) => {
    const leaving = buckets[index - window] ?? NO_SUMS
    for (const measure of MEASURES) total[measure] += entering[measure] - leaving[measure]
    if (index < window - 1) return []
    const { records: _, ...means } = mapMeasures((measure) => total[measure] / window)
    return means
  })
}

/**
 * Complete buckets from the one that contains `from` to the one that contains `to`. The average includes earlier
 * buckets.
 */
export async function trends(ctx: Context, asked: TrendArgs): Promise<Trends> {
  const { interval, campaignId, timeZone } = asked
  if (campaignId != null) await findRow(ctx, Campaign, campaignId, 'Campaign')
  const range = rangeOf(asked, USUAL[interval].days)
  const window = asked.window ?? USUAL[interval].window
  const from = bucketOf(interval, range.from)
  const to = addDays(addBuckets(interval, bucketOf(interval, range.to), 1), -1)
  const earliest = addBuckets(interval, from, 1 - window)
  const sums = fillBuckets(interval, await daySums(ctx, { from: earliest, to }, campaignId, asked), earliest, to)
  const points = movingAverages(sums, window).map((movingAverage, index) => {
    const start = addBuckets(interval, from, index)
    return {
      ...withRates(sums[index + window - 1] ?? NO_SUMS),
      from: start,
      to: addDays(addBuckets(interval, start, 1), -1),
      movingAverage,
    }
  })
  return { timeZone, interval, from, to, window, points }
}

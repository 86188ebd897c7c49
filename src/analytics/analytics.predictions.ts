import type { Context } from '../kernel/context.ts'
import { ServiceError } from '../kernel/errors.ts'
import { findRow } from '../kernel/rows.ts'
import { moduleBeside } from '../kernel/threads.ts'
import { addBuckets, addDays, bucketOf, FIRST_DAY, Interval, todayIn } from './analytics.days.ts'
import type { Sums } from './analytics.figures.ts'
import type { PredictionArgs } from './analytics.inputs.ts'
import { daySums } from './analytics.queries.ts'
import { type Prediction, PredictionMethod } from './analytics.series.outputs.ts'
import { fillBuckets } from './analytics.trends.ts'
import { type Fit, fitHoltWinters, forecast } from './holt-winters.ts'

/** A long series takes a tenth of a second of search, which is none of the event loop's. */
const FITTING = { module: moduleBeside(import.meta.url, './holt-winters'), name: fitHoltWinters.name }

/** Buckets per season: a week of days, a year of weeks or months. */
const SEASON: Record<Interval, number> = { [Interval.DAY]: 7, [Interval.WEEK]: 52, [Interval.MONTH]: 12 }
const USUAL_HORIZON = 14
/** Fewer observations say nothing about a trend. */
const LEAST = 10
/** More would cost time, and weigh next to nothing. */
const MOST = 1100

/**
 * Complete buckets from the first with records to the last with records: what has not been reported yet is no zero.
 * `next` is the first day of the bucket behind them.
 */
async function history(
  ctx: Context,
  { interval, timeZone, campaignId }: PredictionArgs,
): Promise<{ buckets: Sums[]; next: string }> {
  const current = bucketOf(interval, todayIn(timeZone))
  const days = await daySums(ctx, { from: FIRST_DAY, to: addDays(current, -1) }, campaignId)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { buckets: [], next: current }
  const buckets = fillBuckets(interval, days, first.day, last.day)
  return { buckets: buckets.slice(-MOST), next: addBuckets(interval, bucketOf(interval, last.day), 1) }
}

/** @throws INSUFFICIENT_HISTORY naming how many observations there are and how many are needed */
export async function predict(ctx: Context, args: PredictionArgs): Promise<Prediction> {
  const { measure, interval, campaignId, level } = args
  if (campaignId != null) await findRow(ctx, 'campaign', campaignId, 'Campaign')
  const { buckets, next } = await history(ctx, args)
  const observations = buckets.length
  if (observations < LEAST) {
    const message = `A prediction needs at least ${LEAST} observations; there are ${observations}`
    throw new ServiceError('INSUFFICIENT_HISTORY', message, { observations, needed: LEAST })
  }
  const isSeasonal = observations >= 2 * SEASON[interval]
  const seasonLength = isSeasonal ? SEASON[interval] : null
  const series = buckets.map((bucket) => bucket[measure])
  const model = await ctx.service('threads').run<Fit>({ ...FITTING, args: [series, seasonLength ?? 1] })
  const points = forecast(model, args.horizon ?? USUAL_HORIZON, level).map(({ value, lower, upper }, index) => ({
    from: addBuckets(interval, next, index),
    to: addDays(addBuckets(interval, next, index + 1), -1),
    // What is counted is never negative, whatever the straight line says.
    value: Math.max(0, value),
    lower: Math.max(0, lower),
    upper: Math.max(0, upper),
  }))
  return {
    method: isSeasonal ? PredictionMethod.HOLT_WINTERS : PredictionMethod.HOLT,
    measure,
    interval,
    level,
    observations,
    seasonLength,
    alpha: model.alpha,
    beta: model.beta,
    gamma: isSeasonal ? model.gamma : null,
    points,
  }
}

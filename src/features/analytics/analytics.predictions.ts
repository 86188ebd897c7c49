import { ServiceError } from '../../common/errors.ts'
import { moduleBeside } from '../../common/threads.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { TERMINAL_STATUSES } from '../campaigns/campaign.rules.ts'
import { addBuckets, addDays, bucketOf, daysIn, FIRST_DAY, Interval, todayIn } from './analytics.days.ts'
import { type History, historyOf } from './analytics.history.ts'
import type { PredictionArgs } from './analytics.inputs.ts'
import { daySums } from './analytics.queries.ts'
import type { Prediction } from './analytics.series.outputs.ts'
import { forecast, type Task } from './forecast.ts'

/** A forecast of a year of days takes about 30 ms of CPU, so it runs in a worker thread. */
const FORECASTING = { module: moduleBeside(import.meta.url, './forecast'), name: forecast.name }

/** Buckets per season: a week of days, a year of weeks or months. */
const SEASON: Record<Interval, number> = { [Interval.DAY]: 7, [Interval.WEEK]: 52, [Interval.MONTH]: 12 }
const USUAL_HORIZON = 14
/** Minimum number of observations that show a trend. */
const LEAST = 10
/** Maximum number of observations. Older ones would cost time and have almost no weight. */
const MOST = 365

async function history(ctx: Context, { interval, timeZone, campaignId }: PredictionArgs): Promise<History> {
  const campaign = campaignId == null ? undefined : await findRow(ctx, Campaign, campaignId, 'Campaign')
  const today = todayIn(timeZone)
  const earliest = addBuckets(interval, bucketOf(interval, today), -MOST)
  const from = earliest < FIRST_DAY ? FIRST_DAY : earliest
  const days = await daySums(ctx, { from, to: today }, campaignId)
  return historyOf(interval, days, today, campaign !== undefined && TERMINAL_STATUSES.includes(campaign.status))
}

const NO_WEIGHTS = { alpha: null, beta: null, gamma: null, phi: null }
const NOTHING = { method: 'NONE', model: null, seasonLength: null, ...NO_WEIGHTS } as const

const endOf = (interval: Interval, start: string) => addDays(addBuckets(interval, start, 1), -1)
const lengthOf = (interval: Interval, start: string) => daysIn(start, endOf(interval, start))

/** The values per day, so that a long month is no better than a short month. */
const seriesOf = ({ buckets }: History, { interval, measure }: PredictionArgs) =>
  buckets.map((bucket) => bucket[measure] / lengthOf(interval, bucket.from))

function insufficient(observations: number, endedOn: string | null): ServiceError {
  const ended = endedOn === null ? '' : `, and the series ended on ${endedOn}`
  const message = `A prediction needs at least ${LEAST} observations; there are ${observations}${ended}`
  return new ServiceError('INSUFFICIENT_HISTORY', message, { observations, needed: LEAST })
}

/** @throws INSUFFICIENT_HISTORY with the number of observations that exist and that are needed */
export async function predict(ctx: Context, args: PredictionArgs): Promise<Prediction> {
  const { measure, interval, level } = args
  const past = await history(ctx, args)
  const { endedOn } = past
  const observations = past.buckets.length
  if (observations < LEAST) throw insufficient(observations, endedOn)
  const known = { measure, interval, level, observations, endedOn }
  if (endedOn !== null) return { ...known, ...NOTHING, points: [] }
  const horizon = args.horizon ?? USUAL_HORIZON
  const task: Task = { series: seriesOf(past, args), season: SEASON[interval], horizon, level }
  const found = await ctx.threads.run<ReturnType<typeof forecast>>({ ...FORECASTING, args: [task] })
  const points = found.points.map(({ value, lower, upper }, index) => {
    const from = addBuckets(interval, past.next, index)
    // A count is never negative, although the model's value may be.
    const total = (perDay: number) => Math.max(0, perDay * lengthOf(interval, from))
    return { from, to: endOf(interval, from), value: total(value), lower: total(lower), upper: total(upper) }
  })
  return { ...known, ...found, points }
}

import { ServiceError } from '../../common/errors.ts'
import { moduleBeside } from '../../common/threads.ts'
import type { Context } from '../../engine/context.ts'
import { findRow } from '../../engine/rows.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { OVER } from '../campaigns/campaign.rules.ts'
import { addBuckets, addDays, bucketOf, daysIn, FIRST_DAY, Interval, todayIn } from './analytics.days.ts'
import { type History, historyOf } from './analytics.history.ts'
import type { PredictionArgs } from './analytics.inputs.ts'
import { daySums } from './analytics.queries.ts'
import type { Prediction } from './analytics.series.outputs.ts'
import { forecast, type Task } from './forecast.ts'

/** A year of days takes some 30 ms of search, which is none of the event loop's. */
const FORECASTING = { module: moduleBeside(import.meta.url, './forecast'), name: forecast.name }

/** Buckets per season: a week of days, a year of weeks or months. */
const SEASON: Record<Interval, number> = { [Interval.DAY]: 7, [Interval.WEEK]: 52, [Interval.MONTH]: 12 }
const USUAL_HORIZON = 14
/** Fewer observations say nothing about a trend. */
const LEAST = 10
/** More would cost time, and weigh next to nothing. */
const MOST = 365

async function history(ctx: Context, { interval, timeZone, campaignId }: PredictionArgs): Promise<History> {
  const campaign = campaignId == null ? undefined : await findRow(ctx, Campaign, campaignId, 'Campaign')
  const today = todayIn(timeZone)
  const earliest = addBuckets(interval, bucketOf(interval, today), -MOST)
  const from = earliest < FIRST_DAY ? FIRST_DAY : earliest
  const days = await daySums(ctx, { from, to: today }, campaignId)
  return historyOf(interval, days, today, campaign !== undefined && OVER.includes(campaign.status))
}

const NOTHING = {
  method: 'NONE',
  model: null,
  seasonLength: null,
  alpha: null,
  beta: null,
  gamma: null,
  phi: null,
} as const

const endOf = (interval: Interval, start: string) => addDays(addBuckets(interval, start, 1), -1)
const lengthOf = (interval: Interval, start: string) => daysIn(start, endOf(interval, start))

/** Per day, so that a long month is no better than a short one. */
const seriesOf = ({ buckets }: History, { interval, measure }: PredictionArgs) =>
  buckets.map((bucket) => bucket[measure] / lengthOf(interval, bucket.from))

function insufficient(observations: number, endedOn: string | null): ServiceError {
  const ended = endedOn === null ? '' : `, and the series ended on ${endedOn}`
  const message = `A prediction needs at least ${LEAST} observations; there are ${observations}${ended}`
  return new ServiceError('INSUFFICIENT_HISTORY', message, { observations, needed: LEAST })
}

/** @throws INSUFFICIENT_HISTORY naming how many observations there are and how many are needed */
export async function predict(ctx: Context, args: PredictionArgs): Promise<Prediction> {
  const { measure, interval, level } = args
  const past = await history(ctx, args)
  const { endedOn } = past
  const observations = past.buckets.length
  if (observations < LEAST) throw insufficient(observations, endedOn)
  const told = { measure, interval, level, observations, endedOn }
  if (endedOn !== null) return { ...told, ...NOTHING, points: [] }
  const horizon = args.horizon ?? USUAL_HORIZON
  const task: Task = { series: seriesOf(past, args), season: SEASON[interval], horizon, level }
  const found = await ctx.service('threads').run<ReturnType<typeof forecast>>({ ...FORECASTING, args: [task] })
  const points = found.points.map(({ value, lower, upper }, index) => {
    const from = addBuckets(interval, past.next, index)
    // What is counted is never negative, whatever the model says.
    const total = (perDay: number) => Math.max(0, perDay * lengthOf(interval, from))
    return { from, to: endOf(interval, from), value: total(value), lower: total(lower), upper: total(upper) }
  })
  return { ...told, ...found, points }
}

import { type Contender, contendersFor, type Description } from './methods.ts'
import { type Level, quantile, reachedLevel } from './quantiles.ts'

/** The input of a forecast. */
export interface Task {
  series: readonly number[]
  /** Observations per season, if the series may have a season. */
  season: number
  horizon: number
  level: Level
}

/** The forecast of one step: expected value, lower bound and upper bound. */
export interface Forecast {
  value: number
  lower: number
  upper: number
}

/** The forecasts of a method for the past, each from the data known at that time. */
interface Trial {
  /** Mean square of the errors. */
  error: number
  /** Each error, in standard deviations of the model. */
  scores: number[]
}

/** Number of points in the past from which the past is forecast. The first is after this share of the series. */
const MOST_ORIGINS = 12
const KNOWN = 0.35

/** Forecasts the past from successive origins (rolling origin), with a new fit at each origin. */
function tryOut(contender: Contender, variance: number, { series, horizon }: Task): Trial {
  const first = Math.max(Math.ceil(KNOWN * series.length), contender.least)
  const step = Math.ceil((series.length - first) / MOST_ORIGINS)
  const errors: number[] = []
  const scores: number[] = []
  for (let origin = series.length - 1; origin >= first; origin -= step) {
    const ahead = series.slice(origin, origin + horizon)
    const expected = contender.fit(series.slice(0, origin)).expect(ahead.length, variance)
    for (const [index, { value, deviation }] of expected.entries()) {
      const error = Math.abs((ahead[index] ?? 0) - value)
      errors.push(error ** 2)
      if (deviation > 0) scores.push(error / deviation)
    }
  }
  return { error: errors.reduce((sum, error) => sum + error, 0) / errors.length, scores }
}

/**
 * The factor that widens the model's intervals, from the errors of past forecasts (conformal prediction). 1 if the
 * intervals were wide enough.
 */
function widening(scores: readonly number[], level: Level, freedom: number): number {
  const reached = reachedLevel(scores.length, level)
  if (!reached) return 1
  const rank = Math.ceil(((scores.length + 1) * reached) / 100)
  const score = scores.toSorted((a, b) => a - b)[rank - 1] ?? 0
  return Math.max(1, score / quantile(reached, freedom))
}

/** Forecasts a series with the method that forecast its past best. The length of the series bounds the work. */
export function forecast(task: Task): Description & { points: Forecast[] } {
  const { series, season, horizon, level } = task
  const tried = contendersFor(series, season).map((contender) => {
    const fitted = contender.fit(series)
    return { fitted, ...tryOut(contender, fitted.variance, task) }
  })
  const { fitted, scores } = tried.reduce((a, b) => (b.error < a.error ? b : a))
  const { description, parameters, variance, expect } = fitted
  const freedom = Math.max(3, series.length - parameters)
  const width = quantile(level, freedom) * widening(scores, level, freedom)
  const points = expect(horizon, variance).map(({ value, deviation }) => ({
    value,
    lower: value - width * deviation,
    upper: value + width * deviation,
  }))
  return { ...description, points }
}

import { type Contender, contendersFor, type Description } from './methods.ts'
import { type Level, quantile, reachedLevel } from './quantiles.ts'

/** What is to be forecast. */
export interface Task {
  series: readonly number[]
  /** Observations per season, if there is one. */
  season: number
  horizon: number
  level: Level
}

/** One step ahead: what is expected, and between which bounds. */
export interface Forecast {
  value: number
  lower: number
  upper: number
}

/** What a method would have said of the past, each time from what was known before. */
interface Trial {
  /** Mean square of its errors. */
  error: number
  /** Each error, in standard deviations of the model. */
  scores: number[]
}

/** The past is forecast from so many moments; the first comes behind this share of the series. */
const MOST_ORIGINS = 12
const KNOWN = 0.35

/** Forecasts the past from moments that move on (rolling origin), fitting anew at each. */
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
 * How many times as wide as the model's own the intervals must be: conformal prediction with the errors of the past. The
 * model's are kept where they are wide enough.
 */
function widening(scores: readonly number[], level: Level, freedom: number): number {
  const reached = reachedLevel(scores.length, level)
  if (!reached) return 1
  const rank = Math.ceil(((scores.length + 1) * reached) / 100)
  const score = scores.toSorted((a, b) => a - b)[rank - 1] ?? 0
  return Math.max(1, score / quantile(reached, freedom))
}

/** Forecasts a series by the method that did best on its past. Work is bounded by the length of the series. */
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

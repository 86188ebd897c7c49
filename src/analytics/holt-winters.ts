/*
 * Additive exponential smoothing as R's stats::HoltWinters does it: start values from a decomposition of the first two
 * seasons, smoothing parameters by least squares of the one-step errors, intervals from the variance of these errors
 * and the moving-average form of the model (Yar & Chatfield 1990).
 */

/** Levels of prediction intervals in percent, and the normal quantiles behind them. */
const QUANTILES = new Map([
  [80, 1.2815515655446004],
  [90, 1.6448536269514722],
  [95, 1.959963984540054],
  [99, 2.5758293035489004],
])
/** The levels that there are quantiles for. */
export const LEVELS = [...QUANTILES.keys()]

/** Weights of the newest observation in level, trend and season; without season `gamma` is 0. */
export interface Smoothing {
  alpha: number
  beta: number
  gamma: number
}

interface State {
  level: number
  trend: number
  /** The seasonal components, that of the next observation first; empty without season. */
  season: number[]
}

/** A model fitted to a series. */
export interface Fit extends Smoothing, State {
  /** Sum of the squared one-step errors. */
  sse: number
  /** Variance of the one-step errors. */
  variance: number
}

/** One step ahead: what is expected, and between which bounds. */
export interface Forecast {
  value: number
  lower: number
  upper: number
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The trend of two seasons: an average over one season centred on each observation that has half a season around. */
function centredAverages(series: readonly number[], period: number): number[] {
  const half = Math.floor(period / 2)
  return series.slice(half, series.length - half).map((_, index) => {
    const around = series.slice(index, index + 2 * half + 1)
    const ends = period % 2 === 0 ? ((around[0] ?? 0) + (around.at(-1) ?? 0)) / 2 : 0
    const whole = around.reduce((sum, value) => sum + value, 0)
    return (whole - ends) / period
  })
}

/** The straight line through values at 1, 2, 3, ... by least squares. */
function line(values: readonly number[]): { intercept: number; slope: number } {
  const middle = (values.length + 1) / 2
  const average = mean(values)
  const squares = values.reduce((sum, _, index) => sum + (index + 1 - middle) ** 2, 0)
  const products = values.reduce((sum, value, index) => sum + (index + 1 - middle) * (value - average), 0)
  const slope = products / squares
  return { intercept: average - slope * middle, slope }
}

function seasonalStart(series: readonly number[], period: number): State {
  const seasons = series.slice(0, 2 * period)
  const trend = centredAverages(seasons, period)
  const { intercept, slope } = line(trend)
  const offset = Math.floor(period / 2)
  const rest = trend.map((value, index) => ({
    place: (index + offset) % period,
    value: (seasons[index + offset] ?? 0) - value,
  }))
  const figure = Array.from({ length: period }, (_, place) =>
    mean(rest.filter((each) => each.place === place).map(({ value }) => value)),
  )
  const average = mean(figure)
  return { level: intercept, trend: slope, season: figure.map((value) => value - average) }
}

function trendStart([first = 0, second = 0]: readonly number[]): State {
  return { level: second, trend: second - first, season: [] }
}

/** Runs the filter over the observations behind the start; `onError` sees each one-step error. */
function smooth(
  observations: readonly number[],
  start: State,
  { alpha, beta, gamma }: Smoothing,
  onError: (error: number) => void,
): State {
  let { level, trend } = start
  const season = [...start.season]
  const period = Math.max(season.length, 1)
  for (const [index, observed] of observations.entries()) {
    const seasonal = season[index % period] ?? 0
    onError(observed - (level + trend + seasonal))
    const before = level
    level = alpha * (observed - seasonal) + (1 - alpha) * (level + trend)
    trend = beta * (level - before) + (1 - beta) * trend
    if (season.length > 0) season[index % period] = gamma * (observed - level) + (1 - gamma) * seasonal
  }
  const next = observations.length % period
  return { level, trend, season: [...season.slice(next), ...season.slice(0, next)] }
}

const LEAST_STEP = 1e-6
/** In a narrow valley the steps stay small for long, for gains that nobody would see. */
const MOST_TRIES = 2000

/**
 * Finds the least value of `cost` on the unit cube: tries a step up and down every axis and along the last gain,
 * halves the steps when none helps.
 */
function minimize(cost: (point: readonly number[]) => number, start: readonly number[]): number[] {
  let best = [...start]
  let least = cost(best)
  let tries = 0
  const attempt = (point: number[]) => {
    tries++
    const inside = point.map((value) => Math.min(1, Math.max(0, value)))
    const value = cost(inside)
    if (value >= least) return false
    best = inside
    least = value
    return true
  }
  for (let step = 0.25; step > LEAST_STEP && tries < MOST_TRIES; ) {
    const base = best
    for (const axis of start.keys()) {
      const moved = (by: number) => best.map((value, index) => (index === axis ? value + by : value))
      if (!attempt(moved(step))) attempt(moved(-step))
    }
    if (best === base) step /= 2
    else attempt(best.map((value, index) => 2 * value - (base[index] ?? 0)))
  }
  return best
}

/** Where the search begins: R's start, and a quick and a slow level, since the errors may have several valleys. */
const STARTS = [
  [0.3, 0.1, 0.1],
  [0.9, 0.1, 0.1],
  [0.05, 0.05, 0.5],
]

/** Fits the model: with season when `period` is more than 1, which needs two whole seasons; else with level and trend. */
export function fitHoltWinters(series: readonly number[], period = 1): Fit {
  const isSeasonal = period > 1
  const start = isSeasonal ? seasonalStart(series, period) : trendStart(series)
  const observations = series.slice(isSeasonal ? period : 2)
  const smoothing = ([alpha = 0, beta = 0, gamma = 0]: readonly number[]) => ({ alpha, beta, gamma })
  const sseAt = (point: readonly number[]) => {
    let sse = 0
    smooth(observations, start, smoothing(point), (error) => {
      sse += error * error
    })
    return sse
  }
  const found = STARTS.map((point) => minimize(sseAt, point.slice(0, isSeasonal ? 3 : 2)))
  const best = found.reduce((a, b) => (sseAt(b) < sseAt(a) ? b : a))
  const errors: number[] = []
  const state = smooth(observations, start, smoothing(best), (error) => errors.push(error))
  const average = mean(errors)
  const variance = errors.reduce((sum, error) => sum + (error - average) ** 2, 0) / (errors.length - 1)
  return { ...smoothing(best), ...state, sse: sseAt(best), variance }
}

/** What is expected of the next `horizon` observations, with intervals of a level in percent. */
export function forecast(model: Fit, horizon: number, level: number): Forecast[] {
  const { alpha, beta, gamma, season } = model
  const quantile = QUANTILES.get(level)
  if (quantile === undefined) throw new Error(`There is no quantile for ${level} %`)
  const isSeason = (steps: number) => season.length > 0 && steps % season.length === 0
  let spread = 1
  return Array.from({ length: horizon }, (_, index) => {
    if (index > 0) spread += (alpha * (1 + index * beta) + (isSeason(index) ? gamma * (1 - alpha) : 0)) ** 2
    const value = model.level + (index + 1) * model.trend + (season[index % Math.max(season.length, 1)] ?? 0)
    const margin = quantile * Math.sqrt(spread * model.variance)
    return { value, lower: value - margin, upper: value + margin }
  })
}

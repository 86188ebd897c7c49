import { type Form, type State, startOf } from './ets.start.ts'
import { minimize } from './nelder-mead.ts'

/*
 * Exponential smoothing as a state space model (Hyndman, Koehler, Ord & Snyder, "Forecasting with Exponential
 * Smoothing", 2008). Notation, likelihood and variances are those of R's forecast::ets. Errors and season are additive
 * (ETS(A,..)) or multiplicative (ETS(M,..)). The trend is none, linear or damped.
 */

/**
 * The shares of an error that update level, trend and season, and the damping factor of the trend. 0 for absent
 * components.
 */
export interface Weights {
  alpha: number
  beta: number
  gamma: number
  phi: number
}

/** The expected value of a future observation, and its standard deviation. */
export interface Expected {
  value: number
  deviation: number
}

/** The result of running a model with given weights over a series. */
export interface Course {
  state: State
  /** Sum of the squared one-step errors; multiplicative errors are relative. */
  squares: number
  /** Minus twice the log likelihood, up to a constant that depends on the length only. */
  deviance: number
}

/** A model fitted to a series. */
export interface EtsFit extends Form, Weights {
  state: State
  /** Number of estimated parameters: weights, start states, and the variance. */
  parameters: number
  variance: number
  /** Akaike's criterion, corrected for short series. The lowest value marks the best of several models. */
  aicc: number
}

/** Smallest error, as a share of the series' size, so that a fit without errors has a finite likelihood. */
const LEAST_ERROR = 1e-9

/** Runs a model over a series. A fit calls this several hundred times, so it allocates only its result. */
export function run(series: readonly number[], start: State, weights: Weights, form: Form): Course {
  const { alpha, beta, gamma, phi } = weights
  const { period, isMultiplicative } = form
  const season = isSeasonal(form) ? [...start.season] : [isMultiplicative ? 1 : 0]
  let { level, trend } = start
  let [squares, logarithms, size, place] = [0, 0, 0, 0]
  for (const observed of series) {
    const base = level + phi * trend
    const seasonal = season[place] ?? 0
    const expected = isMultiplicative ? base * seasonal : base + seasonal
    if (isMultiplicative && !(expected > 0)) return { state: start, squares, deviance: Number.POSITIVE_INFINITY }
    const error = observed - expected
    // The error of the level.
    const missed = isMultiplicative ? error / seasonal : error
    const relative = isMultiplicative ? error / expected : error
    squares += relative * relative
    if (isMultiplicative) logarithms += Math.log(expected)
    else size = Math.max(size, Math.abs(observed))
    season[place] = seasonal + gamma * (isMultiplicative ? error / base : error)
    level = base + alpha * missed
    trend = phi * trend + beta * missed
    if (++place === period) place = 0
  }
  const count = series.length
  const least = count * (LEAST_ERROR * (isMultiplicative ? 1 : size || 1)) ** 2
  const deviance = count * Math.log(Math.max(squares, least)) + 2 * logarithms
  const turned = isSeasonal(form) ? [...season.slice(place), ...season.slice(0, place)] : []
  return { state: { level, trend, season: turned }, squares, deviance }
}

const isSeasonal = ({ period }: Form) => period > 1

/**
 * Number of parameters: weights, start level and variance; trend and damping; the season's weight and its figures,
 * whose sum is fixed.
 */
export function parametersOf(form: Form): number {
  const ofTrend = { NONE: 0, LINEAR: 2, DAMPED: 3 }[form.trend]
  return 3 + ofTrend + (isSeasonal(form) ? form.period : 0)
}

/** Akaike's criterion for a deviance. Infinite if the observations are too few for the parameters. */
export function aiccOf(deviance: number, parameters: number, observations: number): number {
  const spare = observations - parameters - 1
  if (spare <= 0) return Number.POSITIVE_INFINITY
  return deviance + 2 * parameters + (2 * parameters * (parameters + 1)) / spare
}

const [LEAST_WEIGHT, MOST_WEIGHT] = [1e-4, 0.9999]
const [LEAST_DAMPING, MOST_DAMPING] = [0.8, 0.98]
const inside = (share: number, least: number, most: number) => least + share * (most - least)
const weightAt = (share: number) => inside(share, LEAST_WEIGHT, MOST_WEIGHT)

/** Maps a point of the unit cube to weights within the bounds of R: beta below alpha, gamma below 1 - alpha. */
function weightsAt([first = 0, second = 0, third = 0, fourth = 0]: readonly number[], form: Form): Weights {
  const alpha = weightAt(first)
  return {
    alpha,
    beta: form.trend === 'NONE' ? 0 : alpha * weightAt(second),
    gamma: isSeasonal(form) ? (1 - alpha) * weightAt(third) : 0,
    phi: { NONE: 0, LINEAR: 1, DAMPED: inside(fourth, LEAST_DAMPING, MOST_DAMPING) }[form.trend],
  }
}

/** Start point of the search for weights. */
const START = [0.3, 0.1, 0.1, 0.9]

/** Fits the weights of a model by maximum likelihood. The start states are estimated before. */
export function fitEts(series: readonly number[], form: Form): EtsFit {
  const start = startOf(series, form)
  const free = [true, form.trend !== 'NONE', isSeasonal(form), form.trend === 'DAMPED']
  const axes = [...START.keys()].filter((axis) => free[axis])
  const spread = (point: readonly number[]) => START.map((usual, axis) => point[axes.indexOf(axis)] ?? usual)
  const at = (point: readonly number[]) => run(series, start, weightsAt(spread(point), form), form)
  const found = minimize(
    (point) => at(point).deviance,
    axes.map((axis) => START[axis] ?? 0),
  )
  const { state, squares, deviance } = at(found)
  const parameters = parametersOf(form)
  return {
    ...form,
    ...weightsAt(spread(found), form),
    state,
    parameters,
    variance: squares / Math.max(1, series.length - parameters + 1),
    aicc: aiccOf(deviance, parameters, series.length),
  }
}

/** The expected next observations, given the variance of the errors. */
export function expectEts(
  model: Omit<EtsFit, 'parameters' | 'aicc'>,
  horizon: number,
  variance = model.variance,
): Expected[] {
  const { period, isMultiplicative, state, alpha, beta, gamma, phi } = model
  // Squared weight of an error this number of steps later.
  const echoes: number[] = []
  const moments: number[] = []
  let [sum, damping, trendSteps] = [0, 1, 0]
  return Array.from({ length: horizon }, (_, index) => {
    damping *= phi
    trendSteps += damping
    const level = state.level + trendSteps * state.trend
    const seasonal = state.season[index % period] ?? (isMultiplicative ? 1 : 0)
    const isNextSeason = isSeasonal(model) && (index + 1) % period === 0
    const echo = (alpha + beta * trendSteps + (isNextSeason && !isMultiplicative ? gamma : 0)) ** 2
    if (!isMultiplicative) {
      const deviation = Math.sqrt(variance * (1 + sum))
      sum += echo
      return { value: level + seasonal, deviation }
    }
    // The expected square of the level, by the recursion for multiplicative errors.
    const moment = echoes.reduce(
      (total, each, age) => total + variance * each * (moments[index - 1 - age] ?? 0),
      level ** 2,
    )
    echoes.push(echo)
    moments.push(moment)
    const seasons = (1 + gamma ** 2 * variance) ** Math.floor(index / period)
    const spread = isSeasonal(model) ? moment * (1 + variance) * seasons : moment * (1 + variance)
    return { value: level * seasonal, deviation: seasonal * Math.sqrt(Math.max(0, spread - level ** 2)) }
  })
}

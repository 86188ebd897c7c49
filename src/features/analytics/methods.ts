import { type EtsFit, type Expected, expectEts, type Form, fitEts } from './ets.ts'
import { fitTsb, isIntermittent } from './intermittent.ts'
import { fitSeasonalNaive } from './seasonal-naive.ts'

export type Method = 'SIMPLE_SMOOTHING' | 'HOLT' | 'DAMPED_TREND' | 'HOLT_WINTERS' | 'SEASONAL_NAIVE' | 'TSB'

/** What a method says of itself: its name, that of its model, its season, and the weights that it has. */
export interface Description {
  method: Method
  model: string | null
  seasonLength: number | null
  alpha: number | null
  beta: number | null
  gamma: number | null
  phi: number | null
}

/** A method fitted to a series. */
export interface Fitted {
  description: Description
  parameters: number
  variance: number
  expect: (horizon: number, variance: number) => Expected[]
}

/** A method that may be the one for a series. */
export interface Contender {
  /** Fewer observations it cannot be fitted to. */
  least: number
  fit: (series: readonly number[]) => Fitted
}

/** A season counts from so many whole ones, so that there is more of it than one change. */
const SEASONS = 3
/** Fewer observations than that tell nothing, even to a method without a season. */
const LEAST = 4

const etsOf = (form: Form): Contender => ({
  least: form.period > 1 ? 2 * form.period : LEAST,
  fit: (series) => describeEts(fitEts(series, form)),
})

function describeEts(fit: EtsFit): Fitted {
  const { trend, period, isMultiplicative, alpha, beta, gamma, phi, parameters, variance } = fit
  const isSeasonal = period > 1
  const kind = isMultiplicative ? 'M' : 'A'
  const ofTrend = { NONE: 'SIMPLE_SMOOTHING', LINEAR: 'HOLT', DAMPED: 'DAMPED_TREND' } as const
  return {
    description: {
      method: isSeasonal ? 'HOLT_WINTERS' : ofTrend[trend],
      model: `ETS(${kind},${{ NONE: 'N', LINEAR: 'A', DAMPED: 'Ad' }[trend]},${isSeasonal ? kind : 'N'})`,
      seasonLength: isSeasonal ? period : null,
      alpha,
      beta: trend === 'NONE' ? null : beta,
      gamma: isSeasonal ? gamma : null,
      phi: trend === 'DAMPED' ? phi : null,
    },
    parameters,
    variance,
    expect: (horizon, used) => expectEts(fit, horizon, used),
  }
}

const NO_WEIGHTS = { model: null, seasonLength: null, alpha: null, beta: null, gamma: null, phi: null }

const naiveOf = (season: number): Contender => ({
  least: season + 1,
  fit(series) {
    const { variance, expect } = fitSeasonalNaive(series, season)
    return {
      description: { ...NO_WEIGHTS, method: 'SEASONAL_NAIVE', seasonLength: season },
      parameters: 1,
      variance,
      expect,
    }
  },
})

const TSB: Contender = {
  least: LEAST,
  fit(series) {
    const { alpha, beta, amount, probability, parameters, variance } = fitTsb(series)
    return {
      description: { ...NO_WEIGHTS, method: 'TSB', alpha, beta },
      parameters,
      variance,
      expect: (horizon, used) =>
        Array.from({ length: horizon }, () => ({ value: amount * probability, deviation: Math.sqrt(used) })),
    }
  },
}

/** The form of exponential smoothing that Akaike's criterion prefers. */
function bestForm(series: readonly number[], season: number): Form {
  const periods = season > 1 && series.length >= SEASONS * season ? [1, season] : [1]
  const kinds = series.every((value) => value > 0) ? [false, true] : [false]
  const forms = periods.flatMap((period) =>
    kinds.flatMap((isMultiplicative) =>
      (['NONE', 'LINEAR', 'DAMPED'] as const).map((trend) => ({ trend, period, isMultiplicative })),
    ),
  )
  const fits = forms.map((form) => ({ form, aicc: fitEts(series, form).aicc }))
  return fits.reduce((a, b) => (b.aicc < a.aicc ? b : a)).form
}

/** The methods that may be the one for a series. Their likelihoods do not compare, so only their forecasts can. */
export function contendersFor(series: readonly number[], season: number): Contender[] {
  const found = [etsOf(bestForm(series, season))]
  if (season > 1 && series.length >= 2 * season) found.push(naiveOf(season))
  if (isIntermittent(series)) found.push(TSB)
  return found
}

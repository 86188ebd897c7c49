import type { Form } from './ets.start.ts'
import { type EtsFit, type Expected, expectEts, fitEts } from './ets.ts'
import { fitTsb, isIntermittent } from './intermittent.ts'
import { fitSeasonalNaive } from './seasonal-naive.ts'

export type Method = 'SIMPLE_SMOOTHING' | 'HOLT' | 'DAMPED_TREND' | 'HOLT_WINTERS' | 'SEASONAL_NAIVE' | 'TSB'

/** The result fields of a method: its name, its model's name, its season and its weights. */
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

/** A method that is a candidate for a series. */
export interface Contender {
  /** Minimum number of observations that it can be fitted to. */
  least: number
  fit: (series: readonly number[]) => Fitted
}

/** Number of complete seasons from which a season is modelled, because two seasons show only one change. */
const SEASONS = 3
/** Minimum number of observations of any method. */
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

/** The form of exponential smoothing with the best Akaike criterion. */
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

/**
 * The candidate methods of a series. Their likelihoods are not comparable, so only their forecasts of the past are
 * compared.
 */
export function contendersFor(series: readonly number[], season: number): Contender[] {
  const found = [etsOf(bestForm(series, season))]
  if (season > 1 && series.length >= 2 * season) found.push(naiveOf(season))
  if (isIntermittent(series)) found.push(TSB)
  return found
}

/** The components of a model. */
export interface Form {
  trend: 'NONE' | 'LINEAR' | 'DAMPED'
  /** Observations per season; 1 without a season. */
  period: number
  /** Whether errors and season are relative to the level, which must then stay positive. */
  isMultiplicative: boolean
}

/** The state of a model after an observation. The seasonal figure of the next observation is first. */
export interface State {
  level: number
  trend: number
  season: number[]
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The least-squares line through values at 1, 2, 3, ... */
function line(values: readonly number[]): { intercept: number; slope: number } {
  const middle = (values.length + 1) / 2
  const average = mean(values)
  const squares = values.reduce((sum, _, index) => sum + (index + 1 - middle) ** 2, 0)
  const products = values.reduce((sum, value, index) => sum + (index + 1 - middle) * (value - average), 0)
  const slope = products / squares
  return { intercept: average - slope * middle, slope }
}

/** The mean over one season, centred on an observation. In a season of even length the two ends count half. */
function centredAverage(series: readonly number[], index: number, period: number): number {
  const half = Math.floor(period / 2)
  const around = series.slice(index - half, index + half + 1)
  const ends = period % 2 === 0 ? ((around[0] ?? 0) + (around.at(-1) ?? 0)) / 2 : 0
  return (around.reduce((sum, value) => sum + value, 0) - ends) / period
}

/**
 * The seasonal figure of each position in the season, added to or multiplied with the mean around it (classical
 * decomposition).
 */
function seasonOf(series: readonly number[], { period, isMultiplicative }: Form): number[] {
  const half = Math.floor(period / 2)
  const figures = Array.from({ length: period }, () => [] as number[])
  for (let index = half; index < series.length - half; index++) {
    const average = centredAverage(series, index, period)
    const observed = series[index] ?? 0
    figures[index % period]?.push(isMultiplicative ? observed / average : observed - average)
  }
  const means = figures.map(mean)
  const usual = mean(means)
  return means.map((figure) => (isMultiplicative ? figure / usual : figure - usual))
}

/** Number of observations from which the start level and trend are estimated; two seasons if the model has a season. */
const FIRST = 10

/** The start states of a model, from which R's forecast::ets also starts its search. */
export function startOf(series: readonly number[], form: Form): State {
  const season = form.period > 1 ? seasonOf(series, form) : []
  const without = (value: number, index: number) => {
    const seasonal = season[index % form.period]
    if (seasonal === undefined) return value
    return form.isMultiplicative ? value / seasonal : value - seasonal
  }
  const first = series.slice(0, Math.max(FIRST, 2 * form.period)).map(without)
  if (form.trend === 'NONE') return { level: mean(first), trend: 0, season }
  const { intercept, slope } = line(first)
  return { level: intercept, trend: slope, season }
}

import type { Form, State } from './ets.ts'

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The straight line through values at 1, 2, 3, ... by least squares. */
function line(values: readonly number[]): { intercept: number; slope: number } {
  const middle = (values.length + 1) / 2
  const average = mean(values)
  const squares = values.reduce((sum, _, index) => sum + (index + 1 - middle) ** 2, 0)
  const products = values.reduce((sum, value, index) => sum + (index + 1 - middle) * (value - average), 0)
  const slope = products / squares
  return { intercept: average - slope * middle, slope }
}

/** The average over one season centred on an observation; of an even season the ends count half. */
function centredAverage(series: readonly number[], index: number, period: number): number {
  const half = Math.floor(period / 2)
  const around = series.slice(index - half, index + half + 1)
  const ends = period % 2 === 0 ? ((around[0] ?? 0) + (around.at(-1) ?? 0)) / 2 : 0
  return (around.reduce((sum, value) => sum + value, 0) - ends) / period
}

/** What each place of a season adds to the average around it, or which share of it it is: classical decomposition. */
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

/** So many observations tell the level and trend that a series starts with; two seasons where it has any. */
const FIRST = 10

/** The states that a model starts from: as R's forecast::ets begins to search for them. */
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

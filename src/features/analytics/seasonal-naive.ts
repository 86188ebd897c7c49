import { mean } from './ets.start.ts'
import type { Expected } from './ets.ts'

/** Predicts the value of one season ago. */
export function fitSeasonalNaive(series: readonly number[], period: number) {
  const changes = series.slice(period).map((value, index) => value - (series[index] ?? 0))
  const last = series.slice(-period)
  return {
    variance: mean(changes.map((change) => change ** 2)),
    /** Each further season adds the same variance as the first. */
    expect: (horizon: number, variance: number): Expected[] =>
      Array.from({ length: horizon }, (_, index) => ({
        value: last[index % period] ?? 0,
        deviation: Math.sqrt(variance * (1 + Math.floor(index / period))),
      })),
  }
}

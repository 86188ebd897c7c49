import { mean } from './ets.start.ts'
import type { Expected } from './ets.ts'

/** What was a season ago comes again. */
export function fitSeasonalNaive(series: readonly number[], period: number) {
  const changes = series.slice(period).map((value, index) => value - (series[index] ?? 0))
  const last = series.slice(-period)
  return {
    variance: mean(changes.map((change) => change ** 2)),
    /** Each season further on adds as much doubt as the first. */
    expect: (horizon: number, variance: number): Expected[] =>
      Array.from({ length: horizon }, (_, index) => ({
        value: last[index % period] ?? 0,
        deviation: Math.sqrt(variance * (1 + Math.floor(index / period))),
      })),
  }
}

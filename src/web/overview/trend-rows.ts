import type { ForecastQuery, TrendsQuery } from '../api/generated.ts'
import { today } from '../format.ts'

export type TrendPoint = NonNullable<TrendsQuery['analyticsTrends']>['points'][number]
export type TrendFigures = TrendPoint['movingAverage']
type ForecastPoint = NonNullable<ForecastQuery['analyticsPredictions']>['points'][number]

/** A day of the chart: what was, or what is expected. */
export interface TrendRow {
  day: string
  actual: number | null
  average: number | null
  expected: number | null
  lower: number | null
  upper: number | null
}

const NOTHING = { actual: null, average: null, expected: null, lower: null, upper: null }

const isReported = ({ impressions, clicks, conversions, spendCents, revenueCents }: TrendPoint) =>
  [impressions, clicks, conversions, spendCents, revenueCents].some((figure) => figure !== 0)

/**
 * Puts the forecast behind the trend. It begins behind the last day with records; where the two meet, the day is not
 * over or not reported yet, and a fall to nothing would be a false alarm: the forecast stands there. The last day that
 * is known starts the forecast's line, so that the two hang together. Without a forecast the present day is left out
 * until something is reported of it, for the same reason.
 */
export function joined(trend: TrendPoint[], forecast: ForecastPoint[], field: keyof TrendFigures): TrendRow[] {
  const start = forecast[0]?.from ?? '9999'
  const known = trend.filter((point) => point.from < start && (point.from < today() || isReported(point)))
  const past = known.map((point, index) => {
    const actual = point[field]
    const isLast = forecast.length > 0 && index === known.length - 1
    const meeting = isLast ? { expected: actual, lower: actual, upper: actual } : {}
    return { ...NOTHING, day: point.from, actual, average: point.movingAverage[field], ...meeting }
  })
  const future = forecast.map(({ from, value, lower, upper }) => ({
    ...NOTHING,
    day: from,
    expected: value,
    lower,
    upper,
  }))
  return [...past, ...future]
}

import type { ForecastQuery, TrendsQuery } from '../api/generated.ts'
import { today } from '../format.ts'

export type TrendPoint = NonNullable<TrendsQuery['analyticsTrends']>['points'][number]
export type TrendFigures = TrendPoint['movingAverage']
type ForecastPoint = NonNullable<ForecastQuery['analyticsPredictions']>['points'][number]

/** A day of the chart: actual or expected figures. */
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
 * Appends the forecast to the trend. The forecast starts after the last complete day. If a day has both, it is not over
 * or not fully reported. Its low figure would be misleading, so the forecast is shown. The line of the forecast starts
 * at the last actual day, so that the lines connect. For the same reason, today is left out without a forecast until it
 * has records.
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

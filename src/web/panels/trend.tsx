import { useState } from 'preact/hooks'
import { MEASURES, type Measure } from '../api/documents.ts'
import { FORECAST, type ForecastPoint, TRENDS, type TrendFigures, type TrendPoint } from '../api/insights.ts'
import { useQuery } from '../api/use-query.ts'
import { Chart } from '../components/chart.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { compact, compactRand, count, day, label, rand } from '../format.ts'
import { joined, type TrendRow } from './trend-rows.ts'

const PAUSE_MS = 20_000

const FIELD: Record<Measure, keyof TrendFigures> = {
  IMPRESSIONS: 'impressions',
  CLICKS: 'clicks',
  CONVERSIONS: 'conversions',
  SPEND: 'spendCents',
  REVENUE: 'revenueCents',
}

const isMoney = (measure: Measure) => measure === 'SPEND' || measure === 'REVENUE'

/** What was achieved day by day, and what is to be expected. */
export function Trend() {
  const [measure, setMeasure] = useState<Measure>('IMPRESSIONS')
  const trends = useQuery(TRENDS, {}, { topics: ['dashboard'], pauseMs: PAUSE_MS })
  const forecast = useQuery(FORECAST, { measure }, { topics: ['dashboard'], pauseMs: PAUSE_MS })
  // Too short a history is no failure: there is a trend, and no forecast yet.
  const isTooShort = forecast.error?.code === 'INSUFFICIENT_HISTORY'
  const prediction = isTooShort ? undefined : forecast.data?.analyticsPredictions
  const choose = (
    <label class="choice">
      <span class="hidden">Measure</span>
      <select value={measure} onChange={({ currentTarget }) => setMeasure(currentTarget.value as Measure)}>
        {MEASURES.map((name) => (
          <option key={name} value={name}>
            {label(name)}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <Panel title="Trend and forecast" class="wide" aside={choose}>
      <Loaded query={trends}>
        {({ analyticsTrends }) => (
          <TrendChart
            measure={measure}
            trend={analyticsTrends.points}
            forecast={prediction?.points ?? []}
            level={prediction?.level}
          />
        )}
      </Loaded>
      {forecast.error && <p class="quiet">No forecast: {forecast.error.message}.</p>}
    </Panel>
  )
}

interface ChartProps {
  measure: Measure
  trend: TrendPoint[]
  forecast: ForecastPoint[]
  level: number | undefined
}

function TrendChart({ measure, trend, forecast, level }: ChartProps) {
  const field = FIELD[measure]
  const rows = joined(trend, forecast, field)
  if (rows.every(({ actual, expected }) => !actual && !expected)) return <Empty>Nothing has been recorded yet.</Empty>
  const [short, exact] = isMoney(measure) ? [compactRand, rand] : [compact, (value: number) => count(Math.round(value))]
  const summary = summaryOf(measure, rows, level, exact)
  return (
    <figure>
      <Chart rows={rows} name={label(measure)} summary={summary} format={short} level={level} />
      <figcaption>
        <details>
          <summary>The figures as a table</summary>
          <TrendTable rows={rows} name={label(measure)} level={level} format={exact} />
        </details>
      </figcaption>
    </figure>
  )
}

function summaryOf(measure: Measure, rows: TrendRow[], level: number | undefined, format: (value: number) => string) {
  const known = rows.filter(({ actual }) => actual !== null)
  const last = known.at(-1)
  const next = rows.find(({ expected }) => expected !== null)
  const told = last ? `${label(measure)} on ${day(last.day)}: ${format(last.actual ?? 0)}.` : ''
  if (!next) return `${told} There is no forecast.`
  const { expected, lower, upper } = next
  return `${told} Forecast for ${day(next.day)}: ${format(expected ?? 0)}, with ${level} percent confidence between ${format(lower ?? 0)} and ${format(upper ?? 0)}.`
}

interface TableProps {
  rows: TrendRow[]
  name: string
  level: number | undefined
  format: (value: number) => string
}

function TrendTable({ rows, name, level, format }: TableProps) {
  const shown = (value: number | null) => (value === null ? '' : format(value))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section class="scrolled" aria-label={`${name} by day`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" class="number">
              {name}
            </th>
            <th scope="col" class="number">
              Moving average
            </th>
            <th scope="col" class="number">
              Forecast
            </th>
            <th scope="col" class="number">
              {level === undefined ? 'Range' : `Range (${level} %)`}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day: each, actual, average, expected, lower, upper }) => (
            <tr key={each}>
              <th scope="row">{day(each)}</th>
              <td class="number">{shown(actual)}</td>
              <td class="number">{shown(average)}</td>
              <td class="number">{shown(expected)}</td>
              <td class="number">{lower === null ? '' : `${shown(lower)} to ${shown(upper)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

import { useState } from 'preact/hooks'
import { ForecastDocument, PredictedMeasure, TrendsDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Chart } from '../components/chart.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { compact, compactRand, count, day, rand } from '../format.ts'
import { label } from '../i18n/language.ts'
import { joined, type TrendFigures, type TrendPoint, type TrendRow } from './trend-rows.ts'

/** It counts as two requests, and a forecast as eleven, which changes little within a day. */
const TREND = { topics: ['dashboard'], pauseMs: 30_000 } as const
const OUTLOOK = { topics: ['dashboard'], pauseMs: 300_000 } as const

const FIELD: Record<PredictedMeasure, keyof TrendFigures> = {
  IMPRESSIONS: 'impressions',
  CLICKS: 'clicks',
  CONVERSIONS: 'conversions',
  SPEND: 'spendCents',
  REVENUE: 'revenueCents',
}

const wholeCount = (value: number) => count(Math.round(value))

const isMoney = (measure: PredictedMeasure) => measure === 'SPEND' || measure === 'REVENUE'

/** What was achieved day by day, and what is to be expected. */
export function Trend({ campaignId }: { campaignId?: string }) {
  const [measure, setMeasure] = useState<PredictedMeasure>('IMPRESSIONS')
  const query = useQuery(TrendsDocument, { campaignId }, TREND)
  const choose = (
    <label class="choice">
      <span class="hidden">Measure</span>
      <select value={measure} onChange={({ currentTarget }) => setMeasure(currentTarget.value as PredictedMeasure)}>
        {Object.values(PredictedMeasure).map((name) => (
          <option key={name} value={name}>
            {label(name)}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <Panel title="Trend and forecast" class="wide" aside={choose}>
      <Loaded query={query}>
        {/* The forecast of one measure must never stand behind the trend of another. */}
        {({ analyticsTrends }) => (
          <Outlook key={measure} measure={measure} campaignId={campaignId} trend={analyticsTrends.points} />
        )}
      </Loaded>
    </Panel>
  )
}

interface Props {
  measure: PredictedMeasure
  campaignId: string | undefined
  trend: TrendPoint[]
}

/** Too short a history is no failure: there is a trend, and no forecast yet. */
function Outlook({ measure, campaignId, trend }: Props) {
  const { data, error } = useQuery(ForecastDocument, { measure, campaignId }, OUTLOOK)
  const forecast = error?.code === 'INSUFFICIENT_HISTORY' ? undefined : data?.analyticsPredictions
  const rows = joined(trend, forecast?.points ?? [], FIELD[measure])
  if (rows.every(({ actual, expected }) => !actual && !expected)) return <Empty>Nothing has been recorded yet.</Empty>
  return (
    <>
      <TrendFigure measure={measure} rows={rows} level={forecast?.level} />
      {error && <p class="quiet">No forecast: {error.message}.</p>}
      {forecast?.endedOn && <p class="quiet">No forecast: records end on {day(forecast.endedOn)}.</p>}
    </>
  )
}

interface FigureProps {
  measure: PredictedMeasure
  rows: TrendRow[]
  level: number | undefined
}

function TrendFigure({ measure, rows, level }: FigureProps) {
  const [short, exact] = isMoney(measure) ? [compactRand, rand] : [compact, wholeCount]
  const name = label(measure)
  return (
    <figure>
      <Chart rows={rows} name={name} summary={summaryOf(name, rows, level, exact)} format={short} level={level} />
      <figcaption>
        <details>
          <summary>The figures as a table</summary>
          <TrendTable rows={rows} name={name} level={level} format={exact} />
        </details>
      </figcaption>
    </figure>
  )
}

/** What the chart shows, as a sentence. */
function summaryOf(name: string, rows: TrendRow[], level: number | undefined, format: (value: number) => string) {
  const known = rows.filter(({ actual }) => actual !== null)
  const last = known.at(-1)
  const next = rows.find(({ expected }) => expected !== null)
  const told = last ? `${name} on ${day(last.day)}: ${format(last.actual ?? 0)}.` : ''
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

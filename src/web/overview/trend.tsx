import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { ForecastDocument, PredictedMeasure, TrendsDocument, type TrendsQueryVariables } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Chart } from '../components/chart.tsx'
import { figureColumn } from '../components/columns.tsx'
import { Empty, QueryPanel } from '../components/panel.tsx'
import { Table } from '../components/table.tsx'
import { compact, compactRand, count, day, rand, today } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { joined, type TrendFigures, type TrendPoint, type TrendRow } from './trend-rows.ts'

/** A read counts as two requests, and a forecast as eleven, although it changes little within a day. */
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

interface TrendProps {
  campaignId?: string
  /** Default: the last 30 days. */
  period?: { from: string; to: string }
  /** Only a subset of the campaigns. A subset has no forecast. */
  scope?: Pick<TrendsQueryVariables, 'sector' | 'type' | 'clientId'>
}

/** The figures by day, and their forecast. */
export function Trend({ campaignId, period, scope }: TrendProps) {
  const [measure, setMeasure] = useState<PredictedMeasure>('IMPRESSIONS')
  const isOver = period !== undefined && period.to < today()
  const hasForecast = !isOver && Object.values(scope ?? {}).every((each) => each === undefined)
  const choose = (
    <label class="choice">
      <span class="hidden">{t('trend.measure')}</span>
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
    <QueryPanel
      title={hasForecast ? t('trend.title') : t('trend.past')}
      class="wide"
      aside={choose}
      query={useQuery(TrendsDocument, { campaignId, ...period, ...scope }, TREND)}
    >
      {/* The keys prevent the forecast of one measure from showing next to the trend of another. */}
      {({ analyticsTrends: { points } }) =>
        hasForecast ? (
          <Outlook key={measure} measure={measure} campaignId={campaignId} trend={points} />
        ) : (
          <TrendFigure measure={measure} rows={joined(points, [], FIELD[measure])} level={undefined} />
        )
      }
    </QueryPanel>
  )
}

interface Props {
  measure: PredictedMeasure
  campaignId: string | undefined
  trend: TrendPoint[]
}

/** Too little history is not an error: the trend is shown without a forecast. */
function Outlook({ measure, campaignId, trend }: Props) {
  const { data, error } = useQuery(ForecastDocument, { measure, campaignId }, OUTLOOK)
  const forecast = error?.code === 'INSUFFICIENT_HISTORY' ? undefined : data?.analyticsPredictions
  const rows = joined(trend, forecast?.points ?? [], FIELD[measure])
  return (
    <>
      <TrendFigure measure={measure} rows={rows} level={forecast?.level} />
      {error && <p class="quiet">{t('trend.noForecast', { reason: sentenceOf(error) })}</p>}
      {forecast?.endedOn && <p class="quiet">{t('trend.endedOn', { day: day(forecast.endedOn) })}</p>}
    </>
  )
}

interface FigureProps {
  measure: PredictedMeasure
  rows: TrendRow[]
  level: number | undefined
}

function TrendFigure({ measure, rows, level }: FigureProps) {
  if (rows.every(({ actual, expected }) => !actual && !expected)) return <Empty>{t('trend.nothing')}</Empty>
  const [short, exact] = isMoney(measure) ? [compactRand, rand] : [compact, wholeCount]
  const name = label(measure)
  return (
    <figure>
      <Chart rows={rows} name={name} summary={summaryOf(name, rows, level, exact)} format={short} level={level} />
      <figcaption>
        <details>
          <summary>{t('trend.table')}</summary>
          <TrendTable rows={rows} name={name} level={level} format={exact} />
        </details>
      </figcaption>
    </figure>
  )
}

/** The content of the chart as a sentence. */
function summaryOf(name: string, rows: TrendRow[], level: number | undefined, format: (value: number) => string) {
  const known = rows.filter(({ actual }) => actual !== null)
  const last = known.at(-1)
  const next = rows.find(({ expected }) => expected !== null)
  const summary = last ? t('trend.summary', { name, day: day(last.day), value: format(last.actual ?? 0) }) : ''
  if (!next) return `${summary} ${t('trend.noneSummary')}`
  const { expected, lower, upper } = next
  const values = { value: format(expected ?? 0), lower: format(lower ?? 0), upper: format(upper ?? 0) }
  return `${summary} ${t('trend.forecastSummary', { day: day(next.day), level, ...values })}`
}

function TrendTable({ rows, name, level, format }: Omit<ComponentProps<typeof Chart>, 'summary'>) {
  const shown = (value: number | null) => (value === null ? '' : format(value))
  const figure = (id: string, title: string, show: (row: TrendRow) => string) => figureColumn(id, show, { title })
  const columns = [
    { id: 'day', title: t('trend.day'), show: (row: TrendRow) => day(row.day) },
    figure('actual', name, ({ actual }) => shown(actual)),
    figure('average', t('trend.average'), ({ average }) => shown(average)),
    figure('expected', t('trend.forecast'), ({ expected }) => shown(expected)),
    figure('range', level === undefined ? t('trend.range') : t('trend.rangeOf', { level }), ({ lower, upper }) =>
      lower === null ? '' : t('trend.between', { lower: shown(lower), upper: shown(upper) }),
    ),
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section class="scrolled" aria-label={t('trend.byDay', { name })} tabIndex={0}>
      <Table rows={rows.map((row) => ({ ...row, id: row.day }))} columns={columns} />
    </section>
  )
}

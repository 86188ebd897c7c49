import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { shortDay } from '../format.ts'
import { t } from '../i18n/language.ts'
import type { TrendRow } from '../overview/trend-rows.ts'

const HEIGHT = 260
const DAYS_BETWEEN_LABELS = [1, 2, 7, 14, 28, 91, 182]

interface Props {
  rows: TrendRow[]
  name: string
  /** The content of the chart as text, for a screen reader. */
  summary: string
  level: number | undefined
  format: (value: number) => string
}

/** The x axis counts days, because a calendar day has no time zone. */
const columnsOf = (rows: TrendRow[]): uPlot.AlignedData => [
  rows.map((_, place) => place),
  rows.map(({ actual }) => actual),
  rows.map(({ average }) => average),
  rows.map(({ expected }) => expected),
  rows.map(({ upper }) => upper),
  rows.map(({ lower }) => lower),
]

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

interface Look {
  width: number
  format: (value: number) => string
  dayAt: (place: number) => string
  onCursor: (place: number | null | undefined) => void
}

function optionsOf({ width, format, dayAt, onCursor }: Look): uPlot.Options {
  const ink = colour('--quiet')
  const axis = {
    stroke: ink,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui',
  }
  const line = { width: 2, points: { show: false } }
  const edge = { stroke: 'transparent', points: { show: false } }
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_, _low, high) => [0, Math.max(1, high * 1.08)] } },
    axes: [
      { ...axis, size: 32, incrs: DAYS_BETWEEN_LABELS, values: (_, places) => places.map(dayAt), space: 64 },
      { ...axis, size: 64, values: (_, values) => values.map(format) },
    ],
    series: [
      {},
      { ...line, stroke: colour('--first') },
      { ...line, stroke: ink, width: 1 },
      { ...line, stroke: colour('--second'), dash: [6, 4] },
      edge,
      edge,
    ],
    bands: [{ series: [4, 5], fill: colour('--band') }],
    hooks: { setCursor: [({ cursor }) => onCursor(cursor.idx)] },
  }
}

/** A line over days, with the band of its forecast. */
export function Chart({ rows, name, summary, level, format }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | undefined>(undefined)
  const latest = useRef(rows)
  latest.current = rows
  const [place, setPlace] = useState<number | null>()

  // Colours are drawn, not styled, and the axes depend on the measure, so a new theme or measure needs a new chart.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const draw = () => {
      plot.current?.destroy()
      const dayAt = (at: number) => (latest.current[at] ? shortDay(latest.current[at].day) : '')
      const look = { width: element.clientWidth, format, dayAt, onCursor: setPlace }
      plot.current = new uPlot(optionsOf(look), columnsOf(latest.current), element)
    }
    draw()
    const resize = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }))
    resize.observe(element)
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', draw)
    return () => {
      resize.disconnect()
      theme.disconnect()
      system.removeEventListener('change', draw)
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [format])

  useEffect(() => plot.current?.setData(columnsOf(rows)), [rows])

  return (
    <>
      <Readout row={place == null ? undefined : rows[place]} name={name} level={level} format={format} />
      <div ref={box} class="chart" role="img" aria-label={summary} />
    </>
  )
}

interface ReadoutProps extends Pick<Props, 'name' | 'level' | 'format'> {
  row: TrendRow | undefined
}

/** The legend of the lines, with the figures under the pointer. The table shows them to everybody. */
function Readout({ row, name, level, format }: ReadoutProps) {
  const value = (number: number | null | undefined) => number != null && <b>{format(number)}</b>
  return (
    <p class="readout" aria-hidden="true">
      <span class="key first">
        {name} {value(row?.actual)}
      </span>
      <span class="key average">
        {t('trend.average')} {value(row?.average)}
      </span>
      {level !== undefined && (
        <>
          <span class="key second">
            {t('trend.forecast')} {value(row?.actual === null ? row?.expected : null)}
          </span>
          <span class="key band">
            {t('trend.rangeKey', { level })}{' '}
            {row?.actual === null && row.lower !== null && (
              <b>{t('trend.between', { lower: format(row.lower), upper: format(row.upper ?? 0) })}</b>
            )}
          </span>
        </>
      )}
      <span class="day">{row && shortDay(row.day)}</span>
    </p>
  )
}

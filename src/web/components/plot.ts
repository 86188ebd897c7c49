import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { shortDay } from '../format.ts'
import type { TrendRow } from '../overview/trend-rows.ts'

/* The drawing of a chart. It is loaded after the page, which shows the chart's frame first. */

const HEIGHT = 260
const DAYS_BETWEEN_LABELS = [1, 2, 7, 14, 28, 91, 182]

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

export interface Plot {
  show: (rows: TrendRow[]) => void
  destroy: () => void
}

/** Draws rows in an element. Colours are drawn, not styled, so a new theme draws the chart again. */
export function plotIn(element: HTMLElement, rows: TrendRow[], look: Pick<Look, 'format' | 'onCursor'>): Plot {
  let latest = rows
  let plot: uPlot | undefined
  const draw = () => {
    plot?.destroy()
    const dayAt = (at: number) => (latest[at] ? shortDay(latest[at].day) : '')
    plot = new uPlot(optionsOf({ ...look, width: element.clientWidth, dayAt }), columnsOf(latest), element)
  }
  draw()
  const resize = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: HEIGHT }))
  resize.observe(element)
  const theme = new MutationObserver(draw)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', draw)
  return {
    show: (given) => {
      latest = given
      plot?.setData(columnsOf(given))
    },
    destroy: () => {
      resize.disconnect()
      theme.disconnect()
      system.removeEventListener('change', draw)
      plot?.destroy()
    },
  }
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { shortDay } from '../format.ts'
import { t } from '../i18n/language.ts'
import type { TrendRow } from '../overview/trend-rows.ts'
import type { Plot } from './plot.ts'

interface Props {
  rows: TrendRow[]
  name: string
  /** The content of the chart as text, for a screen reader. */
  summary: string
  level: number | undefined
  format: (value: number) => string
}

/** A line over days, with the band of its forecast. */
export function Chart({ rows, name, summary, level, format }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | undefined>(undefined)
  const latest = useRef(rows)
  latest.current = rows
  const [place, setPlace] = useState<number | null>()

  // The axes depend on the measure, so a new measure needs a new chart.
  useEffect(() => {
    let isWanted = true
    void import('./plot.ts').then(({ plotIn }) => {
      if (isWanted && box.current) plot.current = plotIn(box.current, latest.current, { format, onCursor: setPlace })
    })
    return () => {
      isWanted = false
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [format])

  useEffect(() => plot.current?.show(rows), [rows])

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

/** The legend of the lines, with the figures under the pointer. The table shows the same figures without a pointer. */
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

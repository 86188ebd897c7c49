import { day, moment } from '../format.ts'
import { fieldName, label } from '../i18n/language.ts'
import { Badge } from './badge.tsx'
import type { Column } from './table.tsx'

/* The kinds of columns that several lists have. The name of a column is its field, unless it has another title. */

type Options = Partial<Pick<Column<never>, 'title' | 'order' | 'isRoomy'>>

/** The status of a record. */
export const statusColumn = <R extends { status: string }>(options: Options = {}): Column<R> => ({
  id: 'status',
  title: fieldName('status'),
  ...options,
  show: ({ status }) => <Badge status={status} />,
  cell: ({ status }) => label(status),
})

/** A value of an enum, in words. */
export const labelColumn = <R,>(id: string, codeOf: (row: R) => string, options: Options = {}): Column<R> => ({
  id,
  title: fieldName(id),
  ...options,
  show: (row) => label(codeOf(row)),
})

type TimeOptions = Options & {
  title: string
  /** Whether the list shows the day only. */
  isDay?: boolean
}

/** A time. */
export function timeColumn<R>(
  id: string,
  timeOf: (row: R) => string | null,
  { isDay, ...options }: TimeOptions,
): Column<R> {
  const shown = isDay ? day : moment
  return {
    id,
    ...options,
    show: (row) => {
      const time = timeOf(row)
      return time && <time dateTime={time}>{shown(time)}</time>
    },
    cell: (row) => {
      const time = timeOf(row)
      return time && { time }
    },
  }
}

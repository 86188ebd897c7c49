import type { ComponentChildren } from 'preact'
import { count, day, moment, rand } from '../format.ts'
import { fieldName, label } from '../i18n/language.ts'
import { Badge } from './badge.tsx'

/** The value of a cell in a file: text, a number, an amount or a time. */
export type CellValue = string | number | null | undefined | { cents: number } | { time: string }

export interface Column<R> {
  /** Names the column in addresses. */
  id: string
  title: string
  isNumber?: boolean
  /** Hidden on a phone. */
  isRoomy?: boolean
  /** The order field of the schema that sorts by this column. */
  order?: string
  show: (row: R) => ComponentChildren
  /** The value in a file. Default: the shown text. */
  cell?: (row: R) => CellValue
}

/** A column of a list that can be saved as a file: it shows a text or has a value for the file. */
export type FileColumn<R> = Column<R> &
  ({ show: (row: R) => string | null | undefined } | { cell: (row: R) => CellValue })

/* The kinds of columns that several lists have. The name of a column is its field, unless it has another title. */

type Options = Partial<Pick<Column<never>, 'title' | 'order' | 'isRoomy'>>

/** The status of a record. */
export const statusColumn = <R extends { status: string }>(options: Options = {}): FileColumn<R> => ({
  id: 'status',
  title: fieldName('status'),
  ...options,
  show: ({ status }) => <Badge status={status} />,
  cell: ({ status }) => label(status),
})

/** A text. */
export const textColumn = <R,>(
  id: string,
  textOf: (row: R) => string | null | undefined,
  options: Options = {},
): FileColumn<R> => ({ id, title: fieldName(id), ...options, show: textOf })

/** A figure, as a text. */
export const figureColumn = <R,>(id: string, textOf: (row: R) => string, options: Options = {}): FileColumn<R> => ({
  ...textColumn(id, textOf, options),
  isNumber: true,
})

/** A whole number. */
export const countColumn = <R,>(id: string, numberOf: (row: R) => number, options: Options = {}): FileColumn<R> => ({
  id,
  title: fieldName(id),
  isNumber: true,
  ...options,
  show: (row) => count(numberOf(row)),
  cell: numberOf,
})

/** An amount, of which the server has the cents. */
export const randColumn = <R,>(
  id: string,
  centsOf: (row: R) => number | null,
  options: Options = {},
): FileColumn<R> => ({
  id,
  title: fieldName(id),
  isNumber: true,
  ...options,
  show: (row) => shownOf(centsOf(row), rand),
  cell: (row) => shownOf(centsOf(row), (cents): CellValue => ({ cents })),
})

const shownOf = <S,>(value: number | null, show: (value: number) => S) => (value === null ? null : show(value))

/** A value of an enum, in words. */
export const labelColumn = <R,>(id: string, codeOf: (row: R) => string | null, options: Options = {}): FileColumn<R> =>
  textColumn(
    id,
    (row) => {
      const code = codeOf(row)
      return code && label(code)
    },
    options,
  )

type TimeOptions = Options & {
  title: string
  /** Whether the list shows the day only. */
  isDay?: boolean
  /** Shown without a time. */
  none?: string
}

/** A time. A phone hides it by default. */
export function timeColumn<R>(
  id: string,
  timeOf: (row: R) => string | null,
  { isDay, none, isRoomy = true, ...options }: TimeOptions,
): FileColumn<R> {
  const shown = isDay ? day : moment
  return {
    id,
    isRoomy,
    ...options,
    show: (row) => {
      const time = timeOf(row)
      return time ? <time dateTime={time}>{shown(time)}</time> : none
    },
    cell: (row) => {
      const time = timeOf(row)
      return time && { time }
    },
  }
}

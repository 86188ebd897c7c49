import type { ComponentChildren } from 'preact'
import { count, day, moment, rand } from '../format.ts'
import { fieldName, label } from '../i18n/language.ts'
import { Badge } from './badge.tsx'

/** The value of a cell in a file: text, a number, an amount or a time. */
export type CellValue = string | number | null | undefined | { cents: number } | { time: string }

export interface Column<R> {
  /** Names the column in addresses: its field, if it has one. */
  id: string
  title: string
  isNumber?: boolean
  /** Hidden on a phone. */
  isRoomy?: boolean
  /** The order field of the list that sorts by this column. Default: that of the column's field. */
  order?: string
  show: (row: R) => ComponentChildren
  /** The value in a file. Default: the shown text. */
  cell?: (row: R) => CellValue
}

/** A column of a list that can be saved as a file: it shows a text or has a value for the file. */
export type FileColumn<R> = Column<R> &
  ({ show: (row: R) => string | null | undefined } | { cell: (row: R) => CellValue })

/*
 * The kinds of columns that several lists have. Such a column shows the field of its id. The name of the field is its
 * title, unless it has another one.
 */

type Options = Partial<Pick<Column<never>, 'title' | 'order' | 'isRoomy'>>

/** A row with a value in the field `Id`. */
type RowWith<Id extends string, Value> = Readonly<Record<Id, Value>>

/** A column with a title and a content of its own. */
export const column = <R, Shown>(id: string, title: string, show: (row: R) => Shown, options: Options = {}) => ({
  id,
  title,
  ...options,
  show,
})

/** The status of a record. */
export const statusColumn = (options?: Options): FileColumn<{ status: string }> => ({
  ...column('status', fieldName('status'), ({ status }) => <Badge status={status} />, options),
  cell: ({ status }) => label(status),
})

/** A text. */
export const textColumn = <Id extends string>(
  id: Id,
  options?: Options,
): FileColumn<RowWith<Id, string | null | undefined>> => column(id, fieldName(id), ({ [id]: text }) => text, options)

/** A figure, as a text. */
export const figureColumn = <R,>(id: string, textOf: (row: R) => string, options?: Options): FileColumn<R> => ({
  ...column(id, fieldName(id), textOf, options),
  isNumber: true,
})

/** A whole number. */
export const countColumn = <Id extends string>(id: Id, options?: Options): FileColumn<RowWith<Id, number>> => ({
  ...figureColumn(id, ({ [id]: number }) => count(number), options),
  cell: ({ [id]: number }) => number,
})

/** An amount, of which the server has the cents. */
export const randColumn = <Id extends string>(id: Id, options?: Options): FileColumn<RowWith<Id, number | null>> => ({
  ...figureColumn(id, ({ [id]: cents }) => (cents === null ? '' : rand(cents)), options),
  cell: ({ [id]: cents }) => (cents === null ? null : { cents }),
})

/** A value of an enum, in words. */
export const labelColumn = <Id extends string>(id: Id, options?: Options): FileColumn<RowWith<Id, string | null>> =>
  column(id, fieldName(id), ({ [id]: code }) => code && label(code), options)

type TimeOptions = Options & {
  /** Whether the list shows the day only. */
  isDay?: boolean
  /** Shown without a time. */
  none?: string
}

/** A time. A phone hides it by default. */
export const timeColumn = <Id extends string>(
  id: Id,
  { isDay, none, ...options }: TimeOptions = {},
): FileColumn<RowWith<Id, string | null>> => ({
  ...column(
    id,
    fieldName(id),
    ({ [id]: time }) => (time ? <time dateTime={time}>{isDay ? day(time) : moment(time)}</time> : none),
    { isRoomy: true, ...options },
  ),
  cell: ({ [id]: time }) => time && { time },
})

import { validate as isUuid } from 'uuid'
import { invalid } from '../common/errors.ts'
import type { ColumnKind } from '../data/column-kinds.ts'
import { isStorable } from './columns.ts'
import type { SortKey } from './sort-keys.ts'

/** The position of a row in an order: its sort value, its id, and the field of the sort value. */
export type Position = readonly [value: string | number, id: string, field: string]

/** Whether a text is a time in the format of cursors, in a year that PostgreSQL supports. */
function isMoment(text: string): boolean {
  const moment = new Date(text)
  return isStorable(moment) && moment.toISOString() === text
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed()

/** Whether the database can compare a caller's value with a column of this kind. */
function isSortValue(kind: ColumnKind, value: unknown): boolean {
  if (kind === 'bigint') return Number.isSafeInteger(value)
  // An integer column has 32 bits.
  if (kind === 'integer') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
  if (!isText(value)) return false
  if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && isMoment(`${value}T00:00:00.000Z`)
  return kind !== 'timestamptz(3)' || isMoment(value)
}

function decode<T>(cursor: string, argument: string, isKnown: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (isKnown(value)) return value
  } catch {
    // A text that cannot be parsed is refused below.
  }
  throw invalid({ [argument]: 'must be a cursor of this connection in the same order' })
}

/** The position in a cursor. @throws VALIDATION_ERROR if it is not a cursor of this order */
export const decodeCursor = (cursor: string, argument: 'after' | 'before', { field, kind }: SortKey): Position =>
  decode(cursor, argument, (position): position is Position => {
    if (!Array.isArray(position)) return false
    const [value, id, forField] = position
    return forField === field && isUuid(id) && isSortValue(kind, value)
  })

/** The cursor of an item in a list that JavaScript composes: its index, from 0. */
export const encodePlace = (place: number): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** The index in a cursor of `encodePlace`. @throws VALIDATION_ERROR for any other text */
export const decodePlace = (cursor: string, argument: 'after' | 'before'): number =>
  decode(cursor, argument, (place): place is number => Number.isSafeInteger(place) && Number(place) >= 0)

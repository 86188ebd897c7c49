import { validate as isUuid } from 'uuid'
import { invalid } from '../common/errors.ts'
import { FIRST_MOMENT } from './columns.ts'

/** Where a row lies in an order: the value that it is ordered by, its id, and the column that the value is of. */
export type Position = readonly [value: string | number, id: string, column: string]

const sortValue = (value: unknown) => (value instanceof Date ? value.toISOString() : (value as string | number))

/** The cursor of a row. */
export const encodeCursor = (value: unknown, id: string, column: string): string =>
  Buffer.from(JSON.stringify([sortValue(value), id, column])).toString('base64url')

/** Whether a text is a moment as `sortValue` writes it, and of a year that PostgreSQL has. */
function isMoment(text: string): boolean {
  const moment = new Date(text)
  return moment.getTime() >= FIRST_MOMENT && moment.toISOString() === text
}

/** Whether the database can compare a value from outside with the column: a moment, a sequence number or a text. */
function isSortValue(column: string, value: unknown): boolean {
  if (column === 'sequence') return Number.isSafeInteger(value)
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return false
  return !column.endsWith('At') || isMoment(value)
}

/** The position that a cursor stands for. @throws VALIDATION_ERROR when it is none of the order */
export function decodeCursor(cursor: string, argument: 'after' | 'before', column: string): Position {
  try {
    const position = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const [value, id, forColumn] = position as Position
    if (forColumn === column && isUuid(id) && isSortValue(column, value)) return position
  } catch {
    // falls through to the refusal
  }
  throw invalid({ [argument]: 'must be a cursor of this connection in the same order' })
}

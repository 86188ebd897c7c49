import type { ColumnKind } from '../data/column-kinds.ts'
import type { Tables } from '../data/transaction.ts'

/** SQL that is computed from the SQL of columns of a row. */
export type RowSql = (column: (name: string) => string) => string

/** A value that orders the rows of a list. */
export interface SortKey {
  /** The name in the API. */
  readonly field: string
  readonly description: string
  readonly kind: ColumnKind
  readonly isNullable: boolean
  readonly sql: RowSql
  /** The table and column that hold the value, in the row whose column `key` is `sql`. Default: the value is `sql`. */
  readonly linked?: { readonly table: string; readonly key: string; readonly column: string }
}

/** The columns of the row that the value is computed from. */
export function comparedBy({ sql }: SortKey): string[] {
  const columns = new Set<string>()
  sql((name) => {
    columns.add(name)
    return name
  })
  // All rows that a caller can list have the same.
  columns.delete('organizationId')
  return [...columns]
}

/** The longest text that a key compares, in characters: a cursor holds it. */
export const LONGEST_KEY = 200

export const firstOf = (text: string): string => `left(${text}, ${LONGEST_KEY})`

/*
 * Keys that are not columns. No index has their order: the database sorts all rows that match the filter, for each page.
 */

/** Orders by a computed text. */
export const byText = (field: string, description: string, sql: RowSql): SortKey => ({
  field,
  description,
  kind: 'text',
  isNullable: true,
  sql: (column) => firstOf(sql(column)),
})

/** Orders by a computed number or time. */
export const byValue = (
  field: string,
  kind: 'integer' | 'timestamptz(3)',
  description: string,
  sql: RowSql,
): SortKey => ({ field, description, kind, isNullable: true, sql })

/** Orders by a text of another row, whose `key` is `by`. Callers who may not read that row have no value. */
export const byLinked = <T extends keyof Tables & string>(
  field: string,
  description: string,
  by: RowSql,
  table: T,
  column: keyof Tables[T] & string,
  key: keyof Tables[T] & string,
): SortKey => ({ field, description, kind: 'text', isNullable: true, sql: by, linked: { table, key, column } })

/** Orders by the name of the member whose user id a column has. */
export const byMember = (field: string, description: string, column: string): SortKey =>
  byLinked(field, description, (value) => value(column), 'teamMember', 'name', 'userId')

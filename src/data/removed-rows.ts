import { Column, type ColumnDecorator } from './columns.ts'
import { names } from './tenant.ts'

/*
 * Rows that are kept after their removal, with the time of the removal in a column. Every read must skip them.
 */

/** The column with the time of the removal, by table. */
const columns = new Map<string, string>()

/** Declares the column with the time of a row's removal; null while the row is present. */
export const RemovedAt = (): ColumnDecorator<'timestamptz(3)', true> => (target, key) => {
  Column('timestamptz(3)', { nullable: true })(target, key)
  columns.set(names.stored(target.constructor.name), String(key))
}

/** The SQL condition that a row is present, to be appended to other conditions. */
export function andPresent(table: string, alias: string): string {
  const column = columns.get(table)
  return column ? ` and ${alias}."${names.stored(column)}" is null` : ''
}

export function isPresent(table: string, row: object): boolean {
  const column = columns.get(table)
  return !column || (row as Record<string, unknown>)[column] === null
}

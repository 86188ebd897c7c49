import { Column } from './columns.ts'
import { names } from './tenant.ts'

/*
 * Rows that stay when they are removed, since it must stay known that they were: a column holds the time. Nothing reads
 * such a row as if it were there, by whatever way it is asked for.
 */

/** The column with that time, by the table. */
const columns = new Map<string, string>()

/** Declares the column that says when a row was removed; null while it is there. */
export const RemovedAt = (): PropertyDecorator => (target, key) => {
  Column('timestamptz(3)', { nullable: true })(target, key)
  columns.set(names.stored(target.constructor.name), String(key))
}

/** The condition that a row of an alias is there, behind others. */
export function andPresent(table: string, alias: string): string {
  const column = columns.get(table)
  return column ? ` and ${alias}."${names.stored(column)}" is null` : ''
}

/** Whether a row that was read is there. */
export function isPresent(table: string, row: object): boolean {
  const column = columns.get(table)
  return !column || (row as Record<string, unknown>)[column] === null
}

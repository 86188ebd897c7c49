import type { DataField } from '../common/class-fields.ts'
import { Column } from './columns.ts'
import { names } from './tenant.ts'

/*
 * Rows that are kept after their removal, with the time of the removal in a column. Every read must skip them.
 */

/** The column with the time of the removal, by table. */
const columns = new Map<string, string>()

/** The column with the time of a row's removal; null while the row is present. */
export const RemovedAt = (): DataField<Date | null> => ({
  declare: (target, name) => {
    Column('timestamptz(3)', { nullable: true }).declare(target, name)
    columns.set(names.stored(target.constructor.name), name)
  },
})

/** The SQL condition that a row is present, to be appended to other conditions. */
export function andPresent(table: string, alias: string): string {
  const column = columns.get(table)
  return column ? ` and ${alias}."${names.stored(column)}" is null` : ''
}

export function isPresent(table: string, row: object): boolean {
  const column = columns.get(table)
  return !column || (row as Record<string, unknown>)[column] === null
}

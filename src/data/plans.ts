import { type Kysely, sql } from 'kysely'
import type { Tables } from './transaction.ts'

/**
 * Makes PostgreSQL plan the later statements of the transaction for the current sizes of the tables, including
 * statements of functions and foreign keys. A connection caches its plans. A plan that was made for an almost empty
 * table scans the whole table for each deleted row, so transactions that delete many rows call this. The statement is
 * not awaited: if it fails, the next statement fails too.
 */
export function replan(db: Kysely<Tables>): void {
  sql`set local plan_cache_mode = force_custom_plan`.execute(db).catch(() => {})
}

/**
 * Makes PostgreSQL read rows in the order of an index instead of sorting all candidates. Without statistics, PostgreSQL
 * expects one row and prefers the sort. Use this only for statements that end after a few rows.
 */
export async function inIndexOrder<T>(db: Kysely<Tables>, statement: () => Promise<T>): Promise<T> {
  sql`set local enable_sort = off`.execute(db).catch(() => {})
  const result = await statement()
  sql`set local enable_sort = on`.execute(db).catch(() => {})
  return result
}

const OFF_FOR_LOOKUPS = [
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_material',
  'enable_seqscan',
  'enable_bitmapscan',
  'jit',
]

/**
 * Makes PostgreSQL read rows one by one through indexes in the later statements of the transaction. Without statistics, it
 * prefers to read a whole table for a join with a few rows. Only for transactions that touch few rows. Not awaited, as
 * above.
 */
export function planLookups(db: Kysely<Tables>): void {
  const settings = sql.join(OFF_FOR_LOOKUPS.map((name) => sql`set_config(${sql.lit(name)}, 'off', true)`))
  sql`select ${settings}`.execute(db).catch(() => {})
}

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

const OFF_FOR_LOOKUPS = [
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_material',
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_sort',
]

/**
 * Makes PostgreSQL read rows one by one through indexes, and in their order, in the later statements of the transaction.
 * Without statistics, it expects one row and prefers to read a whole table for a join with a few rows, or to sort all
 * candidates. Only for transactions that touch few rows. Not awaited, as above.
 */
export function planLookups(db: Kysely<Tables>): void {
  const settings = sql.join(OFF_FOR_LOOKUPS.map((name) => sql`set_config(${sql.lit(name)}, 'off', true)`))
  sql`select ${settings}`.execute(db).catch(() => {})
}

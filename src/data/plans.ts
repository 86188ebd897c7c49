import { type Kysely, sql } from 'kysely'
import type { Tables } from './transaction.ts'

/**
 * Makes PostgreSQL plan the later statements of the transaction for the current sizes of the tables, including
 * statements of functions and foreign keys. A connection keeps its plans. A plan from a time when a table was almost
 * empty scans the whole table for each deleted row, so transactions that delete many rows call this. Not awaited: if
 * this statement fails, the next one fails too.
 */
export function planAnew(db: Kysely<Tables>): void {
  sql`set local plan_cache_mode = force_custom_plan`.execute(db).catch(() => {})
}

/**
 * Runs a statement whose rows PostgreSQL reads in the order of an index, instead of sorting all candidates. Without
 * statistics it expects one row, and then a sort seems free. Only for statements that end after a few rows.
 */
export async function inIndexOrder<T>(db: Kysely<Tables>, statement: () => Promise<T>): Promise<T> {
  sql`set local enable_sort = off`.execute(db).catch(() => {})
  const result = await statement()
  sql`set local enable_sort = on`.execute(db).catch(() => {})
  return result
}

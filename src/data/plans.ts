import { type Kysely, sql } from 'kysely'
import type { Tables } from './transaction.ts'

/**
 * From here on a transaction's statements are planned for what the tables hold now, those of functions and of foreign keys
 * too. For who deletes many rows: a connection keeps the plans that it made, and one that was made while a table was all
 * but empty goes through all of it, for each row that is deleted. Not waited for: where it fails, what comes next does.
 */
export function planAnew(db: Kysely<Tables>): void {
  sql`set local plan_cache_mode = force_custom_plan`.execute(db).catch(() => {})
}

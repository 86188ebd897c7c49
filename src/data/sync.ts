import { type Kysely, sql } from 'kysely'
import type { Tables } from './transaction.ts'

/**
 * The commit does not wait until the disk has stored the transaction, so a crash may lose it. Only for a change that is made
 * again in that case. An embedded database answers no request while it waits for the disk. Not awaited: if the statement
 * fails, the next one fails too.
 */
export function commitWithoutSync(db: Kysely<Tables>): void {
  sql`set local synchronous_commit = off`.execute(db).catch(() => {})
}

import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../data/transaction.ts'
import type { AnalyticsRecord } from './analytics-record.entity.ts'

/*
 * Roll-ups: sums per campaign and day, per campaign, and per organization and day. A dashboard reads one row for each
 * day that it shows, for any number of records. Only the database functions called here (see the migrations) add and
 * delete records, and they update the roll-ups in the same transaction. No other code writes roll-ups.
 */

/** A record to create. A record that replaces another keeps its creation time. */
export type NewRecord = Omit<AnalyticsRecord, 'organizationId' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<AnalyticsRecord, 'createdAt'>>

/**
 * Inserts any number of records in one statement with one parameter. The caller must have locked their campaigns and
 * content. Returns the ids of the records whose key was new.
 */
export async function insertRecords(
  db: Kysely<Tables>,
  organizationId: string,
  records: readonly NewRecord[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select record_results(${organizationId}, ${JSON.stringify(records)}::json) as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

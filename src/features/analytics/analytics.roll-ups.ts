import { type Kysely, sql } from 'kysely'
import type { Release, Removal } from '../../data/references.ts'
import type { Tables } from '../../data/transaction.ts'
import type { AnalyticsRecord } from './analytics-record.entity.ts'

/*
 * Roll-ups: what was achieved per campaign and day, per campaign, and per organization and day. So a dashboard reads as
 * many rows as it shows days, however many records stand behind them. Whoever adds or deletes records does it by the
 * functions of the database that are called here (see the migrations), in the same transaction: nothing else writes
 * roll-ups.
 */

/** A record to create; one that replaces another keeps the time of its creation. */
export type NewRecord = Omit<AnalyticsRecord, 'organizationId' | 'createdAt' | 'updatedAt'> &
  Partial<Pick<AnalyticsRecord, 'createdAt'>>

/**
 * Makes records, one statement for any number, with one parameter. Their campaigns and content must be locked. Returns the
 * ids of those whose key was not taken.
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

/** Deletes records. */
export const deleteRecords: Removal = async (db, organizationId, ids) => {
  const { rows } = await sql<{ count: number }>`
    select delete_results(${organizationId}, ${[...ids]}::uuid[]) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes all records of campaigns that are about to be deleted. */
export const deleteRecordsOfCampaigns: Release = async (db, organizationId, campaignIds) => {
  await sql`select delete_results_of(${organizationId}, ${[...campaignIds]}::uuid[])`.execute(db)
}

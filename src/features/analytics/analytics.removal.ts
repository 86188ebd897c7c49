import { sql } from 'kysely'
import type { Release, Removal } from '../../data/references.ts'

/* Records are deleted by functions of the database, which take the figures out of the roll-ups too. */

export const deleteRecords: Removal = async (db, organizationId, ids) => {
  const { rows } = await sql<{ count: number }>`
    select delete_results(${organizationId}, ${[...ids]}::uuid[]) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes all records of campaigns, before the campaigns are deleted. */
export const deleteRecordsOfCampaigns: Release = async (db, organizationId, campaignIds) => {
  await sql`select delete_results_of(${organizationId}, ${[...campaignIds]}::uuid[])`.execute(db)
}

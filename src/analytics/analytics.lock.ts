import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'

/**
 * Makes the writers of an organization's roll-ups wait for each other until they commit. To be taken before any row:
 * else an ingest that holds one campaign, and a bulk deletion that holds a roll-up and is on its way to that campaign,
 * could wait for each other forever.
 */
export async function lockFigures({ db, organizationId }: Pick<Context, 'db' | 'organizationId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`analytics ${organizationId}`}, 0))`.execute(db)
}

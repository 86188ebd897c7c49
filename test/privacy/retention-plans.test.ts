/** @long it tries plans with rows of every table. */
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { removeRows } from '../../src/data/references.ts'
import type { Transaction } from '../../src/data/transaction.ts'
import { asAdministrator } from '../support/database.ts'
import { aCampaign, aContent } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'

/*
 * A connection keeps the plans of statements, of functions and of foreign keys. One that was made while there was nothing
 * to delete must not be what later deletes go by.
 */

const DELETED = ['analytics_record', 'content_item', 'campaign'] as const
const TABLES = [...DELETED, 'content_version', 'campaign_day']

/** A gateway on a database that knows its tables to be empty, and does not only lack figures of them. */
async function startEmpty(): Promise<TestServer> {
  const server = await startServer()
  await asAdministrator(server.connection, ...TABLES.map((table) => `vacuum ${table}`))
  return server
}

/** More than often enough for the server to settle for a plan. */
const TIMES = 10
const ROWS = 300
/** A row, and what it is found by and leads to. */
const MOST_READS = 10

/** How many rows this transaction has read so far, by whole tables or by an index. */
async function rowsRead({ db }: Transaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`select sum(seq_tup_read + idx_tup_fetch)::int as count
    from pg_stat_xact_user_tables where relname = any(${TABLES}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}

/** Copies of the rows of a table. */
async function copy({ db }: Transaction, organizationId: string, table: string, count: number): Promise<void> {
  await sql`insert into ${sql.table(table)}
    select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
    from ${sql.table(table)} t cross join generate_series(1, ${count}::int) n
    where t.organization_id = ${organizationId}`.execute(db)
}

const records = (campaign: string, count: number) => sql`json_agg(json_build_object('id', gen_random_uuid(),
  'campaignId', ${campaign}::text, 'day', '2025-01-01', 'impressions', 1, 'clicks', 1, 'conversions', 0,
  'spendCents', 0, 'revenueCents', 0)) from generate_series(1, ${count}::int)`

const recordMany = (unit: Transaction, { organizationId }: Actor, campaignId: string, count: number) =>
  sql`select record_results(${organizationId}, (select ${records(campaignId, count)}))`.execute(unit.db)

/** Makes a few rows that nothing refers to, and deletes them one by one: all plans are made for tables with hardly a row. */
async function deleteFew(
  unit: Transaction,
  actor: Actor,
  table: (typeof DELETED)[number],
  campaignId: string,
): Promise<void> {
  const { organizationId } = actor
  const known = await idsIn(unit, actor, table)
  if (table === 'analytics_record') await recordMany(unit, actor, campaignId, TIMES)
  else await copy(unit, organizationId, table, TIMES)
  const made = (await idsIn(unit, actor, table)).filter((id) => !known.includes(id))
  for (const id of made) await removeRows(unit, { organizationId, table, ids: [id] })
}

async function idsIn({ db }: Transaction, { organizationId }: Actor, table: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where organization_id = ${organizationId}`.execute(db)
  return rows.map(({ id }) => id)
}

async function fill(unit: Transaction, actor: Actor, campaignId: string): Promise<void> {
  const { organizationId } = actor
  await copy(unit, organizationId, 'campaign', ROWS - 1)
  await copy(unit, organizationId, 'content_item', ROWS - 1)
  await sql`insert into content_version select organization_id, gen_random_uuid(), id, 1, title, body, language, channel,
    variables, created_by, created_at, updated_at from content_item i where organization_id = ${organizationId}
    and not exists (select 1 from content_version v where v.content_id = i.id)`.execute(unit.db)
  await recordMany(unit, actor, campaignId, ROWS)
}

test.each(DELETED)('deletes of %s read a few rows for each, whatever the connection did before', async (table) => {
  await using server = await startEmpty()
  const actor = server.actor()
  const { organizationId } = actor
  const { id: campaignId } = await aCampaign(actor)
  await aContent(actor, { campaignId })
  const read = await server.database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    await deleteFew(unit, actor, table, campaignId)
    await fill(unit, actor, campaignId)
    const ids = await idsIn(unit, actor, table)
    const before = await rowsRead(unit)
    expect(await removeRows(unit, { organizationId, table, ids })).toBe(ROWS)
    return (await rowsRead(unit)) - before
  })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(ROWS * MOST_READS)
})

test('a campaign with 9,700 records is deleted by a few statements that read each record once or twice', async () => {
  await using server = await startEmpty()
  const actor = server.actor()
  const { organizationId } = actor
  const { id } = await aCampaign(actor)
  const session = { role: 'gateway_tenant', organizationId } as const
  const read = await server.database.transaction(session, async (unit) => {
    await recordMany(unit, actor, id, 9_700)
    const before = await rowsRead(unit)
    expect(await removeRows(unit, { organizationId, table: 'campaign', ids: [id] })).toBe(1)
    expect(unit.writes).toBeLessThan(10)
    return (await rowsRead(unit)) - before
  })
  expect(read).toBeLessThan(2 * 9_700 + 100)
})

/** @long it measures the figures with few and with many records. */
import { expect, test } from '@jest/globals'
import type { StorePool } from '../../src/data/store-pool.ts'
import { asAdministrator, openTestDatabase } from '../support/database.ts'
import { anOrganizationOf } from '../support/many-rows.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

/*
 * What figures cost an organization with ten times as many campaigns, clients and results: about the same. Counted in
 * rows that the database reads, which no busy machine changes.
 */

const FEW = 1_000
const MANY = 10_000

const ROWS_READ = `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as count
  from pg_stat_xact_user_tables where relname = any('{campaign,client,content_item,campaign_total,campaign_day,status_total}')`

/** Adds up the rows that read-only transactions read. The counters of the server continue from one to the next. */
function countReads(pool: StorePool, read: { rows: number }): void {
  const counting = new WeakSet<object>()
  const connect = pool.connect.bind(pool)
  pool.connect = async (deadline) => {
    const client = await connect(deadline)
    // A server's clients come back again and again.
    if (counting.has(client)) return client
    counting.add(client)
    const { begin, endRead } = client
    let atBegin: Promise<number>
    const rowsRead = () =>
      client.query<{ count: number }>(ROWS_READ, []).then(
        ({ rows }) => rows[0]?.count ?? Number.NaN,
        () => Number.NaN,
      )
    // A transaction counts when it has ended: a half of one that fails, or of one of the background, is no number.
    const add = async (atEnd: Promise<number>) => {
      const rows = (await atEnd) - (await atBegin)
      if (!Number.isNaN(rows)) read.rows += rows
    }
    return Object.assign(client, {
      begin: (statements: string) => {
        const started = begin.call(client, statements)
        if (statements.startsWith('begin read only')) atBegin = rowsRead()
        return started
      },
      endRead: () => {
        void add(rowsRead())
        endRead.call(client)
      },
    })
  }
}

const read = { rows: 0 }
let server: TestServer
let few: Actor
let many: Actor
setUp(async (opened) => {
  const open = async () => {
    const connection = await openTestDatabase()
    countReads(connection.pool, read)
    return connection
  }
  server = opened.use(await startServer({}, open))
  few = await anOrganizationOf(FEW, server)
  many = await anOrganizationOf(MANY, server)
  await asAdministrator(server.connection, 'analyze')
})

/** How many rows a request reads; what is remembered between requests is there already. */
async function rowsOf(ask: () => Promise<{ status: number; body: unknown }>): Promise<number> {
  await ask()
  const before = read.rows
  const { status, body } = await ask()
  expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('"errors"')])
  // Whatever was asked of a connection is answered before this.
  await asAdministrator(server.connection, 'select 1')
  return read.rows - before
}

const REQUESTS: Record<string, (actor: Actor) => Promise<{ status: number; body: unknown }>> = {
  'the dashboard': (actor) => actor.rest('GET', '/api/analytics/dashboard'),
  'the dashboard over GraphQL': (actor) =>
    actor.graphql('{ analyticsDashboard { clients campaigns byStatus { status campaigns clicks } } }'),
  performance: (actor) => actor.rest('GET', '/api/analytics/performance'),
  'performance by name': (actor) => actor.rest('GET', '/api/analytics/performance?sort=NAME&order=DESC'),
  'performance of one status, which all have': (actor) => actor.rest('GET', '/api/analytics/performance?status=ACTIVE'),
  'a page of clients': (actor) => actor.rest('GET', '/api/clients?page=1&limit=10'),
  billing: (actor) => actor.rest('GET', '/api/service-provider/billing'),
}

test.each(Object.entries(REQUESTS))('%s reads about as many rows, however many there are', async (_, ask) => {
  const ofFew = await rowsOf(() => ask(few))
  const ofMany = await rowsOf(() => ask(many))
  expect(ofMany).toBeLessThanOrEqual(ofFew + 100)
})

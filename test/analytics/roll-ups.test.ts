/** @long it compares sums with figures of random records. */
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { removeRows } from '../../src/data/references.ts'
import { TENANT } from '../../src/data/tenant.ts'
import { seedDemo } from '../../src/demo/demo.ts'
import { DEMO_ORGANIZATION } from '../../src/security/auth/demo-token.ts'
import { asAdministrator } from '../support/database.ts'
import { runs } from '../support/runs.ts'
import { aCampaign } from '../support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { recordTransactions, transactionsOf } from '../support/statements.ts'
import { daysAgo, ROLL_UPS, record, rollUpAgainstRecords } from './records.ts'

const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
})

/** A counterexample is reported as it was found: to shrink it over HTTP takes minutes. */
const RUNS = { numRuns: runs(12), endOnFailure: true }

async function expectRollUpsToBeRight({ organizationId }: { organizationId: string }): Promise<void> {
  for (const rollUp of ROLL_UPS) {
    const { kept, expected } = await rollUpAgainstRecords(server, organizationId, rollUp)
    expect({ rollUp, rows: kept }).toEqual({ rollUp, rows: expected })
  }
}

const amounts = fc.record({
  campaign: fc.nat(3),
  daysAgo: fc.nat(4),
  impressions: fc.nat(1000),
  clicks: fc.nat(100),
  conversions: fc.nat(10),
  spendCents: fc.nat(100_000_000_000),
  revenueCents: fc.nat(100_000),
  key: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { nil: undefined }),
})
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ingest' as const),
      rows: fc.array(amounts, { minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('refused' as const),
      rows: fc.array(amounts, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), campaign: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      campaigns: fc.uniqueArray(fc.nat(3), { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const), daysAgo: fc.nat(4) }) },
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Does one thing with the campaigns of an organization. */
function take(actor: Actor, ids: readonly string[], each: Step): Promise<Answer | number> {
  const bodies = (rows: { campaign: number; daysAgo: number }[]) =>
    rows.map(({ campaign, daysAgo: days, ...rest }) => ({ campaignId: ids[campaign], day: daysAgo(days), ...rest }))
  switch (each.kind) {
    case 'ingest':
      return actor.rest('POST', '/api/analytics/records', bodies(each.rows))
    case 'refused':
      return actor.rest('POST', '/api/analytics/records', [...bodies(each.rows), { campaignId: ids[0], day: 'never' }])
    case 'delete':
      return actor.rest('DELETE', `/api/campaigns/${ids[each.campaign]}`)
    case 'bulk':
      return actor.rest('POST', '/api/campaigns/bulk', {
        operation: 'DELETE',
        ids: each.campaigns.map((place) => ids[place]),
      })
    case 'purge':
      return purge(actor, daysAgo(each.daysAgo))
  }
}

test('are the sums over the records, whatever is ingested and deleted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const actor = server.actor()
      const ids: string[] = []
      for (let index = 0; index < 4; index++) ids.push((await aCampaign(actor)).id)
      for (const each of steps) {
        const answer = await take(actor, ids, each)
        if (each.kind === 'refused') expect(answer).toMatchObject({ status: 400 })
        if (each.kind === 'bulk') expect(answer).toMatchObject({ status: 200 })
        await expectRollUpsToBeRight(actor)
      }
    }),
    RUNS,
  )
})

/** Deletes records as the retention job does: by day, across campaigns. */
const purge = ({ organizationId }: Actor, day: string) =>
  server.database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const rows = await unit.db.selectFrom('analyticsRecord').select('id').where('day', '<=', day).execute()
    return removeRows(unit, { organizationId, table: 'analytics_record', ids: rows.map(({ id }) => id) })
  })

const concurrent = fc.array(step, { minLength: 4, maxLength: 10 })

test('are the sums over the records, whatever is ingested and deleted at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(concurrent, async (steps) => {
      const actor = server.actor()
      const ids = await Promise.all(Array.from({ length: 4 }, async () => (await aCampaign(actor)).id))
      const answers = await Promise.all(steps.map((each) => take(actor, ids, each)))
      // Where the machine is so busy that nobody of the organization has a turn for seconds, nothing is done.
      for (const { status, body } of answers.filter((answer) => typeof answer !== 'number'))
        if (status !== 503) expect([200, 201, 204, 400, 404]).toContain(status)
        else expect(body.error).toBe('The organization has too many requests under way; try again')
      await expectRollUpsToBeRight(actor)
    }),
    RUNS,
  )
})

describe('at the same time', () => {
  test('batches that touch the same days in other orders all succeed, and add up', async () => {
    const actor = server.actor()
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await aCampaign(actor)).id))
    const batch = (shift: number) =>
      Array.from({ length: 120 }, (_, index) => ({
        campaignId: ids[(index * (shift + 1) + shift) % ids.length],
        day: daysAgo((index * 7 + shift) % 20),
        clicks: 1,
        key: `${(shift % 4) * 1000 + ((index * 11 + shift * 3) % 120)}`,
      }))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, shift) => actor.rest('POST', '/api/analytics/records', batch(shift))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    const made = answers.reduce((sum, { body }) => sum + body.data.recorded, 0)
    // Four ranges of keys, 120 each: the first writer of a key has inserted its record.
    expect(made).toBe(480)
    expect((await actor.rest('GET', '/api/analytics/dashboard')).body.data.totals.clicks).toBe(480)
    await expectRollUpsToBeRight(actor)
  })

  test('ingests and deletions of the same campaigns never wait for each other forever', async () => {
    const actor = server.actor()
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await aCampaign(actor)).id))
    const rows = ids.flatMap((campaignId) => [1, 2, 3].map((days) => ({ campaignId, day: daysAgo(days), clicks: 1 })))
    await record(actor, rows)
    const ingest = (order: typeof rows) => actor.rest('POST', '/api/analytics/records', order)
    const remove = (order: string[]) => actor.rest('POST', '/api/campaigns/bulk', { operation: 'DELETE', ids: order })
    const answers = await Promise.all([
      ingest(rows),
      remove(ids.slice(0, 4)),
      ingest(rows.toReversed()),
      remove(ids.slice(2, 6).toReversed()),
      ingest(rows),
      actor.rest('DELETE', `/api/campaigns/${ids[7]}`),
      ingest(rows.slice(-3)),
    ])
    for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status)
    const deleted = answers.flatMap(({ body }) => body?.data?.succeeded ?? [])
    expect(deleted.toSorted()).toEqual(ids.slice(0, 6).toSorted())
    await expectRollUpsToBeRight(actor)
    const { body } = await actor.rest('GET', '/api/campaigns')
    for (const { id, analyticsCount } of body.data) {
      const { totals } = (await actor.rest('GET', `/api/campaigns/${id}/analytics`)).body.data
      expect(analyticsCount).toBe(totals.records)
    }
  })

  test('the same key from several callers: exactly one makes the record', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const send = () =>
      actor.rest('POST', '/api/analytics/records', { campaignId: id, day: daysAgo(1), clicks: 5, key: 'same' })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(answers.map(({ body }) => body.data.recorded).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    await expectRollUpsToBeRight(actor)
  })
})

describe('in the database', () => {
  test('another tenant’s roll-ups are out of sight, with the tenant predicate and without', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const { id } = await aCampaign(actor)
    await record(actor, { campaignId: id, day: daysAgo(1) })
    await server.database.transaction(
      { role: 'gateway_tenant', organizationId: other.organizationId },
      async ({ db }) => {
        for (const table of ['campaign_day', 'campaign_total', 'organization_day', 'analytics_record']) {
          const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
          expect(rows).toEqual([{ count: 0 }])
        }
        const compiled = db.selectFrom('campaignDay').selectAll().compile()
        expect(compiled.sql).toContain('where "campaign_day"."organization_id" = $1')
        expect(compiled.parameters).toEqual([TENANT])
      },
    )
  })

  test('with row-level security switched off, the tenant predicate alone keeps the figures apart', async () => {
    await using own = await startServer()
    const [actor, other] = [own.actor(), own.actor()]
    const { id } = await aCampaign(actor)
    await record(actor, { campaignId: id, day: daysAgo(1), clicks: 1_234_567 })
    const tables = ['campaign', 'client', 'analytics_record', 'campaign_day', 'campaign_total', 'organization_day']
    await asAdministrator(own.connection, ...tables.map((table) => `alter table ${table} disable row level security`))
    for (const view of ['dashboard', 'performance', `performance?from=${daysAgo(2)}`, 'sector', 'trends', 'reports']) {
      const path = `/api/analytics/${view}`
      expect(JSON.stringify((await actor.rest('GET', path)).body)).toContain('1234567')
      expect(JSON.stringify((await other.rest('GET', path)).body)).not.toContain('1234567')
    }
    const foreign = await other.rest('POST', '/api/analytics/records', { campaignId: id, day: daysAgo(1) })
    expect(foreign.status).toBe(404)
  })

  test('a record cannot be changed behind the roll-ups’ back', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    await record(actor, { campaignId: id, day: daysAgo(1) })
    const change = server.database.transaction(
      { role: 'gateway_tenant', organizationId: actor.organizationId },
      ({ db }) => db.updateTable('analyticsRecord').set({ clicks: 7 }).execute(),
    )
    await expect(change).rejects.toThrow(/permission denied/)
  })

  test('the demo data agrees with them', async () => {
    await seedDemo(server.app)
    await expectRollUpsToBeRight({ organizationId: DEMO_ORGANIZATION })
    const demo = server.actor({ organizationId: DEMO_ORGANIZATION })
    const { body } = await demo.rest('GET', '/api/analytics/dashboard')
    expect(body.data.last30Days.records).toBeGreaterThan(300)
    const prediction = await demo.rest('GET', '/api/analytics/predictions')
    expect(prediction.body.data).toMatchObject({ observations: 178, endedOn: null })
    expect(prediction.body.data.points).toHaveLength(14)
  })
})

/** How many statements the transaction of a read sends. */
async function statementsOf({ organizationId }: Actor, read: () => Promise<Answer>): Promise<number> {
  transactions.length = 0
  const { status, body } = await read()
  expect([status, body.errors]).toEqual([200, undefined])
  const own = transactionsOf(transactions, organizationId)
  expect(own).toHaveLength(1)
  return own.flat().length
}

describe('statements', () => {
  const nested = `query ($first: Int) { campaigns(first: $first) { nodes {
    analyticsCount analytics { totals { clicks } period { clicks } days { day clicks } }
    lately: analytics(from: "${daysAgo(3)}") { period { clicks } }
  } } }`
  const records = 'query ($first: Int) { analyticsRecords(first: $first) { nodes { day campaign { name } } } }'

  test.each([
    ['campaigns with their analytics', nested, 6],
    ['records with their campaign', records, 3],
  ])('%s: as many for twenty as for two', async (_, query, expected) => {
    const actor = server.actor()
    const ids: string[] = []
    for (let index = 0; index < 20; index++) ids.push((await aCampaign(actor)).id)
    await record(
      actor,
      ids.map((campaignId) => ({ campaignId, day: daysAgo(2), clicks: 1 })),
    )
    const counts = []
    for (const first of [2, 20]) counts.push(await statementsOf(actor, () => actor.graphql(query, { first })))
    expect(counts).toEqual([expected, expected])
  })

  test('of an ingest are as many for a thousand records as for one', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const sent = async (size: number) => {
      transactions.length = 0
      await record(
        actor,
        Array.from({ length: size }, (_, index) => ({ campaignId: id, day: daysAgo(index % 60) })),
      )
      const own = transactionsOf(transactions, actor.organizationId)
      return own.filter((statements) => statements.join().includes('"analytics_record"')).flat().length
    }
    const one = await sent(1)
    expect(await sent(1000)).toBe(one)
  })

  test('of the views do not grow with records', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const counts = async () => {
      const of: Record<string, number> = {}
      for (const view of ['dashboard', 'performance', 'sector', 'trends', 'reports']) {
        of[view] = await statementsOf(actor, () => actor.rest('GET', `/api/analytics/${view}`))
      }
      return of
    }
    const before = await counts()
    await record(
      actor,
      Array.from({ length: 500 }, (_, index) => ({ campaignId: id, day: daysAgo(index), clicks: 1 })),
    )
    expect(await counts()).toEqual(before)
    expect(before).toEqual({ dashboard: 6, performance: 4, sector: 3, trends: 3, reports: 4 })
  })
})

/** @long it compares counters with counts after random changes. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import { removeRows } from '../src/data/references.ts'
import { MEASURES } from '../src/features/analytics/analytics.figures.ts'
import { moveDueCampaigns } from '../src/features/campaigns/campaign.jobs.ts'
import { DEMO_ORGANIZATION } from '../src/security/auth/demo-token.ts'
import { daysAgo } from './analytics/records.ts'
import { startDemoServer } from './support/demo.ts'
import { runExamples } from './support/example-run.ts'
import { performDue, toolsOf } from './support/jobs.ts'
import { runs } from './support/runs.ts'
import {
  aCampaign,
  aClient,
  aContent,
  aGrantedRequest,
  aSubject,
  campaignBody,
  clientBody,
  completeNow,
} from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions, statementsOf } from './support/statements.ts'

/*
 * Each write updates the row counts and the sums of results by status. After any operations, concurrent ones included,
 * the stored counts must equal the counted rows.
 */

const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
})

type Counts = Record<string, Record<string, number>>

/** Without zeros: a count of 0 may be stored or absent. */
const withoutZeros = (counts: Counts) =>
  Object.fromEntries(
    Object.entries(counts).map(([table, of]) => [
      table,
      Object.fromEntries(Object.entries(of).filter(([, rows]) => rows !== 0)),
    ]),
  )

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const COLUMNS = MEASURES.map(snake).join(', ')
const SUMS = MEASURES.map((name) => `sum(${snake(name)})::bigint as ${snake(name)}`).join(', ')

/** The stored counts and sums of an organization, and the ones computed from its rows. */
const keptAndFound = (organizationId: string) =>
  server.database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db }) => {
    // Each statement names the organization, for a database that distributes its tables.
    const heads = await sql<{ counts: Counts | null }>`
      select counts from organization_head where organization_id = ${organizationId}`.execute(db)
    const counted = await sql<{ counts: Counts }>`select count_rows(${organizationId}) as counts`.execute(db)
    const kept = await sql`select status, ${sql.raw(COLUMNS)} from status_total
      where organization_id = ${organizationId} and records > 0 order by 1`.execute(db)
    const found = await sql`select campaign.status, ${sql.raw(SUMS)} from campaign
      join campaign_total using (organization_id)
      where organization_id = ${organizationId} and campaign_id = id and records > 0 group by 1 order by 1`.execute(db)
    const [head] = heads.rows
    return {
      kept: { counts: head?.counts && withoutZeros(head.counts), results: kept.rows },
      found: { counts: head && withoutZeros(counted.rows[0]?.counts ?? {}), results: found.rows },
    }
  })

async function expectRightCounts({ organizationId }: { organizationId: string }, done: unknown): Promise<void> {
  const { kept, found } = await keptAndFound(organizationId)
  expect({ done, ...kept }).toEqual({ done, ...found })
}

const place = fc.nat(5)
const places = fc.uniqueArray(place, { minLength: 1, maxLength: 4 })
const status = fc.constantFrom('DRAFT', 'PENDING_APPROVAL', 'ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED')
const sector = fc.constantFrom('BUSINESS', 'GOVERNMENT')
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const) }),
  fc.record({ kind: fc.constant('status' as const), place, status }),
  fc.record({ kind: fc.constant('edit' as const), place }),
  fc.record({ kind: fc.constant('record' as const), place, days: fc.nat(3), clicks: fc.nat(50) }),
  fc.record({ kind: fc.constant('delete' as const), place }),
  fc.record({ kind: fc.constant('duplicate' as const), place }),
  fc.record({ kind: fc.constant('bulk' as const), places, status, dryRun: fc.boolean() }),
  fc.record({ kind: fc.constant('bulk delete' as const), places }),
  fc.record({ kind: fc.constant('bulk duplicate' as const), places }),
  fc.record({ kind: fc.constant('purge' as const), days: fc.nat(3) }),
  fc.record({ kind: fc.constant('import' as const), sectors: fc.array(sector, { maxLength: 5 }), mode: fc.boolean() }),
  fc.record({ kind: fc.constant('sector' as const), place, sector }),
  fc.record({ kind: fc.constant('delete client' as const), place }),
  fc.record({ kind: fc.constant('content' as const), place, status: fc.constantFrom('IN_REVIEW', 'ARCHIVED') }),
  fc.record({ kind: fc.constant('delete content' as const), place }),
  // One transaction in which a campaign changes and gets results, in both orders, and may end.
  fc.record({
    kind: fc.constant('several' as const),
    place,
    status,
    clicks: fc.nat(50),
    isFirst: fc.boolean(),
    isLast: fc.boolean(),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Six rows of each kind. */
interface Rows {
  campaigns: string[]
  clients: string[]
  content: string[]
}

async function fill(actor: Actor): Promise<Rows> {
  const rows: Rows = { campaigns: [], clients: [], content: [] }
  for (let index = 0; index < 6; index++) {
    const { id } = await aCampaign(actor, { status: index % 2 ? 'ACTIVE' : 'DRAFT' })
    rows.campaigns.push(id)
    rows.clients.push((await aClient(actor, { sector: index % 3 ? 'BUSINESS' : 'GOVERNMENT' })).id)
    rows.content.push((await aContent(actor, { campaignId: id })).id)
  }
  return rows
}

const bulk = (actor: Actor, body: object) => actor.rest('POST', '/api/campaigns/bulk', body)

function take(actor: Actor, rows: Rows, each: Step): Promise<Answer | number> {
  const at = (ids: readonly string[], index: number) => ids[index] ?? ''
  const campaign = 'place' in each ? at(rows.campaigns, each.place) : ''
  const campaigns = 'places' in each ? each.places.map((index) => at(rows.campaigns, index)) : []
  switch (each.kind) {
    case 'add':
      return actor.rest('POST', '/api/campaigns', campaignBody())
    case 'status':
      return actor.rest('PUT', `/api/campaigns/${campaign}/status`, { status: each.status })
    case 'edit':
      return actor.rest('PUT', `/api/campaigns/${campaign}`, { name: 'Another' })
    case 'record':
      return actor.rest('POST', '/api/analytics/records', {
        campaignId: campaign,
        day: daysAgo(each.days),
        clicks: each.clicks,
      })
    case 'delete':
      return actor.rest('DELETE', `/api/campaigns/${campaign}`)
    case 'duplicate':
      return actor.rest('POST', `/api/campaigns/${campaign}/duplicate`)
    case 'bulk':
      return bulk(actor, {
        operation: 'STATUS',
        ids: campaigns,
        changes: { status: each.status },
        dryRun: each.dryRun,
      })
    case 'bulk delete':
      return bulk(actor, { operation: 'DELETE', ids: [...campaigns, 'nobody'] })
    case 'bulk duplicate':
      return bulk(actor, { operation: 'DUPLICATE', ids: campaigns })
    case 'purge':
      return purge(actor, daysAgo(each.days))
    case 'import': {
      const bodies = each.sectors.map((of) => clientBody({ sector: of }))
      return actor.rest('POST', `/api/clients/import?mode=${each.mode ? 'atomic' : 'partial'}`, [...bodies, {}])
    }
    case 'sector':
      return actor.rest('PUT', `/api/clients/${at(rows.clients, each.place)}`, { sector: each.sector })
    case 'delete client':
      return actor.rest('DELETE', `/api/clients/${at(rows.clients, each.place)}`)
    case 'content':
      return actor.rest('PUT', `/api/content/${at(rows.content, each.place)}/status`, { status: each.status })
    case 'delete content':
      return actor.rest('DELETE', `/api/content/${at(rows.content, each.place)}`)
    case 'several': {
      const fields = [
        `changeCampaignStatus(id: "${campaign}", status: ${each.status}) { id }`,
        `recordAnalytics(records: [{ campaignId: "${campaign}", day: "${daysAgo(1)}", clicks: ${each.clicks} }]) { recorded }`,
      ]
      const ordered = each.isFirst ? fields : fields.toReversed()
      const all = each.isLast ? [...ordered, `deleteCampaign(id: "${campaign}")`] : ordered
      return actor.graphql(`mutation { ${all.map((field, index) => `f${index}: ${field}`).join(' ')} }`)
    }
  }
}

/** Deletes records as the retention job does: by day, across campaigns. */
const purge = ({ organizationId }: Actor, day: string) =>
  server.database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const rows = await unit.db.selectFrom('analyticsRecord').select('id').where('day', '<=', day).execute()
    return removeRows(unit, { organizationId, table: 'analytics_record', ids: rows.map(({ id }) => id) })
  })

/** A counterexample is reported as it was found: shrinking it over HTTP would take minutes. */
const RUNS = { numRuns: runs(10), endOnFailure: true }

describe('counts', () => {
  test('are correct after any operations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const actor = server.actor()
        const rows = await fill(actor)
        for (const each of steps) {
          await take(actor, rows, each)
          await expectRightCounts(actor, each)
        }
      }),
      RUNS,
    )
  })

  test('are correct after any concurrent operations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const actor = server.actor()
        const rows = await fill(actor)
        await Promise.all(steps.map((each) => take(actor, rows, each)))
        await expectRightCounts(actor, steps)
      }),
      RUNS,
    )
  })

  test('do not include a failed part of a bulk change', async () => {
    const actor = server.actor()
    // The row is written before the missing consent for its channel is found.
    const uncovered = await aCampaign(actor, { type: 'EMAIL' })
    const covered = await aCampaign(actor)
    const ids = [uncovered.id, covered.id]
    await bulk(actor, { operation: 'STATUS', ids, changes: { status: 'PENDING_APPROVAL' } })
    const approver = server.actor({ organizationId: actor.organizationId })
    const { body } = await bulk(approver, { operation: 'STATUS', ids, changes: { status: 'ACTIVE' } })
    expect(body.data).toMatchObject({ succeeded: [covered.id], failed: [{ code: 'CONSENT_REQUIRED' }] })
    await expectRightCounts(actor, 'a bulk change')
  })

  test('follow scheduled status changes of campaigns', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { status: 'ACTIVE', endsAt: new Date(Date.now() + 3600_000).toISOString() })
    await actor.rest('POST', '/api/analytics/records', { campaignId: id, day: daysAgo(1), clicks: 3 })
    await server.database.transaction(
      { role: 'gateway_tenant', organizationId: actor.organizationId },
      async ({ db }) => {
        await sql`update campaign set ends_at = now() where organization_id = ${actor.organizationId}`.execute(db)
        await sql`update due_work set due_at = now() where organization_id = ${actor.organizationId}
          and kind = 'campaigns'`.execute(db)
      },
    )
    await performDue(moveDueCampaigns, toolsOf(server))
    await expectRightCounts(actor, 'the job')
    const { body } = await actor.rest('GET', '/api/analytics/dashboard')
    const completed = body.data.byStatus.find((each: { status: string }) => each.status === 'COMPLETED')
    expect(completed).toMatchObject({ campaigns: 1, clicks: 3 })
  })

  test('follow rows that retention deletes without events', async () => {
    const actor = server.actor()
    const { organizationId } = actor
    const { campaigns, clients, content } = await fill(actor)
    await actor.rest('POST', '/api/analytics/records', { campaignId: campaigns[1], day: daysAgo(1), clicks: 3 })
    const few = { content_item: content.slice(1), campaign: campaigns.slice(1, 4), client: clients.slice(3) }
    for (const [table, ids] of Object.entries(few)) {
      await server.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) =>
        removeRows(unit, { organizationId, table, ids }),
      )
      await expectRightCounts(actor, table)
    }
    const { kept } = await keptAndFound(organizationId)
    expect(kept).toMatchObject({ counts: { content_item: { DRAFT: 1 } }, results: [] })
  })

  test('follow an erasure, which rewrites counted rows', async () => {
    const actor = server.actor()
    const subject = aSubject()
    await fill(actor)
    await aClient(actor, { name: subject.name, contact: { name: subject.name, email: subject.email } })
    await aCampaign(actor, { name: `For ${subject.name}`, description: subject.email })
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    const { body } = await completeNow(server.actor({ organizationId: actor.organizationId }), id)
    expect(body.data.outcome).toBeDefined()
    await expectRightCounts(actor, 'an erasure')
  })

  test('are correct after every operation of the legacy API', async () => {
    const organizationId = `org_${randomUUID()}`
    await runExamples(server, organizationId)
    await expectRightCounts({ organizationId }, 'the examples')
  })

  test('include the demo data', async () => {
    await using demo = await startDemoServer()
    const previous = server
    server = demo
    try {
      await expectRightCounts({ organizationId: DEMO_ORGANIZATION }, 'the demo')
    } finally {
      server = previous
    }
  })
})

describe('an older version without counts', () => {
  /** Changes rows without updating the counts, and appends events, as the older version does. */
  const changeAsBefore = ({ organizationId }: Actor, change: ReturnType<typeof sql>) =>
    server.database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db }) => {
      await change.execute(db)
      await sql`select append(${organizationId}, '[]'::jsonb, true)`.execute(db)
    })

  test('leaves correct figures, and the next change counts again', async () => {
    const actor = server.actor()
    const { organizationId } = actor
    const { campaigns } = await fill(actor)
    await actor.rest('POST', '/api/analytics/records', { campaignId: campaigns[0], day: daysAgo(1), clicks: 5 })
    const own = sql`organization_id = ${organizationId}`
    await changeAsBefore(actor, sql`update campaign set status = 'FAILED' where ${own}`)
    await changeAsBefore(actor, sql`delete from content_item where ${own}`)
    await changeAsBefore(actor, sql`update client set sector = 'GOVERNMENT' where ${own}`)
    const { data } = (await actor.rest('GET', '/api/analytics/dashboard')).body
    const failed = data.byStatus.find((each: { status: string }) => each.status === 'FAILED')
    expect([data.clients, failed]).toMatchObject([6, { campaigns: 6, clicks: 5 }])
    const { meta } = (await actor.rest('GET', '/api/clients')).body
    expect(meta).toMatchObject({ government: 6, business: 0 })
    await aCampaign(actor)
    await expectRightCounts(actor, 'a change')
    await actor.rest('DELETE', `/api/campaigns/${campaigns[0]}`)
    await expectRightCounts(actor, 'a deletion')
  })

  test('reads without losing a count', async () => {
    const actor = server.actor()
    await fill(actor)
    const { organizationId } = actor
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, ({ db }) =>
      sql`select append(${organizationId}, '[]'::jsonb, false)`.execute(db),
    )
    await expectRightCounts(actor, 'a read')
  })
})

test.each([
  ['timeZone today', 0],
  ['clients campaigns', 1],
  ['totals { clicks }', 1],
  ['last30Days { clicks } previous30Days { clicks } change { clicks }', 1],
  ['byStatus { status campaigns }', 2],
])('of the dashboard only what is selected is read: %s', async (selected, statements) => {
  const actor = server.actor()
  await fill(actor)
  transactions.length = 0
  const { body } = await actor.graphql(`{ analyticsDashboard { ${selected} } }`)
  expect(body.errors).toBeUndefined()
  expect(statementsOf(transactions, actor.organizationId)).toHaveLength(statements)
})

test('of performance and the breakdown by sector', async () => {
  const actor = server.actor()
  await fill(actor)
  transactions.length = 0
  const { body } = await actor.graphql('{ campaignPerformance { totalCount } sectorAnalytics { from to } }')
  expect(body.errors).toBeUndefined()
  expect(statementsOf(transactions, actor.organizationId)).toHaveLength(1)
})

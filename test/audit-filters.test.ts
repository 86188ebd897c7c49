import { expect, test } from '@jest/globals'
import { appendAudit, auditFacts } from '../src/security/audit/writer.ts'
import { aClient } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { tamper } from './support/tamper.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const START = Date.parse('2026-03-01T00:00:00Z')
const MINUTE = 60_000
const COUNT = 300

/** Records of a day, some in the same minute. */
async function aTrail({ organizationId }: Actor): Promise<Date[]> {
  const source = { organizationId, userId: 'u', ipAddress: 'unknown', userAgent: 'test' }
  const facts = Array.from({ length: COUNT }, (_, n) =>
    auditFacts({ action: `THING_${n % 3}`, resourceType: `THING${n % 2}`, resourceId: null }, source),
  )
  await server.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) => appendAudit(unit, facts))
  const times = Array.from({ length: COUNT }, (_, n) => new Date(START + Math.floor(n / 3) * 9 * MINUTE))
  await tamper(
    server.connection,
    `update audit_record set timestamp = ('{${times.map((at) => at.toISOString()).join()}}'::timestamptz[])[sequence]
      where organization_id = '${organizationId}'`,
  )
  return times
}

const list = async (actor: Actor, query: string): Promise<Json> =>
  (await actor.rest('GET', `/api/audit/log?limit=100&${query}`)).body

const PERIODS: [from: number, to: number][] = [
  [0, 1],
  [-100, 60],
  [24, 240],
  [433, 466],
  [500, 501],
  [700, 703],
  [880, 990],
  [-10, -5],
]

test.each(PERIODS)('from minute %p to minute %p: every record of the period, and no other', async (from, to) => {
  const actor = server.actor()
  const moments = await aTrail(actor)
  const [first, last] = [from, to].map((minute) => new Date(START + minute * MINUTE))
  const expected = moments.filter((moment) => moment >= (first ?? 0) && moment < (last ?? 0))
  const { data, meta } = await list(actor, `from=${first?.toISOString()}&to=${last?.toISOString()}`)
  expect(meta.total).toBe(expected.length)
  const shown = data.map(({ timestamp }: Json) => Date.parse(timestamp)).sort()
  expect(shown).toEqual(expected.slice(-100).map(Number).sort())
})

test('open periods, and years that hardly are ones', async () => {
  const actor = server.actor()
  await aTrail(actor)
  expect((await list(actor, 'to=0001-01-01T00:00:00Z')).meta.total).toBe(0)
  // The records of reading are in the trail as well.
  expect((await list(actor, 'from=0001-01-01T00:00:00Z')).meta.total).toBe(COUNT + 1)
  expect((await list(actor, 'from=9999-12-31T23:59:59Z')).meta.total).toBe(0)
})

test('an empty trail has no period', async () => {
  expect((await list(server.actor(), 'from=2026-01-01T00:00:00Z')).meta.total).toBe(0)
})

test('together with other filters; the total of the connection is that of the list', async () => {
  const actor = server.actor()
  const moments = await aTrail(actor)
  expect((await list(actor, 'action=THING_1')).meta.total).toBe(100)
  expect((await list(actor, 'resourceType=THING0')).meta.total).toBe(150)
  const half = new Date(START + 450 * MINUTE)
  const both = moments.filter((moment, n) => n % 6 === 1 && moment < half)
  expect((await list(actor, `action=THING_1&resourceType=THING1&to=${half.toISOString()}`)).meta.total).toBe(
    both.length,
  )
  const { body } = await actor.graphql(
    '{ all: auditRecords { totalCount } some: auditRecords(filter: { action: "THING_2" }) { totalCount } }',
  )
  expect(body.data).toEqual({ all: { totalCount: COUNT + 3 }, some: { totalCount: 100 } })
})

test('another organization’s records are in no period', async () => {
  await aTrail(server.actor())
  expect((await list(server.actor(), 'from=2026-01-01T00:00:00Z')).meta.total).toBe(0)
})

test('without reads, only reads, and by how operations ended', async () => {
  const actor = server.actor()
  const { organizationId } = actor
  await aClient(actor)
  await actor.rest('GET', '/api/clients')
  await actor.rest('GET', '/api/clients/none')
  await actor.rest('GET', '/api/audit/export')
  await server.actor({ organizationId, role: 'viewer' }).rest('POST', '/api/clients', {})
  const found = async (filter: string): Promise<string[]> => {
    const { body } = await actor.graphql(`{ auditRecords(filter: { ${filter} }) { nodes { action } totalCount } }`)
    const { nodes, totalCount } = body.data.auditRecords
    expect(nodes.length).toBe(totalCount)
    return nodes.map(({ action }: Json) => action)
  }
  expect(await found('reads: false')).toEqual(['ACCESS_DENIED', 'AUDIT_EXPORTED', 'REQUEST_REFUSED', 'CLIENT_CREATED'])
  expect(await found('reads: true')).toEqual(['AUDIT_LISTED', 'CLIENT_LISTED'])
  expect(await found('outcome: REFUSED')).toEqual(['ACCESS_DENIED', 'REQUEST_REFUSED'])
  expect(await found('outcome: DONE, reads: false')).toEqual(['AUDIT_EXPORTED', 'CLIENT_CREATED'])
  expect(await found('outcome: FAILED')).toEqual([])
  // The REST API has every record, as before.
  expect((await list(actor, 'reads=false&outcome=REFUSED')).meta.total).toBeGreaterThan(8)
})

test('a file has the filtered records of the organization only, for those who may export and read the trail', async () => {
  const actor = server.actor()
  await aTrail(actor)
  await aTrail(server.actor())
  const query = `query ($filter: AuditFilter) {
    list: exportedAuditRecords(all: true, filter: $filter, orderBy: { field: SEQUENCE }) { totalCount nodes { sequence action } } }`
  const saved = async (filter: Json): Promise<Json> => (await actor.graphql(query, { filter })).body.data.list
  const { totalCount, nodes } = await saved({ action: 'thing_1', from: new Date(START + 450 * MINUTE) })
  expect(totalCount).toBe(50)
  expect(nodes.map(({ sequence }: Json) => sequence)).toEqual(Array.from({ length: 50 }, (_, n) => 152 + 3 * n))
  const whole = await saved({})
  expect([whole.totalCount, whole.nodes.length, whole.nodes[0].sequence]).toEqual([COUNT + 1, COUNT + 1, 1])
  expect(whole.nodes.at(-1).action).toBe('AUDIT_EXPORTED')
  const { organizationId } = actor
  for (const permission of ['org:audit:read', 'org:audit:export']) {
    const reader = server.actor({ organizationId, role: 'viewer', permissions: [permission] })
    const { data, errors } = (await reader.graphql(query)).body
    expect([data?.list ?? null, errors[0].extensions.code]).toEqual([null, 'FORBIDDEN'])
  }
})

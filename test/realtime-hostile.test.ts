import { beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Event } from '../src/events/events.ts'
import { createLog } from '../src/main/log.ts'
import { eventsOf as allEvents, emit as emitTo } from './support/events.ts'
import { follow } from './support/follow.ts'
import { performAll } from './support/jobs.ts'
import { listen } from './support/listen.ts'
import {
  aBreach,
  aCampaign,
  aClient,
  aContent,
  aGrantedRequest,
  aSubject,
  clientBody,
  completeNow,
} from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/* Streams go on, whatever happened: changes of many, rows that are gone, and events that nobody can show. */
const METRICS_TOKEN = 'a-token-for-metrics'
let server: TestServer
setUp(async (opened) => {
  const log = createLog('error', { write: (line: string) => void lines.push(JSON.parse(line)) })
  server = opened.use(await startServer({ METRICS_TOKEN, STREAMS_PER_USER: '1000' }, undefined, log))
})

const lines: Json[] = []
/** The operations whose streams the log says to have gone on without an event, and why. */
const skippedLines = () =>
  lines.filter(({ msg }) => msg === 'an event could not be shown; its stream continues without it')

const STREAMS: Record<string, { data: string; isTold: (event: Event) => boolean }> = {
  clientChanged: {
    data: 'type resourceId userId occurredAt client { id name campaigns { nodes { name } } }',
    isTold: ({ resourceType }) => resourceType === 'CLIENT',
  },
  campaignChanged: {
    data: 'type resourceId userId occurredAt campaign { id name contentCount client { name } }',
    isTold: ({ resourceType }) => resourceType === 'CAMPAIGN',
  },
  contentChanged: {
    data: 'type resourceId userId occurredAt content { id title comments { nodes { text } } }',
    isTold: ({ resourceType }) => ['CONTENT', 'CONTENT_ITEM'].includes(resourceType),
  },
  breaches: {
    data: 'kind title severity description discoveredAt resourceId occurredAt',
    isTold: ({ type }) => ['BREACH_REPORTED', 'COMPLIANCE_ALERT_RAISED', 'SECURITY_ALERT_FIRED'].includes(type),
  },
}
const FIELDS = Object.keys(STREAMS)
const idOf = ({ number }: Event) => String(number)

const queryOf = (field: string, data = STREAMS[field]?.data) =>
  `subscription ($since: ID) { received: ${field}(since: $since) { id event data { ${data} } } }`

const eventsOf = async ({ organizationId }: Actor, field: string): Promise<Event[]> =>
  (await allEvents(server, organizationId)).filter((event) => STREAMS[field]?.isTold(event))

/** What a stream tells, from where it begins up to the event with the id. */
async function receivedUntil(stream: ReturnType<typeof follow>, last: string): Promise<Json[]> {
  const received: Json[] = []
  while (received.at(-1)?.id !== last) {
    const { data, errors } = await stream.next()
    expect(errors).toBeUndefined()
    received.push(data.received)
  }
  await stream.stop()
  return received
}

/** Appends an event, as no operation would. */
const emit = (
  { organizationId }: Actor,
  { id, payload = '{}', ...event }: { type: string; resourceType: string; id: string | null; payload?: string },
) => emitTo(server, organizationId, { ...event, resourceId: id, payload: JSON.parse(payload) })

const runJobs = () => performAll(server)

async function changeEverything(actor: Actor): Promise<void> {
  const bulk = (operation: string, ids: string[], changes?: Json) =>
    actor.rest('POST', '/api/campaigns/bulk', { operation, ids, changes })
  const importing = (mode: string, ...rows: Json[]) => actor.rest('POST', `/api/clients/import?mode=${mode}`, rows)
  const client = await aClient(actor)
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.push((await aCampaign(actor, { clientId: client.id })).id)
  await aContent(actor, { campaignId: ids[0] })
  await bulk('UPDATE', ids, { description: 'new' })
  await bulk('STATUS', ids, { status: 'CANCELLED' })
  await bulk('DUPLICATE', ids)
  await bulk('DELETE', ids.slice(1))
  await importing('partial', clientBody(), { name: 'bad' }, clientBody())
  await importing('atomic', clientBody(), clientBody())
  const subject = aSubject()
  await aClient(actor, { name: subject.name, contact: { name: subject.name, email: subject.email } })
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  const second = server.actor({ organizationId: actor.organizationId })
  expect((await completeNow(second, id)).status).toBe(200)
  expect((await actor.rest('DELETE', `/api/clients/${client.id}`)).status).toBe(204)
  await aBreach(actor, { discoveredAt: '2026-11-01T08:00:00Z' })
  await runJobs()
  await aClient(actor, { name: 'Last' })
  await aCampaign(actor, { name: 'Last' })
  await aBreach(actor, { title: 'Last' })
}

describe('whatever changed', () => {
  let actor: Actor
  let live: Record<string, Json[]>
  beforeAll(async () => {
    actor = server.actor()
    const open = FIELDS.map((field) => ({ field, stream: follow(server.url, actor.token, queryOf(field)) }))
    const beginnings = await Promise.all(open.map(({ stream }) => stream.next()))
    await changeEverything(actor)
    live = {}
    for (const [index, { field, stream }] of open.entries()) {
      const last = (await eventsOf(actor, field)).at(-1)
      live[field] = [beginnings[index].data.received, ...(await receivedUntil(stream, idOf(last as Event)))]
    }
  })

  test.each(FIELDS)('%s tells each event once, in order, and those of many without a row', async (field) => {
    const events = await eventsOf(actor, field)
    const [beginning, ...received] = live[field] ?? []
    expect(beginning).toEqual({ id: '0', event: 'ready', data: null })
    expect(received.map(({ id }) => id)).toEqual(events.map(idOf))
    expect(received.map(({ data }) => data.resourceId)).toEqual(events.map(({ resourceId }) => resourceId))
    for (const { data } of received.filter(({ data }) => data.resourceId === null))
      expect(data.client ?? data.campaign ?? null).toBeNull()
    expect(received.some(({ data }) => data.resourceId === null)).toBe(
      ['clientChanged', 'campaignChanged'].includes(field),
    )
  })

  test.each(FIELDS)('%s resumes from before each event', async (field) => {
    const ids = (live[field] ?? []).map(({ id }) => id)
    await Promise.all(
      ids.slice(0, -1).map(async (since, place) => {
        const received = await receivedUntil(follow(server.url, actor.token, queryOf(field), { since }), ids.at(-1))
        expect(received.map(({ id }) => id)).toEqual(ids.slice(place))
      }),
    )
  })

  test('the REST streams tell the same breaches, and the figures', async () => {
    const expected = (live.breaches ?? []).slice(1)
    using breaches = listen(`${server.url}/api/realtime/breaches?lastEventId=0`, actor.token)
    using dashboard = listen(`${server.url}/api/realtime/dashboard?lastEventId=0`, actor.token)
    const last = await until('the last', () => breaches.heard.find(({ data }) => data?.title === 'Last'))
    expect(breaches.heard.filter(({ event }) => event === 'breach').map(({ data }) => data)).toEqual(
      expected.map(({ data }) => data),
    )
    expect(last.data.discoveredAt).toMatch(/^\d{4}-.*Z$/)
    expect((await dashboard.event('update')).data.clients).toBeGreaterThan(4)
  })
})

const GARBAGE_IDS = ['', 'nonsense', "' or 1=1 --", '00000000-0000-0000-0000-000000000000', 'x'.repeat(10_000), null]
const GARBAGE = ['{}', '[]', 'null', '"text"', '7', '{"type":1,"severity":[],"message":null}', '{"status":{"a":[1]}}']

const skippedCount = async (): Promise<number> => {
  const { body } = await server.fetch('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  const counts = [...body.matchAll(/^stream_events_skipped_total\{.*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

describe('events that no operation would write', () => {
  async function garbage(actor: Actor): Promise<void> {
    for (const id of GARBAGE_IDS) {
      await emit(actor, { type: 'CLIENT_UPDATED', resourceType: 'CLIENT', id })
      await emit(actor, { type: 'CAMPAIGN_UPDATED', resourceType: 'CAMPAIGN', id })
      await emit(actor, { type: 'CONTENT_COMMENTED', resourceType: 'CONTENT', id })
      await emit(actor, { type: 'BREACH_REPORTED', resourceType: 'BREACH', id })
      await emit(actor, { type: 'SECURITY_ALERT_FIRED', resourceType: 'SECURITY_ALERT', id })
      await emit(actor, { type: 'constructor', resourceType: '__proto__', id })
    }
    for (const payload of GARBAGE) {
      await emit(actor, { type: 'COMPLIANCE_ALERT_RAISED', resourceType: 'COMPLIANCE_ALERT', id: 'x', payload })
      await emit(actor, { type: 'TEAM_MEMBER_UPDATED', resourceType: 'TEAM_MEMBER', id: 'x', payload })
      await emit(actor, { type: 'API_KEY_DELETED', resourceType: 'API_KEY', id: null, payload })
    }
  }

  test('are sent without a row, or skipped and counted; live and resumed streams continue', async () => {
    const actor = server.actor()
    const skipped = await skippedCount()
    const logged = skippedLines().length
    const open = FIELDS.map((field) => follow(server.url, actor.token, queryOf(field)))
    for (const stream of open) await stream.next()
    await garbage(actor)
    await aClient(actor)
    await aCampaign(actor)
    await aContent(actor)
    await aBreach(actor)
    const counts: number[] = []
    for (const [index, field] of FIELDS.entries()) {
      const events = await eventsOf(actor, field)
      const last = idOf(events.at(-1) as Event)
      const received = await receivedUntil(open[index] as never, last)
      const resumed = await receivedUntil(follow(server.url, actor.token, queryOf(field), { since: '0' }), last)
      expect(resumed.slice(1)).toEqual(received)
      counts.push(events.length - received.length)
    }
    const [clients, campaigns, content, breaches] = counts
    expect([clients, campaigns, content]).toEqual([0, 0, 0])
    expect(breaches).toBe(2 * GARBAGE_IDS.length + GARBAGE.length)
    const all = 2 * (2 * GARBAGE_IDS.length + GARBAGE.length)
    expect((await skippedCount()) - skipped).toBe(all)
    const received = skippedLines().slice(logged)
    expect(received).toHaveLength(all)
    for (const line of received) {
      expect(line).toMatchObject({ operation: 'breaches', requestId: expect.any(String), err: expect.anything() })
    }
  })

  test('a member who is removed behind them is shut out all the same', async () => {
    const admin = server.actor()
    const member = server.actor({ organizationId: admin.organizationId })
    const { body } = await admin.rest('POST', '/api/service-provider/api-keys', { name: 'Follower', role: 'admin' })
    const stream = follow(server.url, body.data.key, queryOf('clientChanged'))
    await stream.next()
    await garbage(member)
    await admin.rest('DELETE', `/api/service-provider/api-keys/${body.data.id}`)
    for (let code: unknown; code !== 'UNAUTHORIZED'; ) code = (await stream.next()).errors?.[0].extensions.code
    await stream.stop()
  })
})

test.each([
  ['by itself', 'client { name compliance { popiaCompliant } }'],
  ['beside its relations', 'client { name compliance { popiaCompliant } campaigns { nodes { name } } }'],
])('a row that cannot be shown %s is skipped, and the other rows are sent', async (_, data) => {
  const actor = server.actor()
  const ids: string[] = []
  for (const name of ['A', 'B', 'C', 'D']) ids.push((await aClient(actor, { name })).id)
  const session = { role: 'gateway_tenant', organizationId: actor.organizationId } as const
  await server.database.transaction(session, ({ db }) =>
    sql`update client set compliance = '{}' where id = ${ids[1]}::uuid`.execute(db),
  )
  const last = (await eventsOf(actor, 'clientChanged')).at(-1) as Event
  const query = queryOf('clientChanged', data)
  const received = await receivedUntil(follow(server.url, actor.token, query, { since: '0' }), idOf(last))
  expect(received.map((each) => each.data?.client.name)).toEqual([undefined, 'A', 'C', 'D'])
})

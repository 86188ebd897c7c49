import { describe, expect, test } from '@jest/globals'
import { prune } from '../src/main/features.ts'
import { asAdministrator } from './support/database.ts'
import { emit } from './support/events.ts'
import { follow } from './support/follow.ts'
import { performFor, toolsOf } from './support/jobs.ts'
import { listen } from './support/listen.ts'
import { aBreach, aCampaign, aClient, aContent } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { aSignOff } from './support/sign-offs.ts'
import { recordTransactions } from './support/statements.ts'
import { schema } from './support/surface.ts'

/* What it takes to resume, and from where every stream can. */
const EVENTS = 1200
const ROWS = 30
const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ STREAMS_PER_USER: '100' }, recordTransactions(transactions)))
})

const stream = (actor: Actor, query: string, since?: string) => follow(server.url, actor.token, query, { since })
const changes = (data: string) =>
  `subscription ($since: ID) { clientChanged(since: $since) { id event data { resourceId ${data} } } }`

/** Clients, and many changes of them in turn, as one commit. */
async function changed(actor: Actor): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < ROWS; count++) ids.push((await aClient(actor, { name: `Client ${count}` })).id)
  const changes = Array.from({ length: EVENTS - ROWS }, (_, place) => ({
    type: 'CLIENT_UPDATED',
    resourceType: 'CLIENT',
    resourceId: ids[place % ROWS] as string,
  }))
  await emit(server, actor.organizationId, ...changes)
  return ids
}

const readsOf = (organizationId: string, table: string) =>
  transactions
    .filter(([begin]) => begin?.startsWith('begin read only') && begin.includes(organizationId))
    .flat()
    .filter((statement) => statement.includes(`from "${table}"`)).length

const subscriptions = Object.values(schema.getSubscriptionType()?.getFields() ?? {})
const resumable = subscriptions.filter(({ args }) => args.some(({ name }) => name === 'since'))

test.each(resumable.map(({ name }) => name))('%s since null starts as without it: nothing was missed', async (name) => {
  const started = follow(server.url, server.actor().token, `subscription { ${name}(since: null) { id event } }`)
  expect((await started.next()).data[name].event).toMatch(/ready|snapshot/)
  await started.stop()
})

describe('what is read to tell what was missed', () => {
  test.each([
    ['nothing of the rows, for fields of the events', 'type userId occurredAt', 0],
    ['a page of rows at a time', 'type client { name contact }', EVENTS / 100],
    ['a page of their relations at a time', 'client { name campaigns { nodes { name } } }', EVENTS / 100],
  ])('%s', async (_, data, reads) => {
    const actor = server.actor()
    const ids = await changed(actor)
    await aCampaign(actor, { clientId: ids[0] })
    transactions.length = 0
    const resumed = stream(actor, changes(data), '0')
    expect((await resumed.next()).data.clientChanged.event).toBe('ready')
    const received: Json[] = []
    while (received.length < EVENTS) received.push((await resumed.next()).data.clientChanged)
    await resumed.stop()
    expect(received.map((each) => each.data.resourceId)).toEqual(
      Array.from({ length: EVENTS }, (_, place) => ids[place % ROWS]),
    )
    expect(new Set(received.map(({ id }) => id)).size).toBe(EVENTS)
    if (reads) {
      expect(received.every((each) => each.data.client.name === `Client ${ids.indexOf(each.data.resourceId)}`)).toBe(
        true,
      )
    }
    const { organizationId } = actor
    // What belongs to the rows is a statement of its own, in which they are found again.
    const hasRelations = data.includes('campaigns')
    expect(readsOf(organizationId, 'client')).toBe(hasRelations ? 2 * reads : reads)
    expect(readsOf(organizationId, 'campaign')).toBe(hasRelations ? reads : 0)
    expect(readsOf(organizationId, 'event')).toBeLessThan(EVENTS / 100)
  })

  test('rows are read once for all streams of an organization, and never for those of another', async () => {
    const actors = [server.actor(), server.actor()]
    const ids = await Promise.all(actors.map(async (actor) => (await aClient(actor, { name: actor.userId })).id))
    const streams = actors.flatMap((actor) =>
      Array.from({ length: 10 }, () => stream(actor, changes('client { name }'))),
    )
    await Promise.all(streams.map((each) => each.next()))
    transactions.length = 0
    await Promise.all(
      actors.map((actor, index) => actor.rest('PUT', `/api/clients/${ids[index]}/status`, { status: 'ACTIVE' })),
    )
    for (const [index, each] of streams.entries()) {
      const actor = actors[index < 10 ? 0 : 1] as Actor
      expect((await each.next()).data.clientChanged.data.client).toEqual({ name: actor.userId })
      await each.stop()
    }
    for (const { organizationId } of actors) expect(readsOf(organizationId, 'client')).toBe(1)
  })

  test('data that one caller may not see is refused to that caller, and sent to the others', async () => {
    const admin = server.actor()
    const key = { name: 'Clients only', role: 'viewer', scopes: ['org:clients:read'] }
    const { body } = await admin.rest('POST', '/api/service-provider/api-keys', key)
    const query = changes('client { name campaigns { nodes { name } } }')
    const [open, limited] = [stream(admin, query), stream({ ...admin, token: body.data.key }, query)]
    for (const each of [open, limited]) await each.next()
    await aClient(admin, { name: 'Karoo' })
    expect((await open.next()).data.clientChanged.data.client).toEqual({
      name: 'Karoo',
      campaigns: { nodes: [] },
    })
    expect((await limited.next()).errors[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
    for (const each of [open, limited]) await each.stop()
  })
})

const FIELDS = [
  'clientChanged',
  'campaignChanged',
  'contentChanged',
  'signOffChanged',
  'breaches',
  'auditRecorded',
  'dashboard',
]
const CHANGES: Record<string, (actor: Actor) => Promise<unknown>> = {
  clientChanged: aClient,
  campaignChanged: aCampaign,
  contentChanged: aContent,
  signOffChanged: async (actor) => aSignOff(actor, { contentId: (await aContent(actor)).id }),
  breaches: aBreach,
  auditRecorded: (actor) => actor.rest('GET', '/api/clients'),
  dashboard: aClient,
}

describe.each([
  ['an organization without any event', async () => {}],
  ['an organization with events', aCampaign],
])('the first id, of %s', (_, begin) => {
  test.each(FIELDS)('%s resumes from it, with all that came since', async (field) => {
    const actor = server.actor()
    await begin(actor)
    const query = `subscription ($since: ID) { ${field}(since: $since) { id event } }`
    const cut = stream(actor, query)
    const beginning = (await cut.next()).data[field]
    expect(beginning).toEqual({ id: expect.any(String), event: field === 'dashboard' ? 'snapshot' : 'ready' })
    await cut.stop()
    await CHANGES[field]?.(actor)
    const resumed = stream(actor, query, beginning.id)
    if (field !== 'dashboard') expect((await resumed.next()).data[field]).toEqual({ ...beginning, event: 'ready' })
    expect((await resumed.next()).data[field].event).toMatch(/change|breach|record|update/)
    await resumed.stop()
  })

  test('an EventSource that is disconnected before the first breach receives it after reconnecting', async () => {
    const actor = server.actor()
    await begin(actor)
    using cut = listen(`${server.url}/api/realtime/breaches`, actor.token)
    const id = await cut.start()
    cut[Symbol.dispose]()
    await aBreach(actor, { title: 'While disconnected' })
    using resumed = listen(`${server.url}/api/realtime/breaches?lastEventId=${id}`, actor.token)
    expect((await resumed.event('breach')).data.title).toBe('While disconnected')
    expect(resumed.heard.map(({ event }) => event)).toEqual(['breach'])
    expect(await resumed.start()).toBe(id)
  })
})

test('a reset says where to resume from', async () => {
  const actor = server.actor()
  await aClient(actor)
  for (const field of FIELDS) {
    const query = `subscription ($since: ID) { ${field}(since: $since) { id event } }`
    const reset = stream(actor, query, '123-4')
    const { id, event } = (await reset.next()).data[field]
    expect(event).toBe('reset')
    await reset.stop()
    const resumed = stream(actor, query, id)
    // The figures that follow the reset are sent.
    expect((await resumed.next()).data[field].event).toBe(field === 'dashboard' ? 'update' : 'ready')
    await resumed.stop()
  }
})

test('an id outlives its event while it is the last, and is a reset once later ones were forgotten', async () => {
  const actor = server.actor()
  await aClient(actor)
  const { organizationId } = actor
  const age = async (days: number) => {
    await asAdministrator(
      server.connection,
      `update event set occurred_at = (occurred_at at time zone 'UTC' - make_interval(days => ${days})) at time zone 'UTC'
        where organization_id = '${organizationId}'`,
    )
    await performFor(actor, prune, toolsOf(server))
  }
  await age(8)
  const first = stream(actor, changes(''))
  const { id } = (await first.next()).data.clientChanged
  await first.stop()
  await aClient(actor, { name: 'Next' })
  const resumed = stream(actor, changes(''), id)
  expect((await resumed.next()).data.clientChanged).toEqual({ id, event: 'ready', data: null })
  const next = (await resumed.next()).data.clientChanged
  await resumed.stop()
  await aClient(actor)
  await age(8)
  for (const since of [id, next.id, '0']) {
    const late = stream(actor, changes(''), since)
    expect((await late.next()).data.clientChanged.event).toBe('reset')
    await late.stop()
  }
})

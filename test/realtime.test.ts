import { describe, expect, test } from '@jest/globals'
import { follow as followOn } from './support/follow.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ STREAMS_PER_USER: '3' }))
})

const SSE = { Accept: 'text/event-stream' }
const CLIENTS = 'subscription ($since: ID) { clientChanged(since: $since) { id event data { type client { name } } } }'

const follow = (actor: Actor, query: string, variables?: Record<string, unknown>, singleConnection?: boolean) =>
  followOn(server.url, actor.token, query, variables, singleConnection)

/** Follows, to where the stream begins: from then on nothing is missed. */
async function following(actor: Actor, singleConnection = false) {
  const stream = follow(actor, CLIENTS, {}, singleConnection)
  return { stream, first: await stream.next() }
}

describe.each([false, true])('subscriptions, single connection: %s', (singleConnection) => {
  test('tell each change once, in order, and resume behind an id', async () => {
    const actor = server.actor()
    const { stream, first } = await following(actor, singleConnection)
    const names = ['A', 'B', 'C']
    for (const name of names) await aClient(actor, { name })
    const received: Json[] = []
    while (received.length < 3) received.push((await stream.next()).data.clientChanged)
    expect(received.map(({ data }) => [data.type, data.client.name])).toEqual(
      names.map((name) => ['CLIENT_CREATED', name]),
    )
    await stream.stop()
    await aClient(actor, { name: 'D' })
    const resumed = follow(actor, CLIENTS, { since: received[1].id }, singleConnection)
    expect((await resumed.next()).data.clientChanged).toEqual({ id: received[1].id, event: 'ready', data: null })
    expect((await resumed.next()).data.clientChanged).toEqual(received[2])
    expect((await resumed.next()).data.clientChanged.data.client.name).toBe('D')
    await resumed.stop()
    expect(first.data.clientChanged).toEqual({ id: '0', event: 'ready', data: null })
  })
})

const ID = expect.stringMatching(/^\d+(-[\da-f]+)?$/)

/** Ids that no event ever had. */
const STRANGE = [
  '',
  ' ',
  'nonsense',
  '0-1',
  '-1--1',
  '1e3-1',
  '0x1-1',
  '١-١',
  "1-1' or '1'='1",
  '__proto__',
  '999999999999-1',
  '9999999999999999999-999999999999999',
  '99999999999999999999999-1',
  'x'.repeat(10_000),
]

test("a since of another organization, of the future, or that never was is answered by reset, and never another's events", async () => {
  const stranger = server.actor()
  const { stream } = await following(stranger)
  await aClient(stranger, { name: 'Stranger' })
  await aClient(stranger, { name: 'Stranger too' })
  await stream.next()
  const { id } = (await stream.next()).data.clientChanged
  await stream.stop()
  for (const since of [id, ...STRANGE]) {
    const actor = server.actor()
    await aClient(actor, { name: 'Earlier' })
    const resumed = follow(actor, CLIENTS, { since })
    expect((await resumed.next()).data.clientChanged).toEqual({ id: ID, event: 'reset', data: null })
    await aClient(actor, { name: 'Later' })
    expect((await resumed.next()).data.clientChanged.data.client.name).toBe('Later')
    await resumed.stop()
  }
})

test.each([
  'clientChanged',
  'campaignChanged',
  'contentChanged',
  'signOffChanged',
  'breaches',
  'dashboard',
  'auditRecorded',
])('%s answers reset to every id that it never sent, and refuses text that nobody can store', async (field) => {
  const actor = server.actor()
  const query = `subscription ($since: ID) { ${field}(since: $since) { id event } }`
  for (const since of STRANGE) {
    const stream = follow(actor, query, { since })
    expect((await stream.next()).data[field]).toEqual({ id: ID, event: 'reset' })
    await stream.stop()
  }
  for (const since of ['nul\0', 'lone \ud800', { id: 1 }, ['1-1', '2-1'], true]) {
    const answer = await actor.rest('POST', '/graphql/stream', { query, variables: { since } }, SSE)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'VALIDATION_ERROR' } }] } })
  }
})

describe('relations of an event', () => {
  const NESTED = 'subscription { clientChanged { data { client { name campaigns { nodes { name } } } } } }'

  test('are read when the event is sent', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor, { name: 'Karoo' })
    await aCampaign(actor, { name: 'Heritage Day', clientId: id })
    const stream = follow(actor, NESTED)
    await stream.opened
    await actor.rest('PUT', `/api/clients/${id}/status`, { status: 'ACTIVE' })
    expect(await stream.next()).toEqual({
      data: {
        clientChanged: { data: { client: { name: 'Karoo', campaigns: { nodes: [{ name: 'Heritage Day' }] } } } },
      },
    })
    await stream.stop()
  })

  test('need their own permission', async () => {
    const admin = server.actor()
    const key = { name: 'Clients only', role: 'viewer', scopes: ['org:clients:read'] }
    const { body } = await admin.rest('POST', '/api/service-provider/api-keys', key)
    const stream = follow({ ...admin, token: body.data.key }, NESTED)
    await stream.opened
    await aClient(admin)
    const { errors } = await stream.next()
    expect(errors[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
    await stream.stop()
  })
})

test('the audit trail is sent in the order of the chain, including reads, and resumes', async () => {
  const query = 'subscription ($since: ID) { auditRecorded(since: $since) { id event data { sequence action } } }'
  const actor = server.actor()
  const stream = follow(actor, query)
  expect((await stream.next()).data.auditRecorded).toMatchObject({ event: 'ready', data: null })
  await actor.rest('GET', '/api/clients')
  const start = (await stream.next()).data.auditRecorded
  await aClient(actor)
  const seen = [start]
  while (seen.at(-1).data.action !== 'CLIENT_CREATED') seen.push((await stream.next()).data.auditRecorded)
  expect(seen.map(({ data }) => data.sequence)).toEqual(seen.map((_, index) => start.data.sequence + index))
  await stream.stop()
  const resumed = follow(actor, query, { since: start.id })
  expect((await resumed.next()).data.auditRecorded).toEqual({ id: start.id, event: 'ready', data: null })
  expect((await resumed.next()).data.auditRecorded).toEqual(seen[1])
  await resumed.stop()
})

describe('what is refused', () => {
  const post = (token: string | undefined, query: string) =>
    server.fetch('/graphql/stream', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query }),
    })

  test('without a token: 401 as JSON, before any event', async () => {
    const answer = await post(undefined, CLIENTS)
    expect(answer).toMatchObject({ status: 401, body: { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] } })
  })

  test('without the permission', async () => {
    const answer = await post(server.actor({ role: 'viewer' }).token, 'subscription { auditRecorded { id } }')
    expect(answer).toMatchObject({ status: 403, body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } })
  })

  test('more streams than one user may have', async () => {
    const actor = server.actor()
    const open = [await following(actor), await following(actor), await following(actor)]
    const answer = await post(actor.token, CLIENTS)
    expect(answer).toMatchObject({ status: 429, body: { errors: [{ extensions: { code: 'RATE_LIMIT_EXCEEDED' } }] } })
    for (const { stream } of open) await stream.stop()
    // The server learns of a closed connection when it learns of it.
    await until('a place for another stream', async () => (await opens(actor)) && true)
  })

  /** Whether a stream can be opened; it is closed at once. */
  async function opens(actor: Actor): Promise<boolean> {
    const abort = new AbortController()
    const { status } = await fetch(`${server.url}/graphql/stream?query=${encodeURIComponent(CLIENTS)}`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${actor.token}` },
      signal: abort.signal,
    })
    abort.abort()
    return status === 200
  }

  test('a subscription as a plain request', async () => {
    const { body } = await server.actor().graphql('subscription { clientChanged { id } }')
    expect(body.errors[0]).toMatchObject({
      extensions: { code: 'VALIDATION_ERROR' },
      message: expect.stringContaining('/graphql/stream'),
    })
  })
})

import { describe, expect, test } from '@jest/globals'
import { aClient, aMember } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/* Single connection mode, request by request: a connection is reserved, opened, and given operations. */
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ STREAMS_PER_USER: '3' }))
})

const PATH = '/graphql/stream'
const QUERY = 'subscription { clientChanged { data { client { name } } } }'

const send = (actor: Actor, method: string, token?: string, body?: Json, search = '') =>
  actor.rest(method, PATH + search, body, token === undefined ? {} : { 'X-GraphQL-Event-Stream-Token': token })
const reserve = (actor: Actor) => send(actor, 'PUT')
const start = (actor: Actor, token: string, operationId: string, query = QUERY) =>
  send(actor, 'POST', token, { query, extensions: { operationId } })

/** Opens a reserved connection, and reads on. */
const open = (actor: Actor, token: string) => connected(actor, { headers: { 'X-GraphQL-Event-Stream-Token': token } })

/** Starts several subscriptions by one request, and reads on. */
const startTogether = (actor: Actor, subscriptions: Json) =>
  connected(actor, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ subscriptions }),
  })

async function connected(actor: Actor, { headers, ...init }: RequestInit & { headers: Record<string, string> }) {
  const leaving = new AbortController()
  const response = await fetch(server.url + PATH, {
    ...init,
    headers: { Authorization: `Bearer ${actor.token}`, Accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const bytes of response.body ?? []) text += Buffer.from(bytes).toString()
  })().catch(() => {})
  return {
    status: response.status,
    remaining: Number(response.headers.get('x-ratelimit-remaining')),
    says: (what: string) => until(`${what} in ${text}`, () => text.includes(what)),
    text: () => text,
    async leave() {
      leaving.abort()
      await reading
    },
  }
}

test('a connection carries several operations, each until the client ends it', async () => {
  const actor = server.actor()
  const reserved = await reserve(actor)
  expect(reserved).toMatchObject({ status: 201, body: expect.stringMatching(/^[\w-]{36}$/) })
  const connection = await open(actor, reserved.body)
  expect((await start(actor, reserved.body, 'one')).status).toBe(202)
  expect((await start(actor, reserved.body, 'two', '{ __typename }')).status).toBe(202)
  await connection.says('{"id":"two","payload":{"data":{"__typename":"Query"}}}')
  await aClient(actor, { name: 'Karoo' })
  await connection.says('{"id":"one","payload":{"data":{"clientChanged":{"data":{"client":{"name":"Karoo"}}}}}}')
  expect((await send(actor, 'DELETE', reserved.body, undefined, '?operationId=one')).status).toBe(200)
  await connection.says('event: complete\ndata: {"id":"one"}')
  await connection.leave()
  await until('the end of the reservation', async () => (await start(actor, reserved.body, 'late')).status === 404)
})

describe('a reservation is good for nobody else', () => {
  test.each([
    ['of another organization', () => server.actor()],
    ['of the same organization', (owner: Actor) => server.actor({ organizationId: owner.organizationId })],
    ['of the same name elsewhere', (owner: Actor) => server.actor({ userId: owner.userId })],
  ])('a user %s neither hears, starts nor ends anything with its token', async (_, another) => {
    const owner = server.actor()
    const { body: token } = await reserve(owner)
    const thief = another(owner)
    expect((await open(thief, token)).status).toBe(404)
    expect((await start(thief, token, 'theirs')).status).toBe(404)
    const connection = await open(owner, token)
    expect((await open(thief, token)).status).toBe(404)
    expect((await start(owner, token, 'mine')).status).toBe(202)
    expect((await send(thief, 'DELETE', token, undefined, '?operationId=mine')).status).toBe(404)
    await aClient(owner, { name: 'Mine' })
    await connection.says('"name":"Mine"')
    expect(connection.text()).not.toContain('theirs')
    await connection.leave()
  })

  test('a token is made by the server, whatever is asked for, and opens one connection', async () => {
    const actor = server.actor()
    const { body: token } = await send(actor, 'PUT', 'chosen')
    expect(token).not.toBe('chosen')
    const connection = await open(actor, token)
    expect((await open(actor, token)).status).toBe(409)
    await connection.leave()
  })

  test.each(['__proto__', 'constructor', 'toString', '', 'x'.repeat(4000), "' or 1=1"])('%p is none', async (token) => {
    const actor = server.actor()
    expect((await open(actor, token)).status).toBe(404)
    expect((await start(actor, token, 'one')).status).toBe(404)
    expect((await send(actor, 'DELETE', token, undefined, '?operationId=one')).status).toBe(404)
  })
})

const CAMPAIGNS = 'subscription ($since: ID) { campaignChanged(since: $since) { id data { type } } }'

describe('several subscriptions of one request', () => {
  test('share a connection, each under its id, and cost as many requests', async () => {
    const actor = server.actor()
    const before = Number((await actor.rest('GET', '/api/clients')).headers.get('x-ratelimit-remaining'))
    const connection = await startTogether(actor, {
      clients: { query: QUERY },
      campaigns: { query: CAMPAIGNS, variables: { since: '0' } },
    })
    expect([connection.status, before - connection.remaining]).toEqual([200, 2])
    await aClient(actor, { name: 'Karoo' })
    await connection.says('{"id":"clients","payload":{"data":{"clientChanged":{"data":{"client":{"name":"Karoo"}}}}}}')
    await actor.rest('POST', '/api/campaigns', { name: 'Spring', type: 'EMAIL' })
    await connection.says('"type":"CAMPAIGN_CREATED"')
    expect(connection.text()).toMatch(
      /"id":"campaigns","payload":\{"data":\{"campaignChanged":\{"id":"\d+","data":null/,
    )
    await connection.leave()
  })

  test.each(['null', '[]', '"text"', '1'])('the body %s starts nothing', async (body) => {
    expect((await server.actor().rest('POST', PATH, body, { 'Content-Type': 'application/json' })).status).toBe(400)
  })

  test.each<[string, Json]>([
    ['none', {}],
    ['a list', [{ query: QUERY }]],
    ['a text', 'clients'],
    ['null', null],
    ['a document without its request', { clients: QUERY }],
    ['an empty id', { '': { query: QUERY } }],
    ['an id of 101 characters', { ['x'.repeat(101)]: { query: QUERY } }],
    ['21 requests', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [index, { query: QUERY }]))],
    ['a query', { clients: { query: QUERY }, own: { query: '{ __typename }' } }],
    ['a mutation', { own: { query: 'mutation { markAllNotificationsRead { count } }' } }],
    ['an invalid document', { clients: { query: QUERY }, own: { query: 'subscription { nothing { id } }' } }],
    ['no document', { clients: {} }],
    ['an empty document', { clients: { query: '' } }],
    ['variables in a list', { clients: { query: QUERY, variables: [] } }],
    ['an operation that the document does not have', { clients: { query: QUERY, operationName: 'Other' } }],
  ])('%s is refused, and starts nothing', async (_, subscriptions) => {
    const actor = server.actor()
    const refused = await send(actor, 'POST', undefined, { subscriptions })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'VALIDATION_ERROR' } }] } })
    expect(refused.body.errors[0].message).not.toContain('persistedQuery')
    // The three streams of a user are free again.
    await until('the end of the stream', async () => {
      const connection = await startTogether(actor, { one: { query: QUERY }, two: { query: QUERY } })
      await connection.leave()
      return connection.status === 200
    })
  })

  test('are refused together if the caller may not follow one, or would have too many streams', async () => {
    const viewer = server.actor({ role: 'viewer' })
    const subscriptions = { clients: { query: QUERY }, breaches: { query: 'subscription { breaches { id } }' } }
    expect(await send(viewer, 'POST', undefined, { subscriptions })).toMatchObject({ status: 403 })
    const actor = server.actor()
    const many = { one: { query: QUERY }, two: { query: QUERY }, three: { query: QUERY } }
    expect(await send(actor, 'POST', undefined, { subscriptions: many })).toMatchObject({ status: 429 })
  })

  test('end with the session of their caller', async () => {
    const actor = server.actor()
    const member = server.actor({ organizationId: actor.organizationId, role: 'member' })
    const { id } = await aMember(actor, { userId: member.userId, role: 'member' })
    const connection = await startTogether(member, { one: { query: QUERY }, two: { query: CAMPAIGNS } })
    expect((await actor.rest('DELETE', `/api/team/${id}`)).status).toBe(204)
    for (const operation of ['one', 'two']) await connection.says(`event: complete\ndata: {"id":"${operation}"}`)
    expect(connection.text()).toContain('"code":"UNAUTHORIZED"')
    await connection.leave()
  })
})

test('reservations count as streams of their user', async () => {
  const actor = server.actor()
  for (let count = 0; count < 3; count++) expect((await reserve(actor)).status).toBe(201)
  expect(await reserve(actor)).toMatchObject({
    status: 429,
    body: { errors: [{ extensions: { code: 'RATE_LIMIT_EXCEEDED' } }] },
  })
})

test('a mutation by GET is refused, and changes nothing', async () => {
  const actor = server.actor()
  const query =
    'mutation { createClient(input: { name: "A", type: "B", industry: "C", sector: BUSINESS, contact: { name: "N. Dlamini" } }) { id } }'
  const answer = await actor.rest('GET', `${PATH}?query=${encodeURIComponent(query)}`, undefined, {
    Accept: 'text/event-stream',
  })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('POST')
  expect((await actor.rest('GET', '/api/clients')).body.meta.total).toBe(0)
})

describe('documents have the limits of /graphql', () => {
  const endless = (field: string, depth: number): string => (depth ? `{ ${field} ${endless(field, depth - 1)} }` : '')
  test.each([
    ['a depth', `subscription { clientChanged ${endless('data', 20)} }`, 'VALIDATION_ERROR'],
    [
      'aliases',
      `subscription { clientChanged { ${Array.from({ length: 40 }, (_, n) => `a${n}: id`).join(' ')} } }`,
      'QUERY_TOO_COMPLEX',
    ],
    ['tokens', `subscription { clientChanged { ${'id '.repeat(3000)} } }`, 'VALIDATION_ERROR'],
    ['several root fields', 'subscription { clientChanged { id } campaignChanged { id } }', 'VALIDATION_ERROR'],
    ['no document', '', 'VALIDATION_ERROR'],
  ])('%s', async (_, query, code) => {
    const answer = await server.actor().rest('POST', PATH, { query }, { Accept: 'text/event-stream' })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ extensions: { code } }] } })
  })
})

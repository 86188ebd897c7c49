/** @long it makes answers of the largest size that is allowed. */
import { connect } from 'node:net'
import { expect, jest, test } from '@jest/globals'
import { AuditWriter } from '../src/security/audit/group-commit.ts'
import { asAdministrator } from './support/database.ts'
import { aCampaign, aClient, aContent } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

const MIB = 1024 * 1024
const LARGEST = 32 * MIB
/** Characters of a body, and how many bodies there are: a page of all is nearly 10 MiB. */
const BODY = 100_000
const BODIES = 100
const READ = 20
const READ_REQUESTS = Math.ceil((BODY * READ) / MIB)

let server: TestServer
let large: Actor
let campaignId: string
setUp(async (opened) => {
  server = opened.use(await startServer({ REQUEST_DEADLINE_SECONDS: '600' }))
  large = server.actor()
  campaignId = (await aCampaign(large)).id
  await aContent(large, { campaignId, body: 'x'.repeat(BODY) })
  await asAdministrator(
    server.connection,
    `insert into content_item select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
     from content_item t cross join generate_series(2, ${BODIES}) where t.organization_id = '${large.organizationId}'`,
  )
})

/** So many clients, each of them with so many characters. */
async function clients({ organizationId, ...actor }: Actor, count: number, characters = 10): Promise<void> {
  await aClient({ organizationId, ...actor })
  await asAdministrator(
    server.connection,
    `insert into client select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
       'name', repeat('x', ${characters})))).*
     from client t cross join generate_series(2, ${count}) where t.organization_id = '${organizationId}'`,
  )
}

const aliases = (count: number, selection: string) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: ${selection}`).join(' ')} }`
const PAGE = `contents(first: ${BODIES}) { nodes { body } }`
async function idsOf(actor: Actor): Promise<string> {
  const { body } = await actor.graphql(`{ contents(first: ${BODIES}) { nodes { id } } }`)
  return JSON.stringify(body.data.contents.nodes.map(({ id }: { id: string }) => id))
}

const remainingOf = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

/** How many requests one counts for. The price is settled when the answer is ready: it is read of the next request. */
async function priceOf(actor: Actor, send: () => Promise<Answer>): Promise<number> {
  const plain = () => actor.rest('GET', '/api/team')
  const before = remainingOf(await plain())
  expect((await send()).status).toBeLessThan(400)
  return before - remainingOf(await plain()) - 1
}

async function heldBytes(): Promise<number> {
  const metric = await server.app.metrics.registry.getSingleMetric('answer_bytes')?.get()
  return Number(metric?.values[0]?.value)
}

const stream = (actor: Actor, query: string) =>
  server.fetch('/graphql/stream', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${actor.token}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    },
    body: JSON.stringify({ query }),
  })

test('the price follows the bytes on every surface; a HEAD, which has the same answer built, is no cheaper', async () => {
  const path = `/api/content?limit=${READ}`
  const query = `{ contents(first: ${READ}) { nodes { body } } }`
  expect(await priceOf(large, () => large.rest('GET', path))).toBe(READ_REQUESTS)
  expect(await priceOf(large, () => large.rest('HEAD', path))).toBe(READ_REQUESTS)
  expect(await priceOf(large, () => large.rest('GET', path, undefined, { 'Accept-Encoding': 'gzip' }))).toBe(
    READ_REQUESTS,
  )
  expect(await priceOf(large, () => large.graphql(query))).toBe(READ_REQUESTS)
  expect(await priceOf(large, () => stream(large, query))).toBe(READ_REQUESTS)
})

test('an answer that the caller has already counts as the one that was built, and holds nothing', async () => {
  const { id } = await aContent(large, { campaignId, body: 'x'.repeat(BODY) })
  const path = `/api/content/${id}`
  const { headers } = await large.rest('GET', path)
  const known = { 'If-None-Match': headers.get('etag') ?? '' }
  const unchanged = () => large.rest('GET', path, undefined, known)
  expect(await priceOf(large, () => large.rest('GET', path))).toBe(await priceOf(large, unchanged))
  const answers = await Promise.all(Array.from({ length: 60 }, unchanged))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([304]))
  await until('the answers to be released', async () => (await heldBytes()) === 0)
  expect((await large.rest('DELETE', path)).status).toBe(204)
})

test('long texts are priced by an estimate, which is given back where they are short', async () => {
  const actor = server.actor()
  await aContent(actor)
  expect(await priceOf(actor, () => actor.graphql(`{ ${PAGE} }`))).toBe(1)
  const short = server.actor()
  await aContent(short)
  const many = aliases(18, 'contents(first: 100) { nodes { body title language } edges { node { body } } }')
  const { status, body } = await short.graphql(many)
  expect([status, body.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_COMPLEX'])
})

test('a list that is asked for as a whole counts its rows', async () => {
  const actor = server.actor()
  await clients(actor, 2400)
  expect(await priceOf(actor, () => actor.rest('GET', '/api/clients'))).toBe(5)
  expect(await priceOf(actor, () => actor.graphql('{ clients(all: true) { nodes { id } } }'))).toBe(5)
  expect(await priceOf(actor, () => actor.rest('GET', '/api/clients?limit=100'))).toBe(1)
})

test.each([
  ['GraphQL', () => large.graphql(aliases(4, PAGE))],
  [
    'GraphQL inside of a row',
    () => large.graphql(aliases(4, `campaign(id: "${campaignId}") { content(first: 100) { nodes { body } } }`)),
  ],
  [
    'GraphQL by ids',
    async () => large.graphql(aliases(4, `nodes(ids: ${await idsOf(large)}) { ... on ContentItem { body } }`)),
  ],
  ['a stream', () => stream(large, aliases(4, PAGE))],
])('an answer that is too large is refused by %s, with the list and what to do', async (_, send) => {
  const { status, body } = await send()
  expect(status).toBe(413)
  const [{ message, extensions }] = (typeof body === 'string' ? JSON.parse(body) : body).errors
  const { list, limit } = extensions.details
  expect([extensions.code, limit]).toEqual(['PAYLOAD_TOO_LARGE', LARGEST])
  expect(message).toContain(`exceeds 32 MiB, most of it from ${list}; ask for fewer items`)
})

test('the legacy list of all clients is refused above the limit, and served in pages', async () => {
  const actor = server.actor()
  await clients(actor, 1800, 20_000)
  const { status, body } = await actor.rest('GET', '/api/clients')
  expect([status, body.code, body.details.list]).toEqual([413, 'PAYLOAD_TOO_LARGE', 'clients'])
  expect(JSON.stringify(body)).toContain('page and limit')
  expect((await actor.rest('GET', '/api/clients?page=2&limit=100')).status).toBe(200)
  const { body: exported } = await actor.rest('GET', '/api/clients/export?format=ndjson')
  expect(exported.length).toBeGreaterThan(LARGEST)
})

test('a change whose answer is too large is refused, and nothing is changed', async () => {
  const changed = (count: number) =>
    `mutation { ${Array.from({ length: count }, (_, index) => `a${index}: updateCampaign(id: "${campaignId}", input: { description: "${count}" }) { content(first: 100) { nodes { body } } }`).join(' ')} }`
  const { status, body } = await large.graphql(changed(4))
  expect([status, body.errors[0].extensions.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  expect((await large.graphql(changed(2))).body.data.a1.content.nodes).toHaveLength(BODIES)
  expect((await large.rest('GET', `/api/campaigns/${campaignId}`)).body.data.description).toBe('2')
})

test('what is sent and not read is held, and released when the client is cut off', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.pause()
  socket.write(
    `GET /api/content?limit=${BODIES} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${large.token}\r\n\r\n`,
  )
  await until('the answer to be held', async () => (await heldBytes()) > BODY * BODIES)
  // Nobody closes the socket here.
  await until('the answer to be released', async () => (await heldBytes()) === 0)
  socket.destroy()
})

test('what an event stream sends and nobody reads is held until the client leaves', async () => {
  const body = JSON.stringify({ query: aliases(3, PAGE) })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const headers = ['Host: localhost', `Authorization: Bearer ${large.token}`, 'Accept: text/event-stream']
  const typed = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  socket.write(`POST /graphql/stream HTTP/1.1\r\n${[...headers, ...typed].join('\r\n')}\r\n\r\n${body}`)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
    if (received.includes('event: next')) socket.pause()
  })
  await until('the first part of the answer', () => socket.isPaused())
  // The whole answer is in the queue of this stream when the server answers another request.
  expect((await large.rest('GET', '/api/team')).status).toBe(200)
  expect(await heldBytes()).toBeGreaterThan(3 * BODY * BODIES)
  socket.destroy()
  await until('the answer to be released', async () => (await heldBytes()) === 0)
})

test('the answer of a client that has left is held until its audit records are stored', async () => {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const { append } = AuditWriter.prototype
  const appending = jest.spyOn(AuditWriter.prototype, 'append').mockImplementation(async function (
    this: AuditWriter,
    facts,
  ) {
    await isFree
    return append.call(this, facts)
  })
  const hasLeft = new Promise((resolve) =>
    server.app.server.once('request', (_, response) => response.once('close', resolve)),
  )
  const client = new AbortController()
  const { signal } = client
  const headers = { Authorization: `Bearer ${large.token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ query: aliases(3, PAGE) })
  const answer = fetch(`${server.url}/graphql`, { method: 'POST', headers, body, signal })
  try {
    await until('the answer to be built', () => appending.mock.calls.length > 0)
    client.abort()
    await expect(answer).rejects.toThrow()
    await hasLeft
    expect(await heldBytes()).toBeGreaterThan(3 * BODY * BODIES)
  } finally {
    free()
    appending.mockRestore()
  }
  await until('the answer to be released', async () => (await heldBytes()) === 0)
})

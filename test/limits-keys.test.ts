import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from '@jest/globals'
import { aClient } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { rows } from './support/surface.ts'

/* What a caller can write into a request must not choose the allowance that the request draws on. */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ TRUSTED_PROXIES: 'loopback' }))
})

/** Headers that proxies, frameworks or clients name a sender by, and any other that the gateway reads. */
const HEADERS: Record<string, string> = {
  'User-Agent': 'another',
  'X-Real-IP': '203.0.113.1',
  Forwarded: 'for=203.0.113.1',
  'X-Client-IP': '203.0.113.1',
  'True-Client-IP': '203.0.113.1',
  'CF-Connecting-IP': '203.0.113.1',
  'X-Cluster-Client-IP': '203.0.113.1',
  'X-Forwarded-Host': 'another.example',
  'X-Forwarded-Proto': 'https',
  'X-Original-URL': '/healthz',
  'X-Request-Id': 'another',
  'X-User-Id': 'another',
  'X-HTTP-Method-Override': 'OPTIONS',
  'Idempotency-Key': 'another',
  'If-None-Match': '"another"',
  'Last-Event-ID': '1',
  Origin: 'https://another.example',
  Referer: 'https://another.example/',
  Cookie: 'session=another',
  'Accept-Language': 'af',
  'X-GraphQL-Event-Stream-Token': 'another',
  Traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
}

/** Fields of a body that name a sender, and all fields of requests over GraphQL. */
const BODIES: object[] = [
  ...['organizationId', 'userId', 'ip', 'ipAddress', 'apiKey', 'createdBy'].map((field) => ({ [field]: 'another' })),
  { operationName: 'Another' },
  { variables: { organizationId: 'another' } },
  { extensions: { clientInfo: { name: 'another' } } },
]

const remainingOf = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

/** Each request draws on what the one before left. */
async function demandOneAllowance(sends: (() => Promise<Answer>)[]): Promise<void> {
  let before: number | undefined
  for (const [index, send] of sends.entries()) {
    const remaining = remainingOf(await send())
    if (before !== undefined) expect([index, remaining]).toEqual([index, before - 1])
    before = remaining
  }
}

const CALLERS: [string, () => Record<string, string>][] = [
  ['an address', () => ({})],
  ['an address with a token that is not valid', () => ({ Authorization: 'Bearer not.a.token' })],
  ['a user', () => ({ Authorization: `Bearer ${server.actor().token}` })],
]

test.each(CALLERS)('every header draws on one allowance of %s', async (name, authorized) => {
  const own = { ...authorized(), 'X-Forwarded-For': `198.51.100.${name.length}` }
  const asked = ['/api/clients', '/graphql?query={__typename}']
  const sends = Object.entries(HEADERS).flatMap(([header, value]) =>
    asked.map((path) => () => server.fetch(path, { headers: { ...own, [header]: value } })),
  )
  await demandOneAllowance(sends)
})

test.each(CALLERS)('every field of a body draws on one allowance of %s', async (name, authorized) => {
  const headers = {
    ...authorized(),
    'X-Forwarded-For': `198.51.101.${name.length}`,
    'Content-Type': 'application/json',
  }
  const post = (path: string, body: object) => () =>
    server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const fields = rows.flatMap(({ path, method, input }) =>
    method === 'post' && !path.includes('[')
      ? Object.keys(input?.getFields() ?? {}).map((field) => post(path, { [field]: 'another' }))
      : [],
  )
  const graphql = BODIES.map((body) => post('/graphql', { query: '{ __typename }', ...body }))
  await demandOneAllowance([...graphql, ...BODIES.map((body) => post('/api/clients', body)), ...fields])
})

test.each([
  ['an IPv4 address with a port', '203.0.113.20', '203.0.113.20:1234'],
  ['a mapped address with a port', '203.0.113.21', '[::ffff:203.0.113.21]:80'],
  ['an IPv6 address with a port', '2001:db8:7::1', '[2001:db8:7::2]:443'],
  ['a trusted proxy with a port', '203.0.113.22', '203.0.113.22:9, 127.0.0.1:5000'],
  ['no address', 'unknown', 'no-address-either'],
])('%s is no other client', async (_, address, same) => {
  const from = (value: string) => () => server.fetch('/api/clients', { headers: { 'X-Forwarded-For': value } })
  await demandOneAllowance([from(address), from(same), from(address)])
})

test('a valid choice of an organization leaves the allowance of the user', async () => {
  const actor: Actor = server.actor()
  await aClient(actor)
  const choose = (headers: Record<string, string>) => () => actor.rest('GET', '/api/clients', undefined, headers)
  await demandOneAllowance([choose({}), choose({ 'X-Organization': actor.organizationId }), choose({})])
})

test('two Host headers are refused', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: another.example\r\nConnection: close\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
  socket.destroy()
})

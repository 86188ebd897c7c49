/** @long it waits for the ends of many streams. */
import { describe, expect, test } from '@jest/globals'
import { beforeExpiry } from './support/before-expiry.ts'
import { endOf, follow } from './support/follow.ts'
import { listen } from './support/listen.ts'
import { aMember } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ STREAMS_PER_USER: '3' }))
})

/** Starts a stream. The result waits for its end, and returns the code of the end. Undefined if the token is refused. */
type Open = (token: string) => Promise<(() => Promise<string | undefined>) | undefined>

const overGraphql =
  (field: string, singleConnection = false): Open =>
  async (token) => {
    const stream = follow(server.url, token, `subscription { ${field} { id } }`, {}, singleConnection)
    // On a single connection the operation is a request of its own: the first event says that it has started.
    const first = await stream.next().catch(() => undefined)
    if (first?.data) return () => endOf(stream).finally(() => stream.stop())
    await stream.stop()
    return undefined
  }

const overRest =
  (path: string): Open =>
  async (token) => {
    const stream = listen(server.url + path, token)
    if (!(await stream.accepted)) return undefined
    return async () => {
      using ending = stream
      const { data } = await ending.event('unauthorized')
      return data.error.toUpperCase()
    }
  }

const SURFACES: [string, Open][] = [
  ['clientChanged', overGraphql('clientChanged')],
  ['dashboard', overGraphql('dashboard')],
  ['auditRecorded', overGraphql('auditRecorded')],
  ['campaignChanged on a single connection', overGraphql('campaignChanged', true)],
  ['GET /api/realtime/dashboard', overRest('/api/realtime/dashboard')],
  ['GET /api/realtime/breaches', overRest('/api/realtime/breaches')],
]

describe.each(SURFACES)('%s ends with UNAUTHORIZED when', (_, open) => {
  test('its token expires', async () => {
    const ended = await beforeExpiry((expiresIn) => open(server.actor({ expiresIn }).token))
    expect(await ended()).toBe('UNAUTHORIZED')
  })

  test('its API key is revoked', async () => {
    const admin = server.actor()
    const { body } = await admin.rest('POST', '/api/service-provider/api-keys', { name: 'Follower', role: 'admin' })
    const ended = await open(body.data.key)
    expect((await admin.rest('DELETE', `/api/service-provider/api-keys/${body.data.id}`)).status).toBe(204)
    expect(await ended?.()).toBe('UNAUTHORIZED')
  })

  test.each([
    ['its member is removed', (admin: Actor, id: string) => admin.rest('DELETE', `/api/team/${id}`)],
    ['its member is demoted', (admin: Actor, id: string) => admin.rest('PUT', `/api/team/${id}`, { role: 'viewer' })],
  ])('%s', async (_, change) => {
    const admin = server.actor()
    const member = server.actor({ organizationId: admin.organizationId })
    // The last admin could be neither removed nor demoted.
    await aMember(admin, { userId: admin.userId, role: 'admin' })
    const { id } = await aMember(admin, { userId: member.userId, role: 'admin' })
    const ended = await open(member.token)
    expect((await change(admin, id)).status).toBeLessThan(300)
    expect(await ended?.()).toBe('UNAUTHORIZED')
  })

  test('the creator of its API key gets a lower role', async () => {
    const admin = server.actor()
    const maker = server.actor({ organizationId: admin.organizationId })
    await aMember(admin, { userId: admin.userId, role: 'admin' })
    const { id } = await aMember(admin, { userId: maker.userId, role: 'admin' })
    const { body } = await maker.rest('POST', '/api/service-provider/api-keys', { name: 'Follower', role: 'admin' })
    const ended = await open(body.data.key)
    expect((await admin.rest('PUT', `/api/team/${id}`, { role: 'viewer' })).status).toBe(200)
    expect(await ended?.()).toBe('UNAUTHORIZED')
  })

  test('its user, who was not in the team, is added to it', async () => {
    const admin = server.actor()
    const user = server.actor({ organizationId: admin.organizationId })
    const ended = await open(user.token)
    await aMember(admin, { userId: user.userId, role: 'viewer' })
    expect(await ended?.()).toBe('UNAUTHORIZED')
  })
})

describe.each([
  ['GET /api/realtime/dashboard', '/api/realtime/dashboard', {}],
  ['GET /api/realtime/breaches', '/api/realtime/breaches', {}],
  ['/graphql/stream', '/graphql/stream?query=subscription{clientChanged{id}}', { Accept: 'text/event-stream' }],
])('%s', (_, path, headers) => {
  const ask = (token: string, signal?: AbortSignal) =>
    fetch(server.url + path, { headers: { ...headers, Authorization: `Bearer ${token}` }, signal: signal ?? null })

  test('answers 401 as JSON, before any event, to a token that expired or that is foreign', async () => {
    const expired = server.actor({ issuedAt: 1_700_000_000, expiresIn: 60 }).token
    const [header, , signature] = expired.split('.')
    const [, payload] = server.actor().token.split('.')
    for (const token of [expired, `${header}.${payload}.${signature}`, 'cmg_nobody', '']) {
      const answer = await ask(token)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(JSON.stringify(await answer.json())).toMatch(/Unauthorized/)
    }
  })

  test('answers 429 to more streams than one user may have, and makes room when one leaves', async () => {
    const { token } = server.actor()
    const leave = Array.from({ length: 3 }, () => new AbortController())
    for (const { signal } of leave) expect((await ask(token, signal)).status).toBe(200)
    const refused = await ask(token)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(JSON.stringify(await refused.json())).toContain('RATE_LIMIT_EXCEEDED')
    leave[0]?.abort()
    const another = new AbortController()
    await until('room for another', async () => (await ask(token, another.signal)).status === 200)
    for (const each of [...leave, another]) each.abort()
  })

  test('keeps no stream of a client that leaves while it is started', async () => {
    const { token } = server.actor()
    for (let round = 0; round < 20; round++) {
      const leaving = new AbortController()
      const asked = ask(token, leaving.signal).catch(() => {})
      setTimeout(() => leaving.abort(), round)
      await asked
    }
    const staying = new AbortController()
    await until('room for another', async () => (await ask(token, staying.signal)).status === 200)
    staying.abort()
  })
})

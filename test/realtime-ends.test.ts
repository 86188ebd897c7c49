/** @long it waits for the ends of many streams. */
import { describe, expect, test } from '@jest/globals'
import { beforeExpiry } from './support/before-expiry.ts'
import { endOf, follow } from './support/follow.ts'
import { listen } from './support/listen.ts'
import { aMember } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { slowly } from './support/slow-request.ts'
import { until } from './support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ STREAMS_PER_USER: '3', TRUSTED_PROXIES: 'loopback' }))
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

describe('an API key starts no stream, although its request began before', () => {
  const path = '/api/service-provider/api-keys'

  test.each([
    ['its revocation', (admin: Actor, id: string) => admin.rest('DELETE', `${path}/${id}`)],
    [
      'a rotation without an overlap',
      (admin: Actor, id: string) =>
        admin.graphql('mutation ($id: ID!) { rotateApiKey(id: $id, overlapHours: 0) { id } }', { id }),
    ],
    [
      'a change of its networks',
      (admin: Actor, id: string) =>
        admin.graphql(
          'mutation ($id: ID!) { updateApiKey(id: $id, input: { allowedNetworks: ["203.0.113.0/24"] }) { id } }',
          { id },
        ),
    ],
  ])('%s', async (_, change) => {
    const admin = server.actor()
    const [key, other] = await Promise.all(
      ['Follower', 'Other'].map(async (name) => (await admin.rest('POST', path, { name, role: 'admin' })).body.data),
    )
    const body = { query: 'subscription { clientChanged { id } }' }
    const finish = await slowly(server, { path: '/graphql/stream', body, key: key.key, other: other.key })
    expect((await change(admin, key.id)).body.errors).toBeUndefined()
    expect(await finish()).toBe(401)
  })
})

describe('security settings of the organization end a stream', () => {
  const secure = (admin: Actor, input: string) =>
    admin.graphql(`mutation { updateSecuritySettings(input: ${input}) { exportRole } }`)

  const open = overGraphql('clientChanged')

  test('without an error, because its caller may be permitted to resume, also of an API key', async () => {
    const admin = server.actor()
    const { body } = await admin.rest('POST', '/api/service-provider/api-keys', { name: 'Follower', role: 'admin' })
    const ends = [await open(admin.token), await open(body.data.key)]
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    const input = { security: { allowedAddresses: ['203.0.113.0/24'] } }
    expect((await admin.rest('PUT', '/api/service-provider/organization', input, headers)).status).toBe(200)
    expect(await Promise.all(ends.map((end) => end?.()))).toEqual([undefined, undefined])
  })

  test('of a session that becomes older than they permit', async () => {
    const admin = server.actor()
    expect((await secure(admin, '{ maximumSessionMinutes: 5 }')).body.errors).toBeUndefined()
    const seconds = 5 * 60
    const { organizationId } = admin
    const ended = await beforeExpiry((expiresIn) => {
      const issuedAt = Math.floor(Date.now() / 1000) + expiresIn - seconds
      return open(server.actor({ organizationId, issuedAt }).token)
    })
    expect(await ended()).toBe('UNAUTHORIZED')
  })
})

/** @long it tries every kind of invalid token on every surface. */
import { describe, expect, test } from '@jest/globals'
import { createLog } from '../../src/main/log.ts'
import { openTestDatabase } from '../support/database.ts'
import { type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { jwksServer, pair, sign } from './jwks-server.ts'

const ISSUER = 'https://issuer.example'
const known = pair('known')
const stranger = pair('stranger')

let provider: Awaited<ReturnType<typeof jwksServer>>
let server: TestServer
const lines: Json[] = []

const gatewayFor = (jwksUrl: string) => {
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  return startServer({ AUTH_ISSUER: ISSUER, AUTH_JWKS_URL: jwksUrl }, openTestDatabase, log)
}

setUp(async (opened) => {
  provider = await jwksServer([known])
  opened.defer(() => provider.close())
  server = opened.use(await gatewayFor(provider.url))
})

const soon = () => Math.floor(Date.now() / 1000) + 600
const token = (changes: object = {}, key = known, header: object = {}) =>
  sign(key, { iss: ISSUER, sub: 'user_1', org_id: 'org_1', exp: soon(), role: 'admin', ...changes }, header)

/** One request to each surface. All of them need a user. */
const SURFACES: [string, string, RequestInit][] = [
  ['REST', '/api/clients', {}],
  ['a REST stream', '/api/realtime/dashboard', {}],
  ['GraphQL', '/graphql', post('{ clients { totalCount } }')],
  ['a GraphQL stream', '/graphql/stream', post('subscription { clientChanged { id } }', 'text/event-stream')],
]

function post(query: string, accept = 'application/json'): RequestInit {
  const headers = { 'Content-Type': 'application/json', Accept: accept }
  return { method: 'POST', headers, body: JSON.stringify({ query }) }
}

const ask = (path: string, init: RequestInit, authorization?: string, from = server) =>
  from.fetch(path, {
    ...init,
    headers: { ...init.headers, ...(authorization !== undefined && { Authorization: authorization }) },
  })

const codeOf = (body: Json) => body.code ?? body.errors?.[0].extensions.code

describe.each(SURFACES)('%s', (_, path, init) => {
  test.each<[string, string | undefined, () => string | undefined]>([
    ['no token', undefined, () => undefined],
    ['another scheme', undefined, () => 'Basic dXNlcjpzZWNyZXQ='],
    ['two tokens', 'The Authorization header must contain exactly one bearer token', () => 'Bearer a, Bearer b'],
    ['no JSON Web Token', 'The token is malformed', () => 'Bearer nonsense'],
    ['an expired token', 'The token expired', () => `Bearer ${token({ exp: 1_700_000_000 })}`],
    [
      'a token of a stranger',
      'The identity provider has no key (kid) stranger for this algorithm (alg)',
      () => `Bearer ${token({}, stranger)}`,
    ],
    [
      'a forged signature',
      'The signature of the token is not valid',
      () => `Bearer ${token({}, { ...stranger, kid: 'known' })}`,
    ],
    ['an unknown API key', 'The API key is unknown or revoked', () => `Bearer cmg_${'A'.repeat(43)}`],
  ])('%s is 401, with the reason in the header and in the log only', async (_, reason, made) => {
    const authorization = made()
    const { status, headers, body } = await ask(path, init, authorization)
    expect(status).toBe(401)
    expect(body).toEqual(
      path.startsWith('/api')
        ? { error: 'Unauthorized' }
        : { errors: [{ message: 'Unauthorized', extensions: { code: 'UNAUTHORIZED' } }] },
    )
    const challenge = `Bearer realm="gateway"${reason ? `, error="invalid_token", error_description="${reason}"` : ''}`
    expect(headers.get('www-authenticate')).toBe(challenge)
    const requestId = headers.get('x-request-id')
    const line = await until('the line', () => lines.find((each) => each.requestId === requestId))
    expect(line).toMatchObject({ level: 'info', refusal: challenge })
    for (const [secret] of (authorization ?? '').matchAll(/[\w-]{16,}/g))
      expect(JSON.stringify(line)).not.toContain(secret)
  })

  test('unavailable keys result in 503 with Retry-After, until they are available', async () => {
    const away = await jwksServer([known])
    away.status = 500
    await using from = await gatewayFor(away.url)
    for (let count = 0; count < 3; count++) {
      const { status, headers, body } = await ask(path, init, `Bearer ${token()}`, from)
      expect([status, codeOf(body), headers.get('retry-after')]).toEqual([503, 'NOT_READY', '2'])
      expect(headers.get('www-authenticate')).toBeNull()
      expect(headers.get('x-ratelimit-limit')).not.toBeNull()
    }
    expect(away.requests).toBe(1)
    expect((await ask(path, init, undefined, from)).status).toBe(401)
    away.status = 200
    await until('the keys', async () => (await ask(path, init, `Bearer ${token()}`, from)).status !== 503)
    // An unknown key is refused again.
    expect((await ask(path, init, `Bearer ${token({}, stranger)}`, from)).status).toBe(401)
    await away.close()
  })
})

test('cached keys are used while the provider is unavailable', async () => {
  const away = await jwksServer([known])
  await using from = await gatewayFor(away.url)
  expect((await ask('/api/clients', {}, `Bearer ${token()}`, from)).status).toBe(200)
  await away.close()
  expect((await ask('/api/clients', {}, `Bearer ${token({}, stranger)}`, from)).status).toBe(503)
  expect((await ask('/api/clients', {}, `Bearer ${token({ sub: 'user_2' })}`, from)).status).toBe(200)
})

test('an outage of the provider does not count against a limit', async () => {
  const away = await jwksServer([known])
  away.status = 500
  await using from = await startServer({ AUTH_ISSUER: ISSUER, AUTH_JWKS_URL: away.url, RATE_LIMIT_ANONYMOUS: '2' })
  const statuses: number[] = []
  for (let count = 0; count < 4; count++)
    statuses.push((await ask('/api/clients', {}, `Bearer ${token()}`, from)).status)
  expect(statuses).toEqual([503, 503, 503, 503])
  await away.close()
})

test.each(['a"b', 'a\\"b', 'a\r\nSet-Cookie: x=y', 'é\u0000', 'x'.repeat(10_000)])(
  'a key id of %j writes no header of its own',
  async (kid) => {
    const { status, headers } = await ask('/api/clients', {}, `Bearer ${token({}, stranger, { kid })}`)
    expect(status).toBe(401)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer realm="gateway", error="invalid_token", error_description="[\x20-\x21\x23-\x5b\x5d-\x7e]{1,200}"$/,
    )
  },
)

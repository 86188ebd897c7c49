/** @process own: it moves the clock of the process. */
import { createHmac, createPublicKey, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Algorithm } from 'jsonwebtoken'
import { PROFILES } from '../../src/security/auth/profiles.ts'
import { createVerifier, type VerifierOptions } from '../../src/security/auth/verifier.ts'
import { until } from '../support/until.ts'
import { jwksServer, type Pair, pair, sign } from './jwks-server.ts'

const ISSUER = 'https://issuer.example'
const NOW = 1_800_000_000
const MINUTE = 60
const first = pair('first')
const second = pair('second')

let endpoint: Awaited<ReturnType<typeof jwksServer>>
let failures: unknown[]

/** Sets the time. The clock stands still otherwise. */
const at = (seconds: number) => jest.spyOn(Date, 'now').mockReturnValue(seconds * 1000)
const later = (seconds: number) => at(Date.now() / 1000 + seconds)

beforeEach(async () => {
  at(NOW)
  failures = []
  endpoint = await jwksServer([first])
})

afterEach(async () => {
  jest.restoreAllMocks()
  await endpoint.close()
})

const verifier = (options: Partial<VerifierOptions> = {}, heard = failures) =>
  createVerifier({
    issuer: ISSUER,
    profile: PROFILES.generic,
    cacheSize: 100,
    onFailure: (error) => heard.push(error),
    jwksUrl: endpoint.url,
    ...options,
  })

const claims = (changes: object = {}) => ({ iss: ISSUER, sub: 'u', org_id: 'o', exp: NOW + 60 * MINUTE, ...changes })
const token = (changes: object = {}, key: Pair = first, header: object = {}) => sign(key, claims(changes), header)
const refused = { code: 'UNAUTHORIZED', message: 'Unauthorized' }
const unavailable = { code: 'NOT_READY', headers: { 'Retry-After': '2' } }

const challenge = (reason: string) => `Bearer realm="gateway", error="invalid_token", error_description="${reason}"`

/** The 401 is the same for every reason; the reason is in its header. */
const because = (reason: string) => ({ ...refused, headers: { 'WWW-Authenticate': challenge(reason) } })

describe('signatures', () => {
  const algorithms: Algorithm[] = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']
  test.each(algorithms)('%s is accepted', async (alg) => {
    const key = pair('k', alg)
    endpoint.keys = [key]
    await expect(verifier()(token({}, key))).resolves.toMatchObject({ userId: 'u', organizationId: 'o' })
  })

  const unsigned = (header: object, body: object) =>
    [header, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const body = { iss: ISSUER, sub: 'u', org_id: 'o', exp: NOW + 60 }

  test.each(['none', 'None', ''])('alg "%s" is refused without asking for keys', async (alg) => {
    const reason = `The token uses an algorithm (alg) that is not allowed: ${alg}`
    await expect(verifier()(`${unsigned({ alg, kid: 'first' }, body)}.`)).rejects.toMatchObject(because(reason))
    expect(endpoint.requests).toBe(0)
  })

  test.each([
    ['PEM', createPublicKey({ key: first.jwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' })],
    ['JWK', JSON.stringify(first.jwk)],
  ])('HS256 with the public key as the secret (%s) is refused', async (_, secret) => {
    const input = unsigned({ alg: 'HS256', typ: 'JWT', kid: 'first' }, body)
    const forged = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
    await expect(verifier()(forged)).rejects.toMatchObject(refused)
  })

  test('a key that names its algorithm is used for no other', async () => {
    const key = pair('k', 'RS256')
    endpoint.keys = [{ ...key, jwk: { ...key.jwk, alg: 'RS256' } }]
    await expect(verifier()(token({}, key))).resolves.toMatchObject({ userId: 'u' })
    await expect(verifier()(token({}, { ...key, alg: 'PS256' }))).rejects.toMatchObject(refused)
  })

  const INVALID = 'The signature of the token is not valid'
  const MALFORMED = 'The token is malformed'

  test.each<[string, string, () => string]>([
    ['of another key under the same id', INVALID, () => token({}, { ...second, kid: 'first' })],
    [
      'over other claims',
      INVALID,
      () => {
        const [header, , signature] = token().split('.')
        return [header, Buffer.from(JSON.stringify(claims({ org_id: 'other' }))).toString('base64url'), signature].join(
          '.',
        )
      },
    ],
    [
      'with a critical extension',
      'The token has critical extensions (crit), but none is supported',
      () => token({}, first, { crit: ['exp'] }),
    ],
    ['with an id that is no string', 'The key id (kid) of the token is malformed', () => token({}, first, { kid: 7 })],
    ['taken off', INVALID, () => token().replace(/[^.]+$/, '')],
    ['of a token too long', 'The token is longer than 16384 characters', () => token({ note: 'x'.repeat(16_384) })],
    ['of nothing', MALFORMED, () => ''],
    ['of something else', MALFORMED, () => 'a.b.c'],
    [
      'of a key with an id that would end the header',
      `The identity provider has no key (kid) a?${'b'.repeat(62)} for this algorithm (alg)`,
      () => token({}, first, { kid: `a"${'b'.repeat(500)}\r\nSet-Cookie: c=d` }),
    ],
  ])('a signature %s is refused', async (_, reason, made) => {
    await expect(verifier()(made())).rejects.toMatchObject(because(reason))
  })

  test('a token without a key id is accepted if there is only one key', async () => {
    const nameless = token({}, first, { kid: undefined })
    await expect(verifier()(nameless)).resolves.toMatchObject({ userId: 'u' })
    endpoint.keys = [first, second]
    const reason = 'The token names no key (kid), and the identity provider does not have exactly one key'
    await expect(verifier()(nameless)).rejects.toMatchObject(because(reason))
  })
})

describe('claims', () => {
  const demands = { audience: ['gateway', 'other'], authorizedParties: ['https://app.example'] }
  const good = { aud: ['x', 'gateway'], azp: 'https://app.example' }

  const ISS = 'The issuer (iss) of the token is not trusted'
  const AUD = 'The audience (aud) of the token is not this service'
  const AZP = 'The authorized party (azp) of the token is not trusted here'

  test.each<[string, object, string | undefined]>([
    ['all as demanded', {}, undefined],
    ['another issuer', { iss: 'https://evil.example' }, ISS],
    ['no issuer', { iss: undefined }, ISS],
    ['the issuer with a slash', { iss: `${ISSUER}/` }, ISS],
    ['another audience', { aud: 'elsewhere' }, AUD],
    ['no audience', { aud: undefined }, AUD],
    ['another authorized party', { azp: 'https://evil.example' }, AZP],
    ['no authorized party', { azp: undefined }, AZP],
    ['expired within the tolerance', { exp: NOW - 4 }, undefined],
    ['expired over the tolerance', { exp: NOW - 5 }, 'The token expired'],
    ['no end', { exp: undefined }, 'The token has no expiry (exp)'],
    ['valid from within the tolerance', { nbf: NOW + 5 }, undefined],
    ['valid from over the tolerance', { nbf: NOW + 6 }, 'The token is not valid yet'],
    ['issued within the tolerance', { iat: NOW + 5 }, undefined],
    ['issued in the future', { iat: NOW + 6 }, 'The token was issued in the future (iat)'],
    ['no user', { sub: undefined }, 'The token names no user'],
    ['a pending session', { sts: 'pending' }, 'The session is pending: the sign-in is not complete'],
    ['no organization, which is for the caller to judge', { org_id: undefined }, undefined],
  ])('%s', async (_, changes, reason) => {
    const verified = verifier(demands)(token({ ...good, ...changes }))
    await (reason === undefined
      ? expect(verified).resolves.toMatchObject({ userId: 'u' })
      : expect(verified).rejects.toMatchObject(because(reason)))
  })

  test('a time of issue that is not a number is refused', async () => {
    const odd = JSON.stringify({ ...claims(), iat: 'yesterday' })
    const reason = 'The time of issue (iat) of the token is malformed'
    await expect(verifier()(sign(first, odd))).rejects.toMatchObject(because(reason))
  })

  test.each(['JWT', 'jwt', 'at+jwt', 'AT+JWT', 'application/at+jwt', undefined])(
    'the type %s is one for access',
    async (typ) => {
      await expect(verifier()(token({}, first, { typ }))).resolves.toMatchObject({ userId: 'u' })
    },
  )

  test.each(['logout+jwt', 'dpop+jwt', 'id_token', '', null, 7, ['JWT']])(
    'the type %j is none for access',
    async (typ) => {
      await expect(verifier()(token({}, first, { typ }))).rejects.toMatchObject(refused)
      expect(endpoint.requests).toBe(0)
    },
  )

  test('empty lists of audiences and parties require nothing', async () => {
    await expect(verifier({ audience: [], authorizedParties: [] })(token())).resolves.toMatchObject({ userId: 'u' })
  })

  test('an infinite expiry is refused', async () => {
    const endless = JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e999')
    expect(endless).toContain('1e999')
    await expect(verifier()(sign(first, endless))).rejects.toMatchObject(refused)
  })
})

describe('the cache of tokens', () => {
  test('a token is verified once, also in concurrent requests', async () => {
    const [verify, one] = [verifier(), token()]
    const [a, b] = await Promise.all([verify(one), verify(one)])
    expect(a).toBe(b)
    expect(await verify(one)).toBe(a)
    expect(Object.isFrozen(a)).toBe(true)
  })

  test('a cached token is refused after its expiry', async () => {
    const [verify, one] = [verifier(), token({ exp: NOW + MINUTE })]
    await verify(one)
    later(MINUTE + 4)
    await expect(verify(one)).resolves.toMatchObject({ userId: 'u' })
    later(1.1)
    await expect(verify(one)).rejects.toMatchObject(refused)
  })

  test('a token that expires in a fraction of a second is not cached forever', async () => {
    const [verify, one] = [verifier(), token({ exp: NOW - 4.5 })]
    at(NOW + 0.5)
    await verify(one)
    later(1)
    await expect(verify(one)).rejects.toMatchObject(refused)
  })

  test('more concurrent tokens than the cache holds are all verified', async () => {
    const verify = verifier({ cacheSize: 2 })
    const many = Array.from({ length: 20 }, (_, i) => token({ sub: `u${i}` }))
    const users = (await Promise.all(many.map((each) => verify(each)))).map(({ userId }) => userId)
    expect(users).toEqual(many.map((_, i) => `u${i}`))
  })

  test('a refusal is not cached', async () => {
    const [verify, one] = [verifier(), token({ nbf: NOW + MINUTE })]
    await expect(verify(one)).rejects.toMatchObject(refused)
    later(MINUTE)
    await expect(verify(one)).resolves.toMatchObject({ userId: 'u' })
  })
})

describe('keys', () => {
  test('many tokens share one fetch', async () => {
    const verify = verifier()
    await Promise.all(Array.from({ length: 20 }, (_, i) => verify(token({ sub: `u${i}` }))))
    expect(endpoint.requests).toBe(1)
  })

  test('a rotation needs no restart', async () => {
    const verify = verifier()
    await verify(token())
    endpoint.keys = [second, first]
    await expect(verify(token({}, second))).resolves.toMatchObject({ userId: 'u' })
    await expect(verify(token({ sub: 'old' }))).resolves.toMatchObject({ userId: 'old' })
    expect(endpoint.requests).toBe(2)
  })

  test('invented key ids are rate limited, and lock nobody out', async () => {
    const verify = verifier()
    for (let i = 0; i < 20; i += 1)
      await expect(verify(token({}, { ...second, kid: randomUUID() }))).rejects.toMatchObject(refused)
    expect(endpoint.requests).toBe(3)
    await expect(verify(token())).resolves.toMatchObject({ userId: 'u' })
    endpoint.keys = [second]
    await expect(verify(token({}, second))).rejects.toMatchObject(refused)
    later(10)
    await expect(verify(token({}, second))).resolves.toMatchObject({ userId: 'u' })
    expect(failures).toEqual([])
  })

  test('a removed key is trusted for ten minutes at most, also for verified tokens', async () => {
    const [verify, one] = [verifier(), token()]
    await verify(one)
    endpoint.keys = [second]
    later(10 * MINUTE + 1)
    await expect(verify(one)).rejects.toMatchObject(refused)
  })

  test('keys are renewed in the background before they expire', async () => {
    const verify = verifier()
    await verify(token())
    later(6 * MINUTE)
    await verify(token({ sub: 'a' }))
    // A token with an unknown id waits for the running fetch.
    await expect(verify(token({}, second))).rejects.toMatchObject(refused)
    expect(endpoint.requests).toBe(2)
    endpoint.status = 503
    later(6 * MINUTE)
    await expect(verify(token({ sub: 'b' }))).resolves.toMatchObject({ userId: 'b' })
    await expect(verify(token({}, second))).rejects.toMatchObject(unavailable)
    expect(failures).toHaveLength(1)
  })

  test('an unavailable endpoint is reported, is not fetched for every request, and is used again later', async () => {
    endpoint.status = 503
    const verify = verifier()
    for (let count = 0; count < 5; count += 1) await expect(verify(token())).rejects.toMatchObject(unavailable)
    expect(failures).toEqual([expect.objectContaining({ message: `${endpoint.url} answered 503` })])
    expect(endpoint.requests).toBe(1)
    endpoint.status = 200
    later(2)
    // The first request after the outage does not wait for the fetch.
    await verify(token()).catch(() => {})
    await until('the keys', () => verify(token()).catch(() => false as const))
    expect(endpoint.requests).toBe(2)
    await expect(verify(token({}, second))).rejects.toMatchObject(refused)
  })

  test('an endpoint that failed keeps no request waiting', async () => {
    endpoint.status = 503
    const verify = verifier()
    await expect(verify(token())).rejects.toMatchObject(unavailable)
    let isAsked = false
    endpoint.stalled = () => {
      isAsked = true
    }
    later(2)
    await expect(verify(token())).rejects.toMatchObject(unavailable)
    await until('it to be asked', () => isAsked)
    await expect(verify(token())).rejects.toMatchObject(unavailable)
  })

  test('a refused connection is reported too', async () => {
    await endpoint.close()
    await expect(verifier()(token())).rejects.toMatchObject(unavailable)
    expect(failures).toHaveLength(1)
  })

  test('a fetch that stalls in the middle of an answer is aborted', async () => {
    const clock = new AbortController()
    const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
    endpoint.stalled = () => clock.abort()
    await expect(verifier()(token())).rejects.toMatchObject(unavailable)
    expect(limit).toHaveBeenCalledWith(3_000)
    expect(failures).toHaveLength(1)
  })

  test('a failed fetch leaves the cached keys in place', async () => {
    const verify = verifier()
    await verify(token())
    endpoint.status = 500
    await expect(verify(token({}, second))).rejects.toMatchObject(unavailable)
    expect(failures).toHaveLength(1)
    await expect(verify(token({ sub: 'other' }))).resolves.toMatchObject({ userId: 'other' })
  })

  test('a set without keys is a failure', async () => {
    endpoint.keys = []
    await expect(verifier()(token())).rejects.toMatchObject(unavailable)
    expect(failures).toHaveLength(1)
  })
})

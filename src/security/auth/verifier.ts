import { hash, type KeyObject } from 'node:crypto'
import jwt, { type Algorithm, type JwtHeader } from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { ServiceError, unauthorized } from '../../common/errors.ts'
import type { SignedIn } from './caller.ts'
import { isPending, readIdentity, readParties } from './claims.ts'
import { fetchJwks, type Jwks, KeysUnavailable, RETRY_MS, trustedKeys } from './keys.ts'
import { claimAt } from './paths.ts'
import type { Profile } from './profiles.ts'
import { refusedTo } from './refused-holders.ts'

/**
 * Only algorithms that sign with a private key. `none` and the HS algorithms are excluded, because anybody with the
 * public key could forge their signatures.
 */
const ALGORITHMS: Algorithm[] = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']
/** Types (`typ`) of access tokens (RFC 8725, 3.11). A logout token, for example, is refused. */
const TYPES: unknown[] = ['jwt', 'at+jwt']
const TOLERANCE_SECONDS = 5
const LONGEST_TOKEN = 16_384

/** The requirements for a token, and the source of the keys: a URL, or this process. */
export type VerifierOptions = {
  issuer: string
  /** The token's audience must include one of these. Not checked if empty. */
  audience?: readonly string[]
  /** The `azp` of a user's token must be one of these. Not checked if empty. Organizations register other clients. */
  authorizedParties?: readonly string[]
  profile: Profile
  /** Number of verified tokens in the cache. */
  cacheSize: number
  /** Receives the reason why keys could not be fetched. The caller does not see it. */
  onFailure: (error: unknown) => void
} & ({ jwksUrl: string } | { keys: () => Promise<Jwks> })

/**
 * Verifies a token and returns its identity. Calls `beforeLookup` before it fetches keys for a token that may be
 * forged; `beforeLookup` may throw to refuse the token. `chosen` is the organization that the request names.
 * @throws UNAUTHORIZED with the reason in the header; NOT_READY if the keys cannot be fetched
 */
export type Verifier = (token: string, beforeLookup?: () => Promise<void>, chosen?: string) => Promise<SignedIn>

interface Presented {
  token: string
  beforeLookup: (() => Promise<void>) | undefined
}

/** The header of a token, checked before a key is looked up. */
function headerOf(token: string): JwtHeader {
  const header = jwt.decode(token, { complete: true })?.header
  if (!header) throw unauthorized('The token is malformed')
  if (!ALGORITHMS.some((algorithm) => algorithm === header.alg))
    throw unauthorized(`The token uses an algorithm (alg) that is not allowed: ${named(header.alg)}`)
  const { typ } = header
  if (
    typ !== undefined &&
    !(typeof typ === 'string' && TYPES.includes(typ.toLowerCase().replace(/^application\//, '')))
  )
    throw unauthorized(`The token is not an access token; its type (typ) is ${named(typ)}`)
  if (header.kid !== undefined && typeof header.kid !== 'string')
    throw unauthorized('The key id (kid) of the token is malformed')
  // RFC 7515, 4.1.11: a token with critical extensions must be refused unless all are supported. None is supported.
  if (header.crit !== undefined) throw unauthorized('The token has critical extensions (crit), but none is supported')
  return header
}

/** A name from an unverified token, made safe for an error message. */
const named = (text: unknown) =>
  String(text)
    .slice(0, 64)
    .replace(/[^\w.:=/+-]/g, '?')

const unknownKey = (kid: string | undefined) =>
  unauthorized(
    kid === undefined
      ? 'The token names no key (kid), and the identity provider does not have exactly one key'
      : `The identity provider has no key (kid) ${named(kid)} for this algorithm (alg)`,
  )

/** The reasons of jsonwebtoken, without the expected values. */
const REASONS: [RegExp, string][] = [
  [/signature/, 'The signature of the token is not valid'],
  [/^jwt issuer/, 'The issuer (iss) of the token is not trusted'],
  [/^jwt audience/, 'The audience (aud) of the token is not this service'],
]

function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof KeysUnavailable) {
    const seconds = String(Math.ceil(RETRY_MS / 1000))
    const sentence = 'The keys of the identity provider cannot be fetched'
    return new ServiceError('NOT_READY', sentence, {}, { 'Retry-After': seconds })
  }
  if (error instanceof jwt.TokenExpiredError) return unauthorized('The token expired')
  if (error instanceof jwt.NotBeforeError) return unauthorized('The token is not valid yet')
  const text = error instanceof Error ? error.message : ''
  return unauthorized(REASONS.find(([sign]) => sign.test(text))?.[1] ?? 'The token is malformed')
}

type Demands = jwt.VerifyOptions & { complete?: false }

/** The claims of a token. For a token that is only expired or not yet valid, the user is stored with the refusal. */
function claimsOf(token: string, key: KeyObject, demands: Demands, profile: Profile) {
  try {
    return jwt.verify(token, key, demands)
  } catch (error) {
    if (!(error instanceof jwt.TokenExpiredError || error instanceof jwt.NotBeforeError)) throw error
    // jsonwebtoken checks the signature before the times.
    throw refusedTo(refusalOf(error), readIdentity(profile, jwt.decode(token)))
  }
}

/** The fault in the time of issue. With a time in the future, a token would seem newer than it is. */
function faultOfIssue(claims: unknown): string | undefined {
  const at = claimAt(claims, 'iat')
  if (at === undefined) return undefined
  if (typeof at !== 'number' || !Number.isFinite(at)) return 'The time of issue (iat) of the token is malformed'
  return at > Date.now() / 1000 + TOLERANCE_SECONDS ? 'The token was issued in the future (iat)' : undefined
}

/** An empty setting means no requirement. */
const anyOf = (names: readonly string[] = []): [string, ...string[]] | undefined => {
  const [head, ...rest] = names
  return head === undefined ? undefined : [head, ...rest]
}

/** Verifies the tokens of one issuer. Caches a valid token until it or its signing key expires. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, profile, authorizedParties = [], onFailure } = options
  const audience = anyOf(options.audience)
  const keyOf = trustedKeys('keys' in options ? options.keys : () => fetchJwks(options.jwksUrl), onFailure)

  /** The identity of a token, and the time (milliseconds since 1970) until which it may be cached. */
  async function verify({ token, beforeLookup }: Presented): Promise<{ identity: SignedIn; until: number }> {
    const { kid, alg } = headerOf(token)
    const trusted = await keyOf(kid, alg, beforeLookup)
    if (!trusted) throw unknownKey(kid)
    const demands = { algorithms: ALGORITHMS, issuer, audience, clockTolerance: TOLERANCE_SECONDS }
    const claims = claimsOf(token, trusted.key, demands, profile)
    if (isPending(claims)) throw unauthorized('The session is pending: the sign-in is not complete')
    const { userId, ...identity } = { ...readIdentity(profile, claims), ...readParties(claims) }
    const party = claimAt(claims, 'azp')
    const isTrusted = authorizedParties.length === 0 || authorizedParties.some((known) => known === party)
    if (!identity.isMachine && !isTrusted)
      throw refusedTo(unauthorized('The authorized party (azp) of the token is not trusted here'), {
        userId,
        ...identity,
      })
    const fault = faultOfIssue(claims)
    if (fault) throw refusedTo(unauthorized(fault), { userId, ...identity })
    if (userId === undefined) throw unauthorized('The token names no user')
    // A token without an expiry would be cached forever.
    if (identity.expiresAt === undefined) throw unauthorized('The token has no expiry (exp)')
    const end = (identity.expiresAt + TOLERANCE_SECONDS) * 1000
    return { identity: Object.freeze({ ...identity, userId }), until: Math.min(end, trusted.until) }
  }

  // The key is a hash of the token, so that no token stays in memory after its request. Concurrent verifications of a
  // token are shared.
  const cache = new LRUCache<string, SignedIn, Presented>({
    max: options.cacheSize,
    perf: Date,
    ttlResolution: 0,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: presented, options: entry }) => {
      const { identity, until } = await verify(presented)
      // Zero would mean no expiry.
      entry.ttl = Math.max(1, until - Date.now())
      return identity
    },
  })

  return async (token, beforeLookup) => {
    if (token.length > LONGEST_TOKEN) throw unauthorized(`The token is longer than ${LONGEST_TOKEN} characters`)
    const key = hash('sha256', token, 'base64url')
    try {
      return cache.get(key) ?? (await cache.forceFetch(key, { context: { token, beforeLookup } }))
    } catch (error) {
      throw refusalOf(error)
    }
  }
}

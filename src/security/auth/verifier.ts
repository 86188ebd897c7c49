import { hash, type KeyObject } from 'node:crypto'
import jwt, { type Algorithm, type JwtHeader } from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { ServiceError, unauthorized } from '../../common/errors.ts'
import type { SignedIn } from './caller.ts'
import { isPending, readIdentity } from './claims.ts'
import { fetchJwks, type Jwks, KeysUnavailable, RETRY_MS, trustedKeys } from './keys.ts'
import { claimAt } from './paths.ts'
import type { Profile } from './profiles.ts'
import { refusedTo } from './refused-holders.ts'

/** Signatures by a private key only: `none` and the HS forms, which a public key could forge, are not among them. */
const ALGORITHMS: Algorithm[] = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']
/** What a token for access is called, where it says what it is (RFC 8725, 3.11): one for a logout, say, is none. */
const TYPES: unknown[] = ['jwt', 'at+jwt']
const TOLERANCE_SECONDS = 5
const LONGEST_TOKEN = 16_384

/** What a token must satisfy, and where the keys are: at an address, or in this process. */
export type VerifierOptions = {
  issuer: string
  /** The token must be meant for one of these; not checked when there are none. */
  audience?: readonly string[]
  /** The token's `azp` must be one of these; not checked when there are none. */
  authorizedParties?: readonly string[]
  profile: Profile
  /** How many verified tokens are remembered. */
  cacheSize: number
  /** Hears why keys could not be fetched; the holder of the token does not. */
  onFailure: (error: unknown) => void
} & ({ jwksUrl: string } | { keys: () => Promise<Jwks> })

/**
 * Turns a token into who holds it. `beforeLookup` is asked before anything is fetched for a token that may be made up,
 * and may refuse by throwing.
 * @throws UNAUTHORIZED with the reason in its header; NOT_READY when the keys that would tell cannot be had
 */
export type Verifier = (token: string, beforeLookup?: () => Promise<void>) => Promise<SignedIn>

interface Presented {
  token: string
  beforeLookup: (() => Promise<void>) | undefined
}

/** The header of a token that is worth looking for a key for. */
function headerOf(token: string): JwtHeader {
  const header = jwt.decode(token, { complete: true })?.header
  if (!header) throw unauthorized('The token is malformed')
  if (!ALGORITHMS.some((algorithm) => algorithm === header.alg))
    throw unauthorized(`The algorithm (alg) of the token is not allowed: ${named(header.alg)}`)
  const { typ } = header
  if (
    typ !== undefined &&
    !(typeof typ === 'string' && TYPES.includes(typ.toLowerCase().replace(/^application\//, '')))
  )
    throw unauthorized(`The type (typ) of the token is not that of a token for access: ${named(typ)}`)
  if (header.kid !== undefined && typeof header.kid !== 'string')
    throw unauthorized('The key id (kid) of the token is malformed')
  // RFC 7515, 4.1.11: extensions marked critical must be understood, and none is.
  if (header.crit !== undefined) throw unauthorized('The token has critical extensions (crit), and none is supported')
  return header
}

/** A name out of a token that nobody vouches for, fit to be written down. */
const named = (text: unknown) =>
  String(text)
    .slice(0, 64)
    .replace(/[^\w.:=/+-]/g, '?')

const unknownKey = (kid: string | undefined) =>
  unauthorized(
    kid === undefined
      ? 'The token names no key (kid), and the identity provider has not exactly one'
      : `The identity provider has no such key (kid) for this algorithm (alg): ${named(kid)}`,
  )

/** What jsonwebtoken says, without the values that it expected. */
const REASONS: [RegExp, string][] = [
  [/signature/, 'The signature of the token is not valid'],
  [/^jwt issuer/, 'The issuer (iss) of the token is not the one that is trusted here'],
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

/** The claims of a token. Who holds one that is only too late, or too early, is noted with its refusal. */
function claimsOf(token: string, key: KeyObject, demands: Demands, profile: Profile) {
  try {
    return jwt.verify(token, key, demands)
  } catch (error) {
    if (!(error instanceof jwt.TokenExpiredError || error instanceof jwt.NotBeforeError)) throw error
    // The signature is checked before the times are.
    throw refusedTo(refusalOf(error), readIdentity(profile, jwt.decode(token)))
  }
}

/** What is wrong with the time of issue: a token from the future would seem young for longer than it is. */
function faultOfIssue(claims: unknown): string | undefined {
  const at = claimAt(claims, 'iat')
  if (at === undefined) return undefined
  if (typeof at !== 'number' || !Number.isFinite(at)) return 'The time of issue (iat) of the token is malformed'
  return at > Date.now() / 1000 + TOLERANCE_SECONDS ? 'The token was issued in the future (iat)' : undefined
}

/** An empty list of the settings means that nothing is demanded. */
const anyOf = (names: readonly string[] = []): [string, ...string[]] | undefined => {
  const [head, ...rest] = names
  return head === undefined ? undefined : [head, ...rest]
}

/** Verifies tokens of one issuer, remembering those that passed while both they and their key are good. */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, profile, authorizedParties = [], onFailure } = options
  const audience = anyOf(options.audience)
  const keyOf = trustedKeys('keys' in options ? options.keys : () => fetchJwks(options.jwksUrl), onFailure)

  /** Who holds the token, and until when (milliseconds since 1970) that needs no second look. */
  async function verify({ token, beforeLookup }: Presented): Promise<{ identity: SignedIn; until: number }> {
    const { kid, alg } = headerOf(token)
    const trusted = await keyOf(kid, alg, beforeLookup)
    if (!trusted) throw unknownKey(kid)
    const demands = { algorithms: ALGORITHMS, issuer, audience, clockTolerance: TOLERANCE_SECONDS }
    const claims = claimsOf(token, trusted.key, demands, profile)
    if (isPending(claims)) throw unauthorized('The session is pending: the sign-in is not complete')
    const { userId, ...identity } = readIdentity(profile, claims)
    const party = claimAt(claims, 'azp')
    if (authorizedParties.length > 0 && !authorizedParties.some((known) => known === party))
      throw refusedTo(unauthorized('The authorized party (azp) of the token is not trusted here'), {
        userId,
        ...identity,
      })
    const fault = faultOfIssue(claims)
    if (fault) throw refusedTo(unauthorized(fault), { userId, ...identity })
    if (userId === undefined) throw unauthorized('The token names no user')
    // A token without an end would never be looked at again.
    if (identity.expiresAt === undefined) throw unauthorized('The token has no end (exp)')
    const end = (identity.expiresAt + TOLERANCE_SECONDS) * 1000
    return { identity: Object.freeze({ ...identity, userId }), until: Math.min(end, trusted.until) }
  }

  // Keyed by a hash, so that no token lies in memory for longer than its request; shared while it is being verified.
  const cache = new LRUCache<string, SignedIn, Presented>({
    max: options.cacheSize,
    perf: Date,
    ttlResolution: 0,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: presented, options: entry }) => {
      const { identity, until } = await verify(presented)
      // Zero would mean for ever.
      entry.ttl = Math.max(1, until - Date.now())
      return identity
    },
  })

  return async (token, beforeLookup) => {
    if (token.length > LONGEST_TOKEN) throw unauthorized(`The token is longer than ${LONGEST_TOKEN} characters`)
    try {
      return await cache.forceFetch(hash('sha256', token, 'base64url'), { context: { token, beforeLookup } })
    } catch (error) {
      throw refusalOf(error)
    }
  }
}

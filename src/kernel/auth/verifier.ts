import { hash } from 'node:crypto'
import jwt, { type Algorithm, type JwtHeader } from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { unauthorized } from '../errors.ts'
import type { SignedIn } from './caller.ts'
import { readIdentity } from './claims.ts'
import { fetchJwks, type Jwks, trustedKeys } from './keys.ts'
import { claimAt } from './paths.ts'
import type { Profile } from './profiles.ts'

/** Signatures by a private key only: `none` and the HS forms, which a public key could forge, are not among them. */
const ALGORITHMS: Algorithm[] = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']
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

/** Turns a token into who holds it, or throws a 401 that does not say why. */
export type Verifier = (token: string) => Promise<SignedIn>

/** The header of a token that is worth looking for a key for. */
function headerOf(token: string): JwtHeader {
  const header = jwt.decode(token, { complete: true })?.header
  if (!header || !ALGORITHMS.some((algorithm) => algorithm === header.alg)) throw unauthorized()
  if (header.kid !== undefined && typeof header.kid !== 'string') throw unauthorized()
  // RFC 7515, 4.1.11: extensions marked critical must be understood, and none is.
  if (header.crit !== undefined) throw unauthorized()
  return header
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
  async function verify(token: string): Promise<{ identity: SignedIn; until: number }> {
    const { kid, alg } = headerOf(token)
    const trusted = await keyOf(kid, alg)
    if (!trusted) throw unauthorized()
    const demands = { algorithms: ALGORITHMS, issuer, audience, clockTolerance: TOLERANCE_SECONDS }
    const claims = jwt.verify(token, trusted.key, demands)
    const { userId, ...identity } = readIdentity(profile, claims)
    const party = claimAt(claims, 'azp')
    if (authorizedParties.length > 0 && !authorizedParties.some((known) => known === party)) throw unauthorized()
    // A token without an end would never be looked at again.
    if (userId === undefined || identity.expiresAt === undefined) throw unauthorized()
    const end = (identity.expiresAt + TOLERANCE_SECONDS) * 1000
    return { identity: Object.freeze({ ...identity, userId }), until: Math.min(end, trusted.until) }
  }

  // Keyed by a hash, so that no token lies in memory for longer than its request; shared while it is being verified.
  const cache = new LRUCache<string, SignedIn, string>({
    max: options.cacheSize,
    perf: Date,
    ttlResolution: 0,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: token, options: entry }) => {
      const { identity, until } = await verify(token)
      // Zero would mean for ever.
      entry.ttl = Math.max(1, until - Date.now())
      return identity
    },
  })

  return async (token) => {
    try {
      const identity =
        token.length <= LONGEST_TOKEN && (await cache.fetch(hash('sha256', token, 'base64url'), { context: token }))
      if (identity) return identity
    } catch {
      // Whatever was wrong with the token: whoever sent it learns nothing from it.
    }
    throw unauthorized()
  }
}

import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import jwksRsa from 'jwks-rsa'
import { askForJson } from '../../common/outgoing.ts'

/** A JSON Web Key Set (RFC 7517). */
export interface Jwks {
  readonly keys: JsonWebKey[]
}

/** The keys are unknown and cannot be fetched now, so a token can neither be accepted nor rejected. */
export class KeysUnavailable extends Error {}

/**
 * A key that verifies tokens, and the time until which it may be used without a new fetch (milliseconds since 1970).
 */
export interface TrustedKey {
  readonly key: KeyObject
  readonly until: number
}

const MAX_AGE_MS = 10 * 60_000
const RENEW_MS = MAX_AGE_MS / 2
/** Maximum number of fetches in ten seconds. Allows a burst during a key rotation. */
const FETCHES = 3
const WINDOW_MS = 10_000
/** Time before a failed fetch is retried. */
export const RETRY_MS = 2_000
const PATIENCE_MS = 3_000

/** Fetches a key set. The time limit also applies while the response body arrives. */
export async function fetchJwks(url: string): Promise<Jwks> {
  const { document } = await askForJson(url, AbortSignal.timeout(PATIENCE_MS))
  return document as Jwks
}

interface Candidate {
  readonly kid: string | undefined
  readonly alg: string | undefined
  readonly key: KeyObject
}

/**
 * The key with the id; without an id, the only key. A key that names its algorithm is used for no other algorithm (RFC
 * 8725, 3.1).
 */
function select(candidates: readonly Candidate[], kid: string | undefined, alg: string): KeyObject | undefined {
  const fitting = candidates.filter((each) => (kid === undefined || each.kid === kid) && (each.alg ?? alg) === alg)
  return kid === undefined && fitting.length > 1 ? undefined : fitting[0]?.key
}

/**
 * Finds keys by id in a key set that is cached for ten minutes and renewed in the background after half of that time.
 * An unknown id causes a new fetch, rate limited, so that a key rotation needs no restart. The set is cached as a
 * whole: the cache and rate limit of jwks-rsa work per key id, so a flood of invented ids would use up the limit and
 * block the renewal of real keys. `onFailure` receives each failed fetch once. While fetches fail, no caller waits for
 * them: known keys stay valid, and any other key throws KeysUnavailable.
 */
export function trustedKeys(source: () => Promise<Jwks>, onFailure: (error: unknown) => void) {
  const client = jwksRsa({ fetcher: source, cache: false })
  let known: { keys: readonly Candidate[]; until: number } = { keys: [], until: 0 }
  let recent: number[] = []
  let running: Promise<void> | undefined
  let failedAt: number | undefined

  async function fetchOnce() {
    const now = Date.now()
    recent = recent.filter((time) => now - time < WINDOW_MS)
    if (recent.length >= FETCHES || (failedAt !== undefined && now - failedAt < RETRY_MS)) return
    recent.push(now)
    try {
      const found = await client.getSigningKeys()
      const keys = found.map(({ kid, alg, getPublicKey }) => ({ kid, alg, key: createPublicKey(getPublicKey()) }))
      known = { keys, until: now + MAX_AGE_MS }
      failedAt = undefined
    } catch (error) {
      failedAt = Date.now()
      onFailure(error)
    }
  }

  /** Concurrent callers share one fetch. A failed fetch leaves the cached keys in place until they expire. */
  const refresh = () => {
    running ??= fetchOnce().finally(() => {
      running = undefined
    })
    return running
  }

  const find = (kid: string | undefined, alg: string): TrustedKey | undefined => {
    const key = Date.now() < known.until ? select(known.keys, kid, alg) : undefined
    return key && { key, until: known.until }
  }

  return async (
    kid: string | undefined,
    alg: string,
    beforeLookup?: () => Promise<void>,
  ): Promise<TrustedKey | undefined> => {
    const found = find(kid, alg)
    if (found && found.until - Date.now() > RENEW_MS) return found
    // The cached keys do not include this id, so the token is probably forged.
    if (!found && Date.now() < known.until) await beforeLookup?.()
    const isFailing = failedAt !== undefined
    const refreshed = refresh()
    if (found) return found
    if (!isFailing) await refreshed
    const renewed = find(kid, alg)
    if (!renewed && failedAt !== undefined) throw new KeysUnavailable()
    return renewed
  }
}

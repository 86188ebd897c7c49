import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import jwksRsa from 'jwks-rsa'
import { askForJson } from '../../common/outgoing.ts'

/** A JSON Web Key Set (RFC 7517). */
export interface Jwks {
  readonly keys: JsonWebKey[]
}

/** The keys are not known and cannot be fetched now: whether a token is good cannot be said. */
export class KeysUnavailable extends Error {}

/** A key to verify with, and until when it may be relied on without asking again (milliseconds since 1970). */
export interface TrustedKey {
  readonly key: KeyObject
  readonly until: number
}

const MAX_AGE_MS = 10 * 60_000
const RENEW_MS = MAX_AGE_MS / 2
/** At most this many fetches in any ten seconds: a burst for rotations. */
const FETCHES = 3
const WINDOW_MS = 10_000
/** How long a fetch that failed is not tried again. */
export const RETRY_MS = 2_000
const PATIENCE_MS = 3_000

/** Fetches a key set; bounded in time also when the endpoint stalls in the middle of its answer. */
export async function fetchJwks(url: string): Promise<Jwks> {
  const { document } = await askForJson(url, AbortSignal.timeout(PATIENCE_MS))
  return document as Jwks
}

interface Candidate {
  readonly kid: string | undefined
  readonly alg: string | undefined
  readonly key: KeyObject
}

/** The key of that id; without an id, the only one. A key that names its algorithm serves no other (RFC 8725, 3.1). */
function select(candidates: readonly Candidate[], kid: string | undefined, alg: string): KeyObject | undefined {
  const fitting = candidates.filter((each) => (kid === undefined || each.kid === kid) && (each.alg ?? alg) === alg)
  return kid === undefined && fitting.length > 1 ? undefined : fitting[0]?.key
}

/**
 * Finds keys by id in a key set that is kept for ten minutes, renewed in the background from half of that on, and
 * fetched anew, rate limited, for an unknown id, so that rotation needs no restart. The set is kept as a whole:
 * jwks-rsa's own cache and limit work per key id, where a flood of made-up ids uses up the limit and locks out the
 * real ones as soon as they are due for renewal. `onFailure` hears of every fetch that failed, once. While fetches fail
 * nobody waits for them: keys that are known serve on, and any other is KeysUnavailable.
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

  /** All who wait share one fetch. A failed one leaves the keys in place: they are good until their own time is up. */
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
    // The keys are known, and it is none of them: most likely one that somebody made up.
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

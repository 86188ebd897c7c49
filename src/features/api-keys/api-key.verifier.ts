import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { unauthorized } from '../../common/errors.ts'
import type { Database } from '../../data/database.ts'
import { LOOKUPS } from '../../data/fair-pool.ts'
import type { Wake } from '../../data/transaction.ts'
import type { EventFeed } from '../../events/feed.ts'
import type { SignedIn } from '../../security/auth/caller.ts'
import { refusedTo } from '../../security/auth/refused-holders.ts'
import type { Verifier } from '../../security/auth/verifier.ts'
import type { ApiKey } from './api-key.entity.ts'
import { hashOf, KEY_PREFIX, organizationOfKey } from './api-key.rules.ts'

/** How long a replica without events may still accept a revoked key. */
const STALE_MS = 5_000

/** Events after which keys are looked up again. */
const CHANGES = ['API_KEY_DELETED', 'API_KEY_ROTATED', 'API_KEY_UPDATED']

/** The same message for all keys, so that a caller cannot find out which keys exist. */
const UNKNOWN = 'The API key is unknown or revoked'

/** The organization and the hash to look up. */
type Asked = Pick<ApiKey, 'organizationId' | 'hash'>

const COLUMNS = [
  ...(['id', 'organizationId', 'role', 'scopes', 'allowedNetworks', 'expiresAt', 'hash'] as const),
  ...(['name', 'createdBy', 'oldHash', 'oldKeyUntil'] as const),
] as const

/** A key with the hash and the expiry of the secret that was presented. */
type KeyRow = Pick<ApiKey, Exclude<(typeof COLUMNS)[number], 'oldHash' | 'oldKeyUntil'>>

const identityOf = ({
  id,
  organizationId,
  role,
  scopes,
  allowedNetworks,
  expiresAt,
  name,
  createdBy,
}: KeyRow): SignedIn => ({
  userId: `key:${id}`,
  organizationId,
  role,
  permissions: [],
  scopes: scopes ?? undefined,
  userName: name,
  expiresAt: expiresAt ? expiresAt.getTime() / 1000 : undefined,
  tokenId: id,
  isKey: true,
  makerId: createdBy,
  networks: allowedNetworks ?? undefined,
})

/**
 * Accepts API keys in addition to tokens. A bearer token with the key prefix is looked up. Any other token goes to
 * `verifyToken`. Results, including "not found", are cached for seconds, so a busy key causes almost no load on the
 * database.
 */
export function acceptKeys(verifyToken: Verifier, database: Database, events: EventFeed): Verifier {
  const known = new LRUCache<string, { row: KeyRow | null }, Asked>({
    max: 10_000,
    ttl: STALE_MS,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: asked }) => ({ row: await findKey(database, asked) }),
  })
  /**
   * Marks keys as stale, so that they are looked up again. Stale entries stay in the cache, because a key that was
   * valid is exempt from the lookup limit.
   */
  const expire = (isConcerned: (organizationId: string) => boolean) => {
    for (const [name, { row }] of known.entries())
      if (row && isConcerned(row.organizationId)) known.set(name, { row }, { start: performance.now() - STALE_MS - 1 })
  }
  events.onWake((wakes) => {
    const isOfKeys = ({ types }: Wake) => CHANGES.some((type) => types.includes(type))
    const changed = wakes?.filter(isOfKeys).map((wake) => wake.organizationId)
    if (changed?.length !== 0) expire((organizationId) => changed?.includes(organizationId) ?? true)
  })
  return async (token, beforeLookup) => {
    if (!token.startsWith(KEY_PREFIX)) return verifyToken(token, beforeLookup)
    const organizationId = organizationOfKey(token)
    if (!organizationId) throw unauthorized(UNKNOWN)
    const hash = hashOf(token)
    const name = hash.toString('base64')
    // A key that was recently valid is looked up even if the lookup limit of its address is reached.
    if (!known.has(name) && !known.peek(name, { allowStale: true })?.row) await beforeLookup?.()
    const row = (await known.fetch(name, { context: { organizationId, hash } }))?.row
    // The index comparison is not constant-time, but reveals nothing useful about a hash. This comparison takes
    // constant time.
    if (!row || !timingSafeEqual(row.hash, hash)) throw unauthorized(UNKNOWN)
    const identity = identityOf(row)
    if (row.expiresAt && row.expiresAt <= database.clock.now)
      throw refusedTo(unauthorized('The API key expired'), identity)
    return identity
  }
}

/** Reads the key of a secret, which a rotation may have replaced. */
const findKey = (database: Database, { organizationId, hash }: Asked): Promise<KeyRow | null> =>
  database.transaction(
    { role: 'gateway_tenant', organizationId, poolUser: LOOKUPS, readOnly: true },
    async ({ db }) => {
      const row = await db
        .selectFrom('apiKey')
        .select(COLUMNS)
        .where((where) => where.or([where('hash', '=', hash), where('oldHash', '=', hash)]))
        .executeTakeFirst()
      if (!row) return null
      const { oldHash, oldKeyUntil, ...key } = row
      const isCurrent = Buffer.from(row.hash).equals(hash)
      if (!(isCurrent || (oldHash && oldKeyUntil && oldKeyUntil > database.clock.now))) return null
      return isCurrent
        ? { ...key, hash: Buffer.from(row.hash) }
        : { ...key, hash: Buffer.from(oldHash ?? ''), expiresAt: oldKeyUntil }
    },
  )

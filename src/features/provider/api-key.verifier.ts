import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { unauthorized } from '../../common/errors.ts'
import { LOOKUPS } from '../../data/shares.ts'
import type { Database } from '../../data/transaction.ts'
import type { EventFeed } from '../../events/feed.ts'
import type { SignedIn } from '../../security/auth/caller.ts'
import { refusedTo } from '../../security/auth/refused-holders.ts'
import type { Verifier } from '../../security/auth/verifier.ts'
import type { ApiKey } from './api-key.entity.ts'
import { hashOf, KEY_PREFIX, organizationOfKey } from './api-key.rules.ts'

/** How long a revoked key may live on in a replica that hears of no events. */
const STALE_MS = 5_000
const COARSE_MINUTES = 10

/** The same for all, so that nobody learns which keys there were. */
const UNKNOWN = 'The API key is unknown or revoked'

/** What is looked up, and where. */
type Asked = Pick<ApiKey, 'organizationId' | 'hash'>

type KeyRow = Pick<
  ApiKey,
  'id' | 'organizationId' | 'role' | 'scopes' | 'expiresAt' | 'lastUsedAt' | 'hash' | 'name' | 'createdBy'
>

const identityOf = ({ id, organizationId, role, scopes, expiresAt, name, createdBy }: KeyRow): SignedIn => ({
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
})

/**
 * Puts API keys beside tokens: a bearer with their prefix is looked up, any other goes to `verifyToken`. What was
 * found is kept for seconds, nothing found too, so a busy key costs the database next to nothing.
 */
export function acceptKeys(verifyToken: Verifier, database: Database, events: EventFeed): Verifier {
  const known = new LRUCache<string, { row: KeyRow | null }, Asked>({
    max: 10_000,
    ttl: STALE_MS,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: asked }) => ({ row: await findKey(database, asked) }),
  })
  /** Makes keys be looked up again. They are kept, so that a key that was valid needs no allowance for that. */
  const expire = (isConcerned: (organizationId: string) => boolean) => {
    for (const [name, { row }] of known.entries())
      if (row && isConcerned(row.organizationId)) known.set(name, { row }, { start: performance.now() - STALE_MS - 1 })
  }
  events.onWake((wakes) => {
    const changed = wakes?.filter(({ types }) => types.includes('API_KEY_DELETED')).map((wake) => wake.organizationId)
    if (changed?.length !== 0) expire((organizationId) => changed?.includes(organizationId) ?? true)
  })
  return async (token, beforeLookup) => {
    if (!token.startsWith(KEY_PREFIX)) return verifyToken(token, beforeLookup)
    const organizationId = organizationOfKey(token)
    if (!organizationId) throw unauthorized(UNKNOWN)
    const hash = hashOf(token)
    const name = hash.toString('base64')
    // A key that was good a while ago is looked up whatever others of its address did.
    if (!known.has(name) && !known.peek(name, { allowStale: true })?.row) await beforeLookup?.()
    const row = (await known.fetch(name, { context: { organizationId, hash } }))?.row
    // The index has compared hashes already, of which a guesser learns nothing; this comparison takes constant time.
    if (!row || !timingSafeEqual(row.hash, hash)) throw unauthorized(UNKNOWN)
    const identity = identityOf(row)
    if (row.expiresAt && row.expiresAt <= database.clock.now)
      throw refusedTo(unauthorized('The API key expired'), identity)
    return identity
  }
}

/** Reads a key of the organization that it names, and notes its use at most once in ten minutes. */
const findKey = (database: Database, { organizationId, hash }: Asked): Promise<KeyRow | null> =>
  database.transaction({ role: 'gateway_tenant', organizationId, party: LOOKUPS }, async ({ db }) => {
    const row = await db
      .selectFrom('apiKey')
      .select(['id', 'organizationId', 'role', 'scopes', 'expiresAt', 'lastUsedAt', 'hash', 'name', 'createdBy'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!row) return null
    const isNoted = row.lastUsedAt && database.clock.now.getTime() - row.lastUsedAt.getTime() < COARSE_MINUTES * 60_000
    if (!isNoted) await db.updateTable('apiKey').set({ lastUsedAt: sql`now()` }).where('id', '=', row.id).execute()
    return { ...row, hash: Buffer.from(row.hash) }
  })

import { timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { ServiceError, unauthorized } from '../../common/errors.ts'
import { LOOKUPS } from '../../common/fair-pool.ts'
import type { Database } from '../../data/database.ts'
import type { Wake } from '../../data/transaction.ts'
import type { EventFeed } from '../../events/feed.ts'
import { isErasedId } from '../../security/audit/pseudonyms.ts'
import { inOrganization } from '../../security/auth/authenticate.ts'
import type { SignedIn } from '../../security/auth/caller.ts'
import { textOf } from '../../security/auth/paths.ts'
import { refusedTo } from '../../security/auth/refused-holders.ts'
import type { Verifier } from '../../security/auth/verifier.ts'
import type { ApiKey } from './api-key.entity.ts'
import { hashOf, KEY_PREFIX, organizationOfKey } from './api-key.rules.ts'

/** How long a replica without events may still accept a revoked key. */
const STALE_MS = 5_000

/** Events after which keys are looked up again. */
const CHANGES = ['CREATED', 'DELETED', 'ERASED', 'ROTATED', 'UPDATED'].map((verb) => `API_KEY_${verb}`)

/** The same message for all keys, so that a caller cannot find out which keys exist. */
const UNKNOWN = 'The API key is unknown or revoked'

/** The role of an erased user is unknown, so it cannot limit the key. */
const NO_MAKER = 'The personal data of the user who created the API key were erased: rotate the key'

const NO_ORGANIZATION = 'Organization required: the token does not name exactly one, so name it with X-Organization'
const UNREGISTERED = 'The OAuth client of the token is not registered in this organization, or was revoked'

/** The organization, and the hash or the OAuth client to look up. */
interface Asked {
  organizationId: string
  by: { hash: Buffer } | { oauthClientId: string }
}

/** A look-up of a key: its name in the cache, its terms, and the row that was found. */
interface Lookup {
  name: string
  asked: Asked
  row: KeyRow
}

interface Known {
  organizationId: string
  row: KeyRow | null
}

const COLUMNS = [
  ...(['id', 'organizationId', 'role', 'scopes', 'allowedNetworks', 'expiresAt', 'hash'] as const),
  ...(['name', 'createdBy', 'oauthClientId', 'oldHash', 'oldKeyUntil'] as const),
] as const

/** A key with the hash and the expiry of the secret that was presented. */
type KeyRow = Pick<ApiKey, Exclude<(typeof COLUMNS)[number], 'oldHash' | 'oldKeyUntil'>>

const identityOf = (key: KeyRow): SignedIn => ({
  userId: `key:${key.id}`,
  organizationId: key.organizationId,
  role: key.role,
  permissions: [],
  scopes: key.scopes ?? undefined,
  userName: key.name,
  expiresAt: key.expiresAt ? key.expiresAt.getTime() / 1000 : undefined,
  tokenId: key.id,
  isKey: true,
  makerId: key.createdBy,
  networks: key.allowedNetworks ?? undefined,
})

interface KeyDependencies {
  database: Database
  events: EventFeed
  /** The services for which a token of an OAuth client must be issued: its `aud` names one of them. */
  audiences: readonly string[]
}

/** Verifies bearer tokens and API keys. */
interface KeyVerifier {
  verify: Verifier
  /**
   * Checks the key of a caller again, after a slow body and before each batch of an export. With `reads`, it reads the
   * database: a stream that has started receives later changes of its key as events, so the read covers the changes
   * before its start.
   * @throws UNAUTHORIZED if the key was revoked, lost this secret, got other networks, or its creator was erased
   */
  confirm(identity: SignedIn, options: { reads: boolean }): Promise<void>
}

/**
 * Accepts API keys in addition to tokens, and the tokens of OAuth clients that are registered as keys. A bearer token
 * with the key prefix is looked up. Any other token goes to `verifyToken`; if it is of a client and not of a user, its
 * registration is looked up, which alone decides the rights. Results, including "not found", are cached for seconds, so
 * a busy key causes almost no load on the database.
 */
export function acceptKeys(verifyToken: Verifier, { database, events, audiences }: KeyDependencies): KeyVerifier {
  const known = new LRUCache<string, Known, Asked>({
    max: 10_000,
    ttl: STALE_MS,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: asked }) => {
      return { organizationId: asked.organizationId, row: await findKey(database, asked) }
    },
  })
  /** How each identity of a key was looked up, and the row that was found. */
  const lookups = new WeakMap<SignedIn, Lookup>()
  /**
   * Marks keys as stale, so that they are looked up again. Stale entries stay in the cache, because a key that was
   * valid is exempt from the lookup limit.
   */
  const expire = (isConcerned: (organizationId: string) => boolean) => {
    // A copy, because `set` moves an entry to the part that the iterator has not reached yet. The cache's clock stands
    // still during this loop, so the age is set well above the limit.
    for (const [name, entry] of [...known.entries()])
      if (isConcerned(entry.organizationId)) known.set(name, entry, { start: performance.now() - 2 * STALE_MS })
  }
  events.onWake((wakes) => {
    const isOfKeys = ({ types }: Wake) => CHANGES.some((type) => types.includes(type))
    const changed = wakes?.filter(isOfKeys).map((wake) => wake.organizationId)
    if (changed?.length !== 0) expire((organizationId) => changed?.includes(organizationId) ?? true)
  })

  const find = async (name: string, asked: Asked, beforeLookup: (() => Promise<void>) | undefined) => {
    // A key that was recently valid is looked up even if the lookup limit of its address is reached.
    if (!known.has(name) && !known.peek(name, { allowStale: true })?.row) await beforeLookup?.()
    const row = (await known.fetch(name, { context: asked }))?.row
    return row ? { name, asked, row } : undefined
  }

  const demandValid = (row: KeyRow, message: string): SignedIn => {
    const identity = identityOf(row)
    if (row.expiresAt && row.expiresAt <= database.clock.now) throw refusedTo(unauthorized(message), identity)
    if (isErasedId(row.createdBy)) throw refusedTo(unauthorized(NO_MAKER), identity)
    return identity
  }

  async function signInKey(token: string, beforeLookup: (() => Promise<void>) | undefined): Promise<SignedIn> {
    const organizationId = organizationOfKey(token)
    if (!organizationId) throw unauthorized(UNKNOWN)
    const hash = hashOf(token)
    const found = await find(hash.toString('base64'), { organizationId, by: { hash } }, beforeLookup)
    // The index comparison is not constant-time, but reveals nothing useful about a hash. This comparison takes
    // constant time.
    if (!found?.row.hash || !timingSafeEqual(found.row.hash, hash)) throw unauthorized(UNKNOWN)
    const identity = demandValid(found.row, 'The API key expired')
    lookups.set(identity, found)
    return identity
  }

  /** The registration of the client in one organization. Its id is no secret, but the provider signed it. */
  async function signInClient(
    { clientId = '', audiences: issuedFor, expiresAt = 0, issuedAt, ...token }: SignedIn,
    chosen: string | undefined,
    beforeLookup: (() => Promise<void>) | undefined,
  ): Promise<SignedIn> {
    if (!issuedFor?.some((each) => audiences.includes(each)))
      throw unauthorized('The audience (aud) of the token is not this service')
    const namesNone = token.organizationId === undefined && token.organizations === undefined
    const organizationId = namesNone ? textOf(chosen) : inOrganization(token, chosen).organizationId
    if (organizationId === undefined) throw new ServiceError('ORGANIZATION_REQUIRED', NO_ORGANIZATION)
    const name = JSON.stringify([organizationId, clientId])
    const found = await find(name, { organizationId, by: { oauthClientId: clientId } }, beforeLookup)
    if (!found) throw unauthorized(UNREGISTERED)
    const registered = demandValid(found.row, 'The registration of the OAuth client expired')
    const until = Math.min(expiresAt, registered.expiresAt ?? expiresAt)
    const identity = { ...registered, clientId, audiences: issuedFor, issuedAt, expiresAt: until }
    lookups.set(identity, found)
    return identity
  }

  return {
    async verify(token, beforeLookup, chosen) {
      if (token.startsWith(KEY_PREFIX)) return signInKey(token, beforeLookup)
      const identity = await verifyToken(token, beforeLookup)
      return identity.isMachine ? signInClient(identity, chosen, beforeLookup) : identity
    },
    async confirm(identity, { reads }) {
      const found = lookups.get(identity)
      if (!found) return
      const { name, asked } = found
      // A look-up of the cache that is in progress may have read the key before it was revoked.
      const row = reads ? await findKey(database, asked) : (await known.fetch(name, { context: asked }))?.row
      const isSame = isDeepStrictEqual(row?.allowedNetworks, found.row.allowedNetworks)
      if (!row || !isSame || isErasedId(row.createdBy)) throw unauthorized()
    },
  }
}

/** Reads the key of a secret, which a rotation may have replaced, or of an OAuth client. */
const findKey = (database: Database, { organizationId, by }: Asked): Promise<KeyRow | null> =>
  database.transaction(
    { role: 'gateway_tenant', organizationId, poolUser: LOOKUPS, readOnly: true },
    async ({ db }) => {
      const keys = db.selectFrom('apiKey').select(COLUMNS)
      if ('oauthClientId' in by)
        return (await keys.where('oauthClientId', '=', by.oauthClientId).executeTakeFirst()) ?? null
      const { hash } = by
      const row = await keys
        .where((where) => where.or([where('hash', '=', hash), where('oldHash', '=', hash)]))
        .executeTakeFirst()
      if (!row?.hash) return null
      const { oldHash, oldKeyUntil, ...key } = row
      const isCurrent = Buffer.from(row.hash).equals(hash)
      if (!(isCurrent || (oldHash && oldKeyUntil && oldKeyUntil > database.clock.now))) return null
      return isCurrent
        ? { ...key, hash: Buffer.from(row.hash) }
        : { ...key, hash: Buffer.from(oldHash ?? ''), expiresAt: oldKeyUntil }
    },
  )

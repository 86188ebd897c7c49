import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../data/database.ts'
import { isOfTeam } from '../../events/events.ts'
import type { EventFeed } from '../../events/feed.ts'
import { RoleName } from '../../graphql/roles.ts'
import { erasedIds, type Marker } from '../../security/audit/pseudonyms.ts'
import type { Caller, Membership } from '../../security/auth/caller.ts'
import type { CallerMembership } from './caller.outputs.ts'

declare module '../../common/services.ts' {
  interface Services {
    memberships: Memberships
  }
}

const MOST_USERS = 50_000
const MOST_ORGANIZATIONS = 10_000
/**
 * Maximum number of organizations that are read from one token. A token names few organizations, because it must fit
 * into a header.
 */
const MOST_NAMED = 100

/** The cached memberships of an organization, valid until its team changes. A change replaces the object. */
interface Epoch {
  /** Upper bound of the team's version, read before any membership of this epoch. */
  version?: number
}

interface Known {
  readonly epoch: Epoch
  /** Undefined while the membership is being read. Null for a user who is not in the team. */
  membership?: Membership | null
  reading: Promise<Membership | null>
}

/**
 * Caches the memberships of users who send requests. Each change of a team starts another epoch of its organization. A
 * commit of this process ends the epoch before the commit is acknowledged. A change of another process ends the epoch
 * when its notification arrives; polling every few seconds covers a lost notification. A value is cached only if its
 * read started and ended in the same epoch.
 */
export class Memberships {
  readonly #database: Database
  readonly #secrets: Marker
  readonly #known = new LRUCache<string, Known>({ max: MOST_USERS })
  readonly #found = new WeakMap<Caller, readonly CallerMembership[]>()
  readonly #epochs = new LRUCache<string, Epoch>({ max: MOST_ORGANIZATIONS })

  constructor(database: Database, events: EventFeed, secrets: Marker) {
    this.#database = database
    this.#secrets = secrets
    events.onWake((wakes) => {
      if (!wakes) this.#epochs.clear()
      for (const { types, organizationId } of wakes ?? []) if (types.some(isOfTeam)) this.#epochs.delete(organizationId)
    })
    events.onLook(() => this.#look())
  }

  /**
   * The membership of a user, or null for a user who is not in the team. Returns a promise only if it is not cached.
   */
  of(organizationId: string, userId: string): Membership | null | Promise<Membership | null> {
    const known = this.#known.get(keyOf(organizationId, userId))
    if (!known || known.epoch !== this.#epochs.get(organizationId)) return this.refresh(organizationId, userId)
    return known.membership === undefined ? known.reading : known.membership
  }

  /** Like `of`, but reads again: it sees every commit before this call. */
  refresh(organizationId: string, userId: string): Promise<Membership | null> {
    const epoch = this.#epochs.get(organizationId) ?? {}
    this.#epochs.set(organizationId, epoch)
    const key = keyOf(organizationId, userId)
    const known: Known = { epoch, reading: this.#read(organizationId, userId, epoch) }
    this.#known.set(key, known)
    known.reading.then(
      (membership) => {
        known.membership = membership
      },
      () => {
        if (this.#known.peek(key) === known) this.#known.delete(key)
      },
    )
    return known.reading
  }

  /** Finds the teams of the caller among the organizations that the token names. `foundFor` returns them. */
  async find(caller: Caller): Promise<void> {
    const { userId, organizationId, organizations = [organizationId] } = caller
    const found: CallerMembership[] = []
    for (const organization of organizations.slice(0, MOST_NAMED)) {
      const membership = await this.of(organization, userId)
      if (membership && !membership.removedAt) found.push({ organization, role: RoleName[membership.role] })
    }
    this.#found.set(caller, found)
  }

  /** The result of `find`. */
  foundFor(caller: Caller): readonly CallerMembership[] {
    return this.#found.get(caller) ?? []
  }

  /** Reads the version first, so the membership read after it is at least as new. */
  #read(organizationId: string, userId: string, epoch: Epoch): Promise<Membership | null> {
    return this.#database.read(organizationId, async ({ db }) => {
      const head = db.selectFrom('organizationHead').select('teamVersion').executeTakeFirst()
      const member = db
        .selectFrom('teamMember')
        .select(['role', 'removedAt', 'sessionsEndedAt'])
        .where('userId', 'in', [userId, ...erasedIds(this.#secrets, organizationId, userId)])
        .executeTakeFirst()
      const [{ teamVersion } = { teamVersion: 0 }, found] = await Promise.all([head, member])
      epoch.version = Math.min(epoch.version ?? teamVersion, teamVersion)
      return found ? Object.freeze(found) : null
    })
  }

  /** One statement for all organizations. */
  async #look(): Promise<void> {
    const looked = new Map(this.#epochs.entries())
    if (looked.size === 0) return
    const heads = await this.#database.transaction({ role: 'gateway_system', readOnly: true }, ({ db }) =>
      sql<{ organizationId: string; teamVersion: number }>`select organization_id, team_version from organization_head
        where organization_id = any(${[...looked.keys()]}::text[])`.execute(db),
    )
    for (const { organizationId, teamVersion } of heads.rows) {
      const epoch = looked.get(organizationId)
      if (epoch?.version === teamVersion || this.#epochs.peek(organizationId) !== epoch) continue
      this.#epochs.set(organizationId, { version: teamVersion })
    }
  }
}

/** A line break cannot be part of an id, so the key is unambiguous. */
const keyOf = (organizationId: string, userId: string) => `${organizationId}\n${userId}`

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../data/transaction.ts'
import { isOfTeam } from '../../events/events.ts'
import type { EventFeed } from '../../events/feed.ts'
import { RoleName } from '../../graphql/roles.ts'
import type { Caller, Membership } from '../../security/auth/caller.ts'
import type { CallerMembership } from './caller.outputs.ts'

declare module '../../common/services.ts' {
  interface Services {
    memberships: Memberships
  }
}

const MOST_USERS = 50_000
const MOST_ORGANIZATIONS = 10_000
/** Tokens name few organizations: they have to fit into a header. */
const MOST_NAMED = 100

/** What is known of the team of an organization since its last change; another object after the next one. */
interface Epoch {
  /** How often the team had changed, at the most, before anything was read in it. */
  version?: number
}

interface Known {
  readonly epoch: Epoch
  /** Undefined while it is read; null for who is not in the team. */
  membership?: Membership | null
  reading: Promise<Membership | null>
}

/**
 * The memberships of those who send requests, each read once and kept until the team changes. Commits of this process end
 * an epoch before they are acknowledged, words of others when they arrive, and a look every few seconds makes up for a word
 * that is lost. What was read in an epoch is good in that one only: a read that a change overtakes serves nobody who comes
 * after the change.
 */
export class Memberships {
  readonly #database: Database
  readonly #known = new LRUCache<string, Known>({ max: MOST_USERS })
  readonly #found = new WeakMap<Caller, readonly CallerMembership[]>()
  readonly #epochs = new LRUCache<string, Epoch>({ max: MOST_ORGANIZATIONS })

  constructor(database: Database, events: EventFeed) {
    this.#database = database
    events.onWake((wakes) => {
      if (!wakes) this.#epochs.clear()
      for (const { types, organizationId } of wakes ?? []) if (types.some(isOfTeam)) this.#epochs.delete(organizationId)
    })
    events.onLook(() => this.#look())
  }

  /** The membership of a user; null for who is not in the team. Waits only where it is not known. */
  of(organizationId: string, userId: string): Membership | null | Promise<Membership | null> {
    const known = this.#known.get(keyOf(organizationId, userId))
    if (!known || known.epoch !== this.#epochs.get(organizationId)) return this.refresh(organizationId, userId)
    return known.membership === undefined ? known.reading : known.membership
  }

  /** The same, read anew: what was committed before it is asked for is seen. */
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

  /** Finds the teams that have a caller's user, of the organizations that the token names; `foundFor` tells them. */
  async find(caller: Caller): Promise<void> {
    const { userId, organizationId, organizations = [organizationId] } = caller
    const found: CallerMembership[] = []
    for (const organization of organizations.slice(0, MOST_NAMED)) {
      const membership = await this.of(organization, userId)
      if (membership && !membership.removedAt) found.push({ organization, role: RoleName[membership.role] })
    }
    this.#found.set(caller, found)
  }

  /** What `find` found. */
  foundFor(caller: Caller): readonly CallerMembership[] {
    return this.#found.get(caller) ?? []
  }

  /** How often the team has changed is read first: what is read behind it is no older. */
  #read(organizationId: string, userId: string, epoch: Epoch): Promise<Membership | null> {
    const session = { role: 'gateway_tenant', organizationId, readOnly: true } as const
    return this.#database.transaction(session, async ({ db }) => {
      const head = db.selectFrom('organizationHead').select('teamVersion').executeTakeFirst()
      const member = db
        .selectFrom('teamMember')
        .select(['role', 'removedAt'])
        .where('userId', '=', userId)
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

/** Ids hold no control characters. */
const keyOf = (organizationId: string, userId: string) => `${organizationId}\n${userId}`

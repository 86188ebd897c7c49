import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { WorkKind } from '../data/due-times.ts'
import { SYSTEM } from '../data/shares.ts'
import type { Database, Unit } from '../data/transaction.ts'

/*
 * The table `due_work` says which organizations have work of a kind, and from when: only it is read for all of them.
 * Whoever makes something due writes there with the same commit (`makeDue`); whoever has worked looks, with the row
 * locked, when the next thing is due. All of it goes by the clock of the database.
 */

/** An organization that has work, since a time. */
interface Due {
  organizationId: string
  dueAt: Date
}

/** What is asked for at once: more than any process can work on. */
export const PAGE = 100
/** What failed for an organization is tried again after so long; meanwhile it stands in nobody's way. */
const PUT_OFF_SECONDS = 60

type NextDue = RawBuilder<{ at: Date | null }>

const inSeconds = (seconds: number): NextDue => sql`select now() + make_interval(secs => ${seconds}) as at`

/** A page of the organizations that have work of a kind; who has waited longest comes first. */
export const organizationsDue = (database: Database, kind: WorkKind, after?: Due): Promise<Due[]> =>
  database.transaction({ role: 'gateway_system', readOnly: true }, async ({ db }) => {
    const behind = after ? sql`and (due_at, organization_id) > (${after.dueAt}, ${after.organizationId})` : sql``
    const { rows } = await sql<Due>`select organization_id, due_at from due_work
      where kind = ${kind} and due_at <= now() ${behind}
      order by due_at, organization_id limit ${sql.lit(PAGE)}`.execute(db)
    return rows
  })

/**
 * Takes a turn in the session of an organization, unless another replica is at it or its work is done: `work`, and
 * then a look when the next is due, which sees all that was made due before. Nothing in it may wait for a lock.
 * @param work returns when the next work is due, as a query
 */
const takeTurn = (
  database: Database,
  kind: WorkKind,
  organizationId: string,
  work: (unit: Unit) => Promise<NextDue>,
): Promise<void> =>
  // Whoever holds the connections of the organization must not hold up the turns of others.
  database.transaction({ role: 'gateway_tenant', organizationId, party: SYSTEM }, async (unit) => {
    const { db } = unit
    const own = sql`organization_id = ${organizationId} and kind = ${kind}`
    const locked = await sql`select kind from due_work where ${own} and due_at <= now()
      for update skip locked`.execute(db)
    if (locked.rows.length === 0) return
    const { rows } = await (await work(unit)).execute(db)
    const at = rows[0]?.at ?? null
    // What is due already waits behind those that were due before now.
    await (at
      ? sql`update due_work set due_at = greatest(${at}::timestamptz, now()) where ${own}`
      : sql`delete from due_work where ${own}`
    ).execute(db)
  })

interface Tools {
  database: Database
  log: Logger
}

/** What fails for one organization is logged and put off; the next has its turn. */
async function apart({ database, log }: Tools, kind: WorkKind, organizationId: string, work: () => Promise<unknown>) {
  // An embedded database answers within the turn: those who wait for this process would get none.
  await setImmediate()
  try {
    await work()
  } catch (error) {
    log.error({ err: error, kind, organizationId }, 'work failed for one organization; it will be tried again')
    await takeTurn(database, kind, organizationId, async () => inSeconds(PUT_OFF_SECONDS)).catch((again) =>
      log.error({ err: again, kind, organizationId }, 'work that failed could not be put off'),
    )
  }
}

/** How work of a kind is taken under leases, to be done outside of any transaction. */
export interface Leasing<C> {
  kind: WorkKind
  /** Leases up to `most` of what is due in the organization. */
  lease(unit: Unit, organizationId: string, most: number): Promise<C[]>
  /** When something is due that nobody has leased, or a lease runs out. */
  next(organizationId: string): NextDue
}

/**
 * Leases what is due, up to so many in all. Organizations come in turn, with an equal share of the places: who has more
 * stands behind the others again.
 */
export async function* leaseDue<C>(
  tools: Tools,
  { kind, lease, next }: Leasing<C>,
  places: number,
): AsyncGenerator<C, void, void> {
  const due = await organizationsDue(tools.database, kind)
  let left = places
  for (const [index, { organizationId }] of due.entries()) {
    if (left <= 0) return
    const share = Math.max(1, Math.floor(left / (due.length - index)))
    const leased: C[] = []
    await apart(tools, kind, organizationId, async () => {
      let found: C[] = []
      await takeTurn(tools.database, kind, organizationId, async (unit) => {
        found = await lease(unit, organizationId, share)
        return found.length < share ? next(organizationId) : inSeconds(0)
      })
      // Committed.
      leased.push(...found)
    })
    left -= leased.length
    yield* leased
  }
}

/** Work of a kind that is done at once, in transactions of its own. */
export interface DueWork {
  kind: WorkKind
  /** Does what is due in the organization. */
  work(organizationId: string): Promise<unknown>
  /** When the next is due. */
  next(organizationId: string): NextDue
}

/** So many organizations are worked on at once: one that is held up holds up none of the others. */
const AT_ONCE = 4

/** Does what is due, organization by organization, until none is left or the process stops. */
export async function workDue(tools: Tools & { signal: AbortSignal }, { kind, work, next }: DueWork): Promise<void> {
  const { database, signal } = tools
  for (let page = await organizationsDue(database, kind); page.length > 0; ) {
    const turns = page.values()
    const takeTurns = async () => {
      for (const { organizationId } of turns) {
        if (signal.aborted) return
        await apart(tools, kind, organizationId, async () => {
          await work(organizationId)
          await takeTurn(database, kind, organizationId, async () => next(organizationId))
        })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
    const last = page.at(-1)
    page = page.length < PAGE || signal.aborted ? [] : await organizationsDue(database, kind, last)
  }
}

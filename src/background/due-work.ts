import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { backoff } from '../common/backoff.ts'
import { SYSTEM } from '../common/fair-pool.ts'
import type { Database } from '../data/database.ts'
import { storedNow, type WorkKind } from '../data/due-times.ts'
import type { Transaction } from '../data/transaction.ts'
import type { NextDue } from './work.ts'

/*
 * The table `due_work` lists the organizations that have work of a kind, and the time from which it is due. It is the
 * only table that is read for all organizations at once. A transaction that makes work due (`makeDue`) writes to the
 * table in the same transaction. The end of a turn locks the row and computes the next due time. All times are times of
 * the database.
 */

/** An organization that has work since `dueAt`. */
interface Due {
  organizationId: string
  dueAt: Date
}

/** Number of organizations that one read returns: more than a process works on at once. */
export const PAGE = 100
/** A lease expires this long after its last renewal. */
export const LEASE_SECONDS = 60
const LONGEST_PUT_OFF_SECONDS = 300
/**
 * Seconds to wait when work is still due after a complete turn: the work waits for a row that another transaction has
 * locked.
 */
const HELD_SECONDS = 1

const isDue = sql`due_at <= ${storedNow} and (leased_until is null or leased_until <= ${storedNow})`
const own = (organizationId: string, kind: WorkKind) => sql`organization_id = ${organizationId} and kind = ${kind}`

export const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds}::float8)`

/**
 * The session of a turn. Its connection belongs to the share of the service, because the organization's requests may
 * use its whole share.
 */
export const turnOf = (organizationId: string) =>
  ({ role: 'gateway_tenant', organizationId, poolUser: SYSTEM }) as const

/** The given kinds of work that are due for at least one organization. */
export const kindsDue = (database: Database, kinds: readonly WorkKind[]): Promise<WorkKind[]> =>
  database.transaction({ role: 'gateway_system', readOnly: true }, async ({ db }) => {
    const { rows } = await sql<{ kind: WorkKind }>`select distinct kind from due_work
      where kind = any(${[...kinds]}::text[]) and ${isDue}`.execute(db)
    return rows.map(({ kind }) => kind)
  })

/** The due work of a kind. */
interface DueKind {
  kind: WorkKind
  organizations: number
  oldestSeconds: number
}

/** The due work of all organizations that no process does yet, for the metrics. */
export const dueByKind = (database: Database): Promise<DueKind[]> =>
  database.transaction({ role: 'gateway_system', readOnly: true }, async ({ db }) => {
    const { rows } = await sql<DueKind>`select kind, count(*)::int as organizations,
      extract(epoch from now() - min(due_at))::float8 as oldest_seconds
      from due_work where ${isDue} group by kind`.execute(db)
    return rows
  })

/** The first `PAGE` organizations with work of a kind, ordered by their waiting time, longest first. */
export const organizationsDue = (database: Database, kind: WorkKind): Promise<Due[]> =>
  database.transaction({ role: 'gateway_system', readOnly: true }, async ({ db }) => {
    const { rows } = await sql<Due>`select organization_id, due_at from due_work
      where kind = ${kind} and ${isDue} order by due_at, organization_id limit ${sql.lit(PAGE)}`.execute(db)
    return rows
  })

/** A turn of an organization, under a lease. */
export interface Turn {
  organizationId: string
  kind: WorkKind
  lease: string
  /** The end of the lease. Work that is made due during the turn has an earlier time. */
  dueAt: Date
}

/** Leases the turn of an organization. Skips a row that another transaction has locked: it stays due. */
export const leaseTurn = (database: Database, kind: WorkKind, organizationId: string): Promise<Turn[]> =>
  database.transaction(turnOf(organizationId), async ({ db }) => {
    const until = inSeconds(LEASE_SECONDS)
    const { rows } =
      await sql<Turn>`update due_work set lease = ${randomUUID()}, leased_until = ${until}, due_at = ${until}
      where ${own(organizationId, kind)} and kind = any(array(
        select kind from due_work where ${own(organizationId, kind)} and ${isDue} for update skip locked
      )) returning organization_id, kind, lease, due_at`.execute(db)
    return rows
  })

/**
 * Stores the next due time, at the earliest `seconds` from now. The organization then waits after those that are due
 * earlier.
 */
const note = ({ db }: Transaction, organizationId: string, kind: WorkKind, at: Date | null, seconds = 0) =>
  (at
    ? sql`update due_work set due_at = greatest(${at}::timestamptz, ${inSeconds(seconds)}), lease = null, leased_until = null, failures = 0
        where ${own(organizationId, kind)}`
    : sql`delete from due_work where ${own(organizationId, kind)}`
  ).execute(db)

const timeOf = async ({ db }: Transaction, next: NextDue): Promise<Date | null> =>
  (await next.execute(db)).rows[0]?.at ?? null

/** The time that is this number of seconds from now. */
export const dueIn = (seconds: number): NextDue => sql`select ${inSeconds(seconds)} as at`

/**
 * Ends a turn, unless its lease was lost. The row lock makes sure that `next` sees all work that was made due before.
 * @param isLeft whether the turn left work that it could have done
 */
export const endTurn = (database: Database, turn: Turn, next: NextDue | undefined, isLeft = false): Promise<void> =>
  database.transaction(turnOf(turn.organizationId), async (unit) => {
    const { organizationId, kind, lease, dueAt } = turn
    const { rows } = await sql<{ dueAt: Date }>`select due_at from due_work
      where ${own(organizationId, kind)} and lease = ${lease} for update`.execute(unit.db)
    const [row] = rows
    if (!row) return
    const madeDue = row.dueAt < dueAt ? row.dueAt : null
    const at = next ? await timeOf(unit, next) : madeDue
    await note(unit, organizationId, kind, at, madeDue || isLeft ? 0 : HELD_SECONDS)
  })

/** Delays the next turn of an organization whose work failed. Each further failure increases the delay. */
export const putOff = (
  database: Database,
  { kind, organizationId, lease = null }: Pick<Turn, 'kind' | 'organizationId'> & { lease?: string | null },
): Promise<void> =>
  database.transaction(turnOf(organizationId), async ({ db }) => {
    const { rows } = await sql<{ failures: number }>`select failures from due_work
      where ${own(organizationId, kind)} and lease is not distinct from ${lease}::uuid for update`.execute(db)
    for (const { failures } of rows)
      await sql`update due_work set lease = null, leased_until = null, failures = failures + 1,
        due_at = ${inSeconds(backoff(failures + 1, LONGEST_PUT_OFF_SECONDS))}
        where ${own(organizationId, kind)}`.execute(db)
  })

/**
 * Does an organization's due work in one transaction, unless another process does it. The work must not wait for a
 * lock.
 * @param work returns a query of the next due time
 */
export const inTurn = (
  database: Database,
  kind: WorkKind,
  organizationId: string,
  work: (unit: Transaction) => Promise<NextDue>,
): Promise<void> =>
  database.transaction(turnOf(organizationId), async (unit) => {
    const { rows } = await sql`select kind from due_work where ${own(organizationId, kind)} and ${isDue}
      for update skip locked`.execute(unit.db)
    if (rows.length > 0) await note(unit, organizationId, kind, await timeOf(unit, await work(unit)))
  })

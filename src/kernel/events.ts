import { sql } from 'kysely'
import type { Database, Unit } from './transaction.ts'

/** The channel on which the processes wake each other. It says nothing of the events: the table is what readers read. */
export const EVENTS_CHANNEL = 'outbox'

/** Where a reader stands: behind the event with this pair. Transaction ids exceed 2^53, so they are text. */
export interface Cursor {
  xid: string
  id: number
}

/** A change that was committed. */
export interface Event extends Cursor {
  organizationId: string
  /** The audit action, for example CLIENT_CREATED. */
  type: string
  resourceType: string
  resourceId: string | null
  userId: string
  occurredAt: Date
  /** A few facts that spare readers a look, such as the state that a row went to. Never personal data. */
  payload: Record<string, unknown>
}

declare module './transaction.ts' {
  interface Tables {
    outbox: Event
    outboxCursor: Cursor & { consumer: string }
  }
}

/** How long events are kept. */
export const KEPT_DAYS = 7

/** Behind no event at all. */
export const BEGINNING: Cursor = { xid: '0', id: 0 }

/** A cursor as one opaque word, such as the id of a server-sent event; `parseCursor` reads it. */
export const formatCursor = ({ xid, id }: Cursor): string => `${xid}-${id}`

/** The cursor that a word stands for; undefined when it is none. */
export function parseCursor(word: string): Cursor | undefined {
  const [, xid, id] = /^(\d{1,19})-(\d{1,15})$/.exec(word) ?? []
  return xid && id ? { xid, id: Number(id) } : undefined
}

/** Events behind a cursor, and whether others wait for a transaction that is still open. */
export interface Batch {
  events: Event[]
  isBlocked: boolean
}

/**
 * The oldest transaction that may still write events: everything below it is settled. Transaction ids are the whole
 * server's, so the snapshot's own xmin would let a long import into any other database hold up every event; those that
 * are known to be another database's are left out.
 */
const HORIZON = sql`(
  select coalesce((
    select open from pg_snapshot_xip(snapshot) as open
    where not exists (
      select from pg_stat_activity where backend_xid = open::xid and datname <> current_database()
    )
    order by open limit 1
  ), pg_snapshot_xmax(snapshot)) as xid from pg_current_snapshot() as snapshot
)`

const isBehind = ({ xid, id }: Cursor) => sql<boolean>`(xid, id) > (${xid}::xid8, ${id}::bigint)`

/** No payload may keep a reader from those behind it. */
const isObject = (payload: unknown) => typeof payload === 'object' && payload !== null && !Array.isArray(payload)

/**
 * Reads up to `limit` events behind `after`, in an order that every reader sees: by transaction, then by place in it.
 * An event counts only when every transaction with a lower id has ended, for one of those may yet commit events that
 * belong before it. So whoever has read up to a cursor has missed nothing before it.
 */
export async function readEvents(
  db: Unit['db'],
  after: Cursor,
  limit: number,
  organizationId?: string,
): Promise<Batch> {
  let query = db
    .selectFrom('outbox')
    .select(['id', 'organizationId', 'type', 'resourceType', 'resourceId', 'userId', 'occurredAt', 'payload'])
    .select(sql<string>`xid::text`.as('xid'))
    .select(sql<boolean>`xid < ${HORIZON}`.as('isSettled'))
    .where(isBehind(after))
    .orderBy('outbox.xid')
    .orderBy('id')
    .limit(limit)
  if (organizationId !== undefined) query = query.where('organizationId', '=', organizationId)
  const rows = await query.execute()
  const events = rows
    .filter(({ isSettled }) => isSettled)
    .map(({ isSettled: _, payload, ...event }) => ({ ...event, payload: isObject(payload) ? payload : {} }))
  return { events, isBlocked: events.length < rows.length }
}

/**
 * Whether an organization's events can be told again from a cursor on: it names one of them, or the time before the
 * first, nothing behind it was pruned, and there are at most `count`.
 */
export async function canResume(
  db: Unit['db'],
  cursor: Cursor,
  count: number,
  organizationId: string,
): Promise<boolean> {
  const isKnown = cursor.xid === BEGINNING.xid ? hasAllEvents : isEventOf
  return (await isKnown(db, cursor, organizationId)) && !(await hasMoreBehind(db, cursor, count, organizationId))
}

async function isEventOf(db: Unit['db'], { xid, id }: Cursor, organizationId: string): Promise<boolean> {
  const [event] = (await readEvents(db, { xid, id: id - 1 }, 1, organizationId)).events
  return event?.xid === xid && event.id === id
}

/** None was pruned of an organization that is younger than what is kept, nor of one that never had any: see `pruneOutbox`. */
async function hasAllEvents(db: Unit['db'], { id }: Cursor, organizationId: string): Promise<boolean> {
  if (id !== BEGINNING.id) return false
  const { rows } = await sql<{ isWhole: boolean }>`select not exists (
    select from outbox where organization_id = ${organizationId}
  ) or exists (
    select from organization where id = ${organizationId} and created_at > now() - make_interval(days => ${KEPT_DAYS})
  ) as "isWhole"`.execute(db)
  return rows[0]?.isWhole ?? false
}

async function hasMoreBehind(db: Unit['db'], after: Cursor, count: number, organizationId: string): Promise<boolean> {
  const next = await db
    .selectFrom('outbox')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(isBehind(after))
    .orderBy('outbox.xid')
    .orderBy('id')
    .offset(count)
    .limit(1)
    .executeTakeFirst()
  return next !== undefined
}

/** A cursor behind everything that has been committed, and before everything that has not. */
export async function currentCursor(db: Unit['db']): Promise<Cursor> {
  const { rows } = await sql<{ xid: string }>`select xid::text as xid from ${HORIZON} as horizon`.execute(db)
  return { xid: rows[0]?.xid ?? BEGINNING.xid, id: 0 }
}

/** The last event of an organization that counts, or the last up to a cursor; the beginning when it has none. */
export async function lastCursor(db: Unit['db'], organizationId: string, until?: Cursor): Promise<Cursor> {
  const last = await db
    .selectFrom('outbox')
    .select(['id', sql<string>`xid::text`.as('xid')])
    .where('organizationId', '=', organizationId)
    .where(until ? sql<boolean>`not ${isBehind(until)}` : sql<boolean>`xid < ${HORIZON}`)
    .orderBy('outbox.xid', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last ?? BEGINNING
}

/**
 * Makes an outbox fit its server: rows that were dumped from another one carry that one's transaction ids, which may
 * lie ahead of this one's and would then hold up every reader. They become the events of one transaction, in order.
 */
export const adoptOutbox = (database: Database): Promise<void> =>
  database.transaction({ role: 'gateway_system' }, async ({ db }) => {
    const { rows } = await sql`
      select from outbox where xid >= pg_snapshot_xmax(pg_current_snapshot())
      union all select from outbox_cursor where xid >= pg_snapshot_xmax(pg_current_snapshot()) limit 1`.execute(db)
    if (rows.length === 0) return
    // Replicas that start together adopt it once: the second waits here, and then finds nothing ahead.
    await sql`lock table outbox_cursor in share row exclusive mode`.execute(db)
    await sql`with adopted as (
      update outbox set xid = pg_current_xact_id() where xid >= pg_snapshot_xmax(pg_current_snapshot())
    ) update outbox_cursor set xid = pg_current_xact_id()
      where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
  })

import { sql } from 'kysely'
import type { Database } from '../data/database.ts'
import type { Transaction, Wake } from '../data/transaction.ts'
import { type Event, readEvents } from '../events/events.ts'
import type { EventFeed } from '../events/feed.ts'
import { Pacer, type Watch } from '../events/pacer.ts'
import { organizationsDue, PAGE } from './due-work.ts'

/** Processes events. Each event is processed once, by one replica. */
export interface Consumer {
  /** The key of the stored cursor, so it must never change. */
  name: string
  /**
   * Is called for new events. Returns whether they need a turn now. Otherwise a later turn processes them, at the latest
   * that of the next sweep. Without this function, all events need a turn.
   */
  hear?(wake: Wake): boolean
  /**
   * Processes events of one organization, in a session of the organization. If it throws, the events are processed
   * again later.
   */
  work(unit: Transaction, events: Event[]): Promise<void>
}

const CONSUMED_AT_ONCE = 500

/** Locks and reads the consumers' cursors. A replica skips cursors that another replica has locked. */
async function lockCursors({ db }: Transaction, organizationId: string, names: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ consumer: string; number: number }>`select consumer, number from event_cursor
    where organization_id = ${organizationId} and consumer = any(${names}) for update skip locked`.execute(db)
  return new Map(rows.map(({ consumer, number }) => [consumer, number]))
}

/** The key of the lock of a turn that creates cursors: until its commit, nobody else can see and lock them. */
const firstTurn = (organizationId: string) => sql`hashtextextended(${`consumers ${organizationId}`}, 0)`

/**
 * Waits for the turns of an organization's consumers, and makes later turns wait for this transaction. Otherwise a
 * consumer that has read an event could store personal data of the event after an erasure.
 */
export async function holdConsumers({ db }: Pick<Transaction, 'db'>, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${firstTurn(organizationId)})`.execute(db)
  await sql`select 1 from event_cursor where organization_id = ${organizationId} order by consumer for update`.execute(
    db,
  )
}

/** Returns whether the turn may create cursors. Otherwise another transaction does, or holds the consumers. */
async function mayEnter({ db }: Transaction, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select
    pg_try_advisory_xact_lock(${firstTurn(organizationId)}) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** The smallest cursor of the consumers. */
const leastOf = (organizationId: string, names: string[]) =>
  sql<number>`(select min(number) from event_cursor where organization_id = ${organizationId} and consumer = any(${names}))`

/** Creates missing cursors at 0, so a new consumer processes all stored events. */
async function enter({ db }: Transaction, organizationId: string, names: string[]): Promise<void> {
  const rows = names.map((name) => sql`(${organizationId}, ${name})`)
  await sql`insert into event_cursor (organization_id, consumer) values ${sql.join(rows)}
    on conflict do nothing`.execute(db)
}

const advance = ({ db }: Transaction, organizationId: string, names: string[], number: number) =>
  sql`update event_cursor set number = ${number}
    where organization_id = ${organizationId} and consumer = any(${names}) and number < ${number}`.execute(db)

/**
 * Deletes the organization's due work when no consumer has events left, including consumers that only another replica
 * has. `append` locks the head until its commit, so no event can be added in between. If the head is locked, the next
 * round tries again.
 */
const settle = ({ db }: Transaction, organizationId: string) =>
  sql`with head as (
      select event_number from organization_head where organization_id = ${organizationId} for update skip locked
    )
    delete from due_work using head where organization_id = ${organizationId} and kind = 'events' and not exists (
      select 1 from event_cursor where organization_id = ${organizationId} and number < head.event_number
    )`.execute(db)

/**
 * Makes consumers process the next events of an organization in one transaction. The writes and the cursors are
 * committed together, so each event is processed once. Returns whether there may be more events.
 */
const takeTurn = (database: Database, organizationId: string, consumers: readonly Consumer[]): Promise<boolean> =>
  database.change(organizationId, async (unit) => {
    const names = consumers.map(({ name }) => name)
    // Both queries are sent together, for the usual case that all cursors exist and no other replica has locked one.
    let [cursors, events] = await Promise.all([
      lockCursors(unit, organizationId, names),
      readEvents(unit.db, leastOf(organizationId, names), CONSUMED_AT_ONCE),
    ])
    if (cursors.size < names.length) {
      if (!(await mayEnter(unit, organizationId))) return false
      await enter(unit, organizationId, names)
      cursors = await lockCursors(unit, organizationId, names)
      if (cursors.size === 0) return false
      events = await readEvents(unit.db, Math.min(...cursors.values()), CONSUMED_AT_ONCE)
    }
    for (const { name, work } of consumers) {
      const position = cursors.get(name) ?? Number.POSITIVE_INFINITY
      const left = events.filter(({ number }) => number > position)
      if (left.length > 0) await work(unit, left)
    }
    const isMore = events.length === CONSUMED_AT_ONCE
    const last = events.at(-1)
    const advanced = last && advance(unit, organizationId, [...cursors.keys()], last.number)
    unit.finishWith(Promise.all([advanced, isMore || settle(unit, organizationId)]))
    return isMore
  })

const POSTPONED_SECONDS = 5

/** Makes an organization wait after a failure, so that other organizations are processed first. */
const postpone = (database: Database, organizationId: string) =>
  database.change(organizationId, async ({ db }) => {
    await sql`update due_work set due_at = now() + make_interval(secs => ${POSTPONED_SECONDS})
      where organization_id = ${organizationId} and kind = 'events'`.execute(db)
  })

/**
 * Polling interval, milliseconds, for events that no consumer needs at once, and because the notification about events is lost when
 * the replica that appended them stops.
 */
const SWEEP_MS = 5_000
/**
 * Under load, the events of this time are processed in one round. The first events are processed at once. The gap grows
 * with the number of organizations that have events, so that the database has time for requests. The limit of the gap
 * keeps the delay of notifications and webhooks below half a second.
 */
const PACE_MS = 200
const LONGEST_PACE_MS = 300
const WORKERS = 4
const NOT_FOUND = 'could not look for organizations with events; the next round tries again'

interface Tools extends Watch {
  database: Database
  events: Pick<EventFeed, 'onWake'>
}

async function consume(database: Database, organizationId: string, consumers: readonly Consumer[]): Promise<void> {
  for (let isMore = true; isMore; ) isMore = await takeTurn(database, organizationId, consumers)
}

/** After a failure, processes each consumer separately, so that one failing consumer does not stop the others. */
async function consumeApart(database: Database, organizationId: string, consumers: readonly Consumer[]): Promise<void> {
  const failures: unknown[] = []
  for (const consumer of consumers)
    await consume(database, organizationId, [consumer]).catch((error) => failures.push(error))
  if (failures.length === 0) return
  await postpone(database, organizationId)
  throw failures[0]
}

/** Runs the consumers for all organizations with events. Returns a function that stops them. */
export function startConsumers(consumers: readonly Consumer[], tools: Tools) {
  const { database, events, log } = tools
  const workOn = async (organizations: Iterable<{ organizationId: string }>, signal: AbortSignal) => {
    for (const { organizationId } of organizations) {
      if (signal.aborted) return
      await consume(database, organizationId, consumers)
        .catch(() => consumeApart(database, organizationId, consumers))
        .catch((err) =>
          log.error({ err, organizationId }, 'events could not be processed; they will be processed again'),
        )
    }
  }
  const pace = {
    name: 'consumers',
    failure: NOT_FOUND,
    gapMs: PACE_MS,
    longestGapMs: LONGEST_PACE_MS,
    idleMs: SWEEP_MS,
  }
  const pacer = new Pacer(pace, tools, async (signal) => {
    const organizations = await organizationsDue(database, 'events')
    const waiting = organizations.values()
    await Promise.all(Array.from({ length: WORKERS }, () => workOn(waiting, signal)))
    return organizations.length === PAGE ? 0 : undefined
  })
  // Every consumer hears of every event, also after another one needs a turn.
  const hear = (wake: Wake) => consumers.map((consumer) => consumer.hear?.(wake) ?? true).includes(true)
  const stopHearing = events.onWake((wakes) => {
    if (wakes?.map(hear).includes(true) ?? true) pacer.wake()
  })
  pacer.wake()
  return async () => {
    stopHearing()
    await pacer.stop()
  }
}

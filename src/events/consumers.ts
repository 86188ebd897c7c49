import { sql } from 'kysely'
import type { Database, Unit } from '../data/transaction.ts'
import { organizationsDue, PAGE } from './due-work.ts'
import { type Event, readEvents } from './events.ts'
import type { EventFeed } from './feed.ts'
import { Pacer, type Watch } from './pacer.ts'

/** Work that events demand, done once for each, whichever replica does it. */
export interface Consumer {
  /** Never changes: how far it got is kept under it. */
  name: string
  /** Works on events of one organization, in its session; what it throws, they are tried again. */
  work(unit: Unit, events: Event[]): Promise<void>
}

const CONSUMED_AT_ONCE = 500

const sessionOf = (organizationId: string) => ({ role: 'gateway_tenant', organizationId }) as const

/** How far consumers got, locked to the end of the transaction: of several replicas one works, the others pass by. */
async function lockCursors({ db }: Unit, organizationId: string, names: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ consumer: string; number: number }>`select consumer, number from event_cursor
    where organization_id = ${organizationId} and consumer = any(${names}) for update skip locked`.execute(db)
  return new Map(rows.map(({ consumer, number }) => [consumer, number]))
}

/** Where the first of them stands. */
const leastOf = (organizationId: string, names: string[]) =>
  sql<number>`(select min(number) from event_cursor where organization_id = ${organizationId} and consumer = any(${names}))`

/** What a consumer has not begun with counts as left. */
async function enter({ db }: Unit, organizationId: string, names: string[]): Promise<void> {
  const rows = names.map((name) => sql`(${organizationId}, ${name})`)
  await sql`insert into event_cursor (organization_id, consumer) values ${sql.join(rows)}
    on conflict do nothing`.execute(db)
}

const advance = ({ db }: Unit, organizationId: string, names: string[], number: number) =>
  sql`update event_cursor set number = ${number}
    where organization_id = ${organizationId} and consumer = any(${names}) and number < ${number}`.execute(db)

/**
 * Takes an organization off those that have work, unless a consumer is behind: also one that only another replica has.
 * Whoever appends holds the head to its commit, so no event comes in between; where it is held, the next round looks again.
 */
const settle = ({ db }: Unit, organizationId: string) =>
  sql`with head as (
      select event_number from organization_head where organization_id = ${organizationId} for update skip locked
    )
    delete from due_work using head where organization_id = ${organizationId} and kind = 'events' and not exists (
      select 1 from event_cursor where organization_id = ${organizationId} and number < head.event_number
    )`.execute(db)

/**
 * Lets consumers work on the next events of an organization, in one transaction: what they write and how far they got are
 * committed together, so each event counts once. Returns whether there may be more.
 */
const takeTurn = (database: Database, organizationId: string, consumers: readonly Consumer[]): Promise<boolean> =>
  database.transaction(sessionOf(organizationId), async (unit) => {
    const names = consumers.map(({ name }) => name)
    // Sent together, for the usual case: all are there, and nobody else has any of them.
    let [cursors, events] = await Promise.all([
      lockCursors(unit, organizationId, names),
      readEvents(unit.db, leastOf(organizationId, names), CONSUMED_AT_ONCE),
    ])
    if (cursors.size < names.length) {
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

/** Those behind it have their turn before it is tried again. */
const postpone = (database: Database, organizationId: string) =>
  database.transaction(sessionOf(organizationId), async ({ db }) => {
    await sql`update due_work set due_at = now() + make_interval(secs => ${POSTPONED_SECONDS})
      where organization_id = ${organizationId} and kind = 'events'`.execute(db)
  })

/** A replica that died may have left events that no one is told of again. */
const SWEEP_MS = 5_000
/**
 * Under load events never cease: those within this time share a round. The first are worked on at once. The more organizations
 * have events, the longer it is, so that what users wait for comes first.
 */
const PACE_MS = 250
const LONGEST_PACE_MS = 2_000
const WORKERS = 4
const NOT_FOUND = 'organizations with events could not be looked for; they will be again'

interface Tools extends Watch {
  database: Database
  events: EventFeed
}

async function consume(database: Database, organizationId: string, consumers: readonly Consumer[]): Promise<void> {
  for (let isMore = true; isMore; ) isMore = await takeTurn(database, organizationId, consumers)
}

/** Where a turn of all fails, each has its own: what goes wrong with one is no other's affair. */
async function consumeApart(database: Database, organizationId: string, consumers: readonly Consumer[]): Promise<void> {
  const failures: unknown[] = []
  for (const consumer of consumers)
    await consume(database, organizationId, [consumer]).catch((error) => failures.push(error))
  if (failures.length === 0) return
  await postpone(database, organizationId)
  throw failures[0]
}

/** Runs consumers wherever there are events. `afterwards` hears of each round that worked. Returns how to stop. */
export function startConsumers(consumers: readonly Consumer[], tools: Tools, afterwards: () => void) {
  const { database, events, log } = tools
  const workOn = async (organizations: Iterable<{ organizationId: string }>, signal: AbortSignal) => {
    for (const { organizationId } of organizations) {
      if (signal.aborted) return
      await consume(database, organizationId, consumers)
        .catch(() => consumeApart(database, organizationId, consumers))
        .catch((err) => log.error({ err, organizationId }, 'events could not be worked on; they will be tried again'))
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
    if (organizations.length > 0) afterwards()
    return organizations.length === PAGE ? 0 : undefined
  })
  const stopHearing = events.onWake(() => pacer.wake())
  pacer.wake()
  return async () => {
    stopHearing()
    await pacer.stop()
  }
}

import { sql } from 'kysely'
import type { Database, Unit } from '../data/transaction.ts'
import { organizationsDue, PAGE } from './due-work.ts'
import { type Event, lastNumber, readEvents } from './events.ts'
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

/** Before any of them works: what a consumer has not begun with counts as left. */
const enter = (database: Database, organizationId: string, consumers: readonly Consumer[]) =>
  database.transaction(sessionOf(organizationId), async ({ db }) => {
    const rows = consumers.map(({ name }) => sql`(${organizationId}, ${name})`)
    await sql`insert into event_cursor (organization_id, consumer) values ${sql.join(rows)}
      on conflict do nothing`.execute(db)
  })

/**
 * Lets a consumer work on the events of an organization that it has not had yet, a batch per transaction: what it writes
 * and how far it got are committed together, so each event counts once. Of several replicas one works, the others pass by.
 */
async function consumeEvents(database: Database, organizationId: string, { name, work }: Consumer): Promise<void> {
  for (let worked = CONSUMED_AT_ONCE; worked === CONSUMED_AT_ONCE; ) {
    worked = await database.transaction(sessionOf(organizationId), async (unit) => {
      const position = await lockCursor(unit, organizationId, name)
      if (position === undefined) return 0
      const events = await readEvents(unit.db, position, CONSUMED_AT_ONCE)
      const last = events.at(-1)
      if (!last) return 0
      await work(unit, events)
      await sql`update event_cursor set number = ${last.number}
        where organization_id = ${organizationId} and consumer = ${name}`.execute(unit.db)
      return events.length
    })
  }
}

async function lockCursor({ db }: Unit, organizationId: string, consumer: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`select number from event_cursor
    where organization_id = ${organizationId} and consumer = ${consumer} for update skip locked`.execute(db)
  return rows[0]?.number
}

/** Takes an organization off those that have work, unless a consumer is behind: also one that only another replica has. */
const settle = (database: Database, organizationId: string) =>
  database.transaction(sessionOf(organizationId), async ({ db }) => {
    // Whoever appends holds the head to its commit, so no event comes in between.
    await sql`select event_number from organization_head where organization_id = ${organizationId} for update`.execute(
      db,
    )
    const last = await lastNumber(db)
    await sql`delete from due_work where organization_id = ${organizationId} and kind = 'events' and not exists (
      select 1 from event_cursor where organization_id = ${organizationId} and number < ${last}
    )`.execute(db)
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
/** Under load events never cease: those within this time share a round. The first are worked on at once. */
const PACE_MS = 100
const WORKERS = 4
const NOT_FOUND = 'organizations with events could not be looked for; they will be again'

interface Tools extends Watch {
  database: Database
  events: EventFeed
}

/** What goes wrong with one consumer is no other's affair. */
async function consume(database: Database, organizationId: string, consumers: readonly Consumer[]): Promise<void> {
  await enter(database, organizationId, consumers)
  const failures: unknown[] = []
  for (const consumer of consumers)
    await consumeEvents(database, organizationId, consumer).catch((error) => failures.push(error))
  await (failures.length > 0 ? postpone(database, organizationId) : settle(database, organizationId))
  if (failures.length > 0) throw failures[0]
}

/** Runs consumers wherever there are events. `afterwards` hears of each round that worked. Returns how to stop. */
export function startConsumers(consumers: readonly Consumer[], tools: Tools, afterwards: () => void) {
  const { database, events, log } = tools
  const workOn = async (organizations: Iterable<{ organizationId: string }>, signal: AbortSignal) => {
    for (const { organizationId } of organizations) {
      if (signal.aborted) return
      await consume(database, organizationId, consumers).catch((err) =>
        log.error({ err, organizationId }, 'events could not be worked on; they will be tried again'),
      )
    }
  }
  const pace = { name: 'consumers', failure: NOT_FOUND, gapMs: PACE_MS, idleMs: SWEEP_MS }
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

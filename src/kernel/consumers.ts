import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { EventFeed } from './event-feed.ts'
import { type Cursor, type Event, readEvents } from './events.ts'
import type { Database, Unit } from './transaction.ts'

/** Work that events demand, done once for each, whichever replica does it. */
export interface Consumer {
  /** Never changes: how far it got is kept under it. */
  name: string
  /** Works on a batch in a transaction of the system role; what it throws, the batch is tried again. */
  work(unit: Unit, events: Event[]): Promise<void>
}

const CONSUMED_AT_ONCE = 500

/**
 * Lets a named consumer work on the events that it has not had yet, a batch per transaction: what it writes and how
 * far it got are committed together, so each event counts once. Of several replicas one works, the others pass by.
 */
export async function consumeEvents(
  database: Database,
  consumer: string,
  work: (unit: Unit, events: Event[]) => Promise<void>,
): Promise<void> {
  for (let worked = CONSUMED_AT_ONCE; worked === CONSUMED_AT_ONCE; ) {
    worked = await database.transaction({ role: 'gateway_system' }, async (unit) => {
      const cursor = await lockCursor(unit, consumer)
      if (!cursor) return 0
      const { events } = await readEvents(unit.db, cursor, CONSUMED_AT_ONCE)
      const last = events.at(-1)
      if (!last) return 0
      await work(unit, events)
      await sql`update outbox_cursor set xid = ${last.xid}::xid8, id = ${last.id}
        where consumer = ${consumer}`.execute(unit.db)
      return events.length
    })
  }
}

async function lockCursor({ db }: Unit, consumer: string): Promise<Cursor | undefined> {
  await sql`insert into outbox_cursor values (${consumer}, '0', 0) on conflict do nothing`.execute(db)
  const { rows } = await sql<Cursor>`select xid::text as xid, id from outbox_cursor
    where consumer = ${consumer} for update skip locked`.execute(db)
  return rows[0]
}

/** A replica that died may have left events that no one is told of again. */
const SWEEP_MS = 5_000
/** Under load events never cease: those within this time share a round. The first are worked on at once. */
const PACE_MS = 100

/** Runs consumers whenever there are events. `afterwards` hears of each round. Returns how to stop. */
export function startConsumers(
  consumers: readonly Consumer[],
  { database, events, log }: { database: Database; events: EventFeed; log: Logger },
  afterwards: () => void,
): () => Promise<void> {
  let isStopped = false
  let isWoken = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const round = async () => {
    while (isWoken && !isStopped) {
      isWoken = false
      for (const { name, work } of consumers) {
        try {
          await consumeEvents(database, name, work)
        } catch (error) {
          log.error({ err: error, consumer: name }, 'events could not be worked on; they will be tried again')
        }
      }
      afterwards()
      await pause(PACE_MS)
    }
  }
  const wake = () => {
    isWoken = true
    if (isStopped || running) return
    clearTimeout(timer)
    running = round().finally(() => {
      running = undefined
      if (isWoken) wake()
      else if (!isStopped) timer = setTimeout(wake, SWEEP_MS).unref()
    })
  }
  const unsubscribe = events.subscribe(wake)
  wake()
  return async () => {
    isStopped = true
    unsubscribe()
    clearTimeout(timer)
    await running
  }
}

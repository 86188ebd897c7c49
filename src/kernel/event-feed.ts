import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Connection } from './connect.ts'
import {
  adoptOutbox,
  type Batch,
  type Cursor,
  currentCursor,
  EVENTS_CHANNEL,
  type Event,
  readEvents,
} from './events.ts'

const AT_ONCE = 500
const POLL_MS = 5_000
/** Under load commits never cease: those within this time share a read. The first are read at once. */
const PACE_MS = 20
/** The same for words to other processes: each is a transaction of its own. */
const NOTIFY_PACE_MS = 50
/**
 * An event that waits for an open transaction is not announced a second time: the feed looks again by itself, soon at
 * first, and ever less often while a long transaction lasts.
 */
const RETRY_MS = { first: 20, last: 1_000 }

const SYSTEM = { role: 'gateway_system', readOnly: true } as const

/** Hears of events in their order. Must not block: all subscribers of the process share one reader. */
export type Listener = (events: readonly Event[]) => void

/**
 * Follows the outbox for the whole process: one read per wake-up, however many listen. A notification wakes it, and
 * where notifications do not pass (a pooler in between, a connection lost) a slow poll does.
 */
export class EventFeed {
  readonly #connection: Connection
  readonly #log: Logger
  readonly #listeners = new Set<Listener>()
  #position: Cursor | undefined
  #stopListening: () => Promise<void> = async () => {}
  #stopHearing = () => {}
  /** Tells this process's notifications from those of others. */
  readonly #id = randomUUID()
  #notifying: Promise<void> | undefined
  #reading: Promise<void> | undefined
  /** The read that has not begun yet, for those who wait for it: whether it left nothing behind. */
  #next: PromiseWithResolvers<boolean> | undefined
  #retry = RETRY_MS.first
  #isWoken = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  readonly #pollMs: number

  constructor(connection: Connection, log: Logger, pollMs = POLL_MS) {
    this.#connection = connection
    this.#log = log
    this.#pollMs = pollMs
  }

  /** Starts behind everything that is committed now. */
  async start(): Promise<void> {
    const { database } = this.#connection
    this.#stopListening = await this.#connection.listen(EVENTS_CHANNEL, (sender) => {
      if (sender !== this.#id) this.#wake()
    })
    this.#stopHearing = database.onEvents(() => {
      this.#wake()
      this.#notifying ??= this.#notifyOthers()
    })
    await adoptOutbox(database)
    this.#position = await database.transaction(SYSTEM, ({ db }) => currentCursor(db))
    this.#wake()
  }

  /**
   * How far the listeners have been told. Whoever subscribes and, in the same turn of the event loop, reads the
   * position can fetch what lies before it with `readEvents`, and misses and repeats nothing.
   */
  get position(): Cursor {
    if (!this.#position) throw new Error('The event feed was not started')
    return this.#position
  }

  /**
   * Resolves when the listeners were told of everything that is committed now. What waits for an open transaction is
   * waited for too, unless that one lasts: it would keep everybody waiting.
   */
  async caughtUp(): Promise<void> {
    for (let isCaughtUp = false; !isCaughtUp; ) {
      this.#next ??= Promise.withResolvers()
      const { promise } = this.#next
      this.#wake()
      isCaughtUp = await promise
    }
  }

  /** Hears of every event behind the position, until the result is called. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#stopHearing()
    await this.#notifying
    await this.#stopListening()
    await this.#reading
    this.#next?.resolve(true)
  }

  /**
   * Not with the change itself: a transaction that notifies holds a lock of the whole server until it is durable, so
   * commits could no longer share a write to disk. What is lost with this process, the poll of the others makes up for.
   */
  async #notifyOthers(): Promise<void> {
    await pause(NOTIFY_PACE_MS)
    this.#notifying = undefined
    try {
      await this.#connection.database.transaction({ role: 'gateway_system' }, ({ db }) =>
        sql`select pg_notify(${EVENTS_CHANNEL}, ${this.#id})`.execute(db),
      )
    } catch (error) {
      this.#log.warn({ err: error }, 'other processes could not be told of events; they will look by themselves')
    }
  }

  #sleep(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#wake(), milliseconds).unref()
  }

  /** Wake-ups during a read, and shortly after it, make one more read, and not one each. */
  #wake(): void {
    this.#isWoken = true
    if (this.#position && !this.#isClosed) this.#reading ??= this.#catchUp().finally(() => this.#rest())
  }

  #rest(): void {
    this.#reading = undefined
    if (this.#isWoken) this.#wake()
  }

  async #catchUp(): Promise<void> {
    let isBlocked = false
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false
      isBlocked = await this.#attempt()
      await pause(PACE_MS)
    }
    this.#sleep(isBlocked ? this.#retry : this.#pollMs)
  }

  /** @returns whether an event waits for an open transaction */
  async #attempt(): Promise<boolean> {
    const asked = this.#next
    this.#next = undefined
    try {
      const { events, isBlocked } = await this.#read()
      const isLasting = isBlocked && this.#retry === RETRY_MS.last
      this.#retry = isBlocked ? Math.min(this.#retry * 2, RETRY_MS.last) : RETRY_MS.first
      if (events.length === AT_ONCE) this.#isWoken = true
      asked?.resolve(events.length < AT_ONCE && (!isBlocked || isLasting))
      return isBlocked
    } catch (error) {
      this.#log.warn({ err: error }, 'the outbox could not be read; it will be read again')
      asked?.reject(error)
      return false
    }
  }

  async #read(): Promise<Batch> {
    const batch = await this.#connection.database.transaction(SYSTEM, ({ db }) =>
      readEvents(db, this.position, AT_ONCE),
    )
    const last = batch.events.at(-1)
    if (!last) return batch
    this.#position = { xid: last.xid, id: last.id }
    for (const listener of this.#listeners) this.#tell(listener, batch.events)
    return batch
  }

  /** What one listener throws must not keep the events from the others. */
  #tell(listener: Listener, events: readonly Event[]): void {
    try {
      listener(events)
    } catch (error) {
      this.#log.error({ err: error }, 'a listener of the event feed failed')
    }
  }
}

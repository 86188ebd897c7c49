import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Unit } from '../data/transaction.ts'
import { type Event, lastNumber, readEvents } from './events.ts'

const AT_ONCE = 500
/** Under load commits never cease: those within this time share a read. The first are read at once. */
const PACE_MS = 20
/** What could not be read is read again after this time. */
const RETRY_MS = 1_000

/** Hears of events of one organization, in their order. */
export type Listener = (events: readonly Event[]) => void

/** The events of one organization, read once for all who follow them. */
export class EventTrack {
  readonly #database: Database
  readonly #log: Logger
  readonly #organizationId: string
  readonly #listeners = new Set<Listener>()
  /** Those who follow, and those who are about to. */
  readonly #members = new Set<Listener>()
  #position: number | undefined
  #reading: Promise<void> | undefined
  /** The read that has not begun yet, for those who wait for it: whether it left nothing behind. */
  #next: PromiseWithResolvers<boolean> | undefined
  #isWoken = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, log: Logger, organizationId: string) {
    this.#database = database
    this.#log = log
    this.#organizationId = organizationId
  }

  /** Returns the number of the last event that the listener is not told: the last that is committed now. */
  async join(listener: Listener): Promise<number> {
    this.#members.add(listener)
    for (let isCaughtUp = false; !isCaughtUp; ) {
      this.#next ??= Promise.withResolvers()
      const { promise } = this.#next
      this.wake()
      isCaughtUp = await promise
    }
    // In the turn of the read, so that the listener neither misses nor repeats an event.
    if (this.#members.has(listener)) this.#listeners.add(listener)
    return this.#position ?? 0
  }

  /** Returns whether nobody follows any more. */
  leave(listener: Listener): boolean {
    this.#listeners.delete(listener)
    this.#members.delete(listener)
    if (this.#members.size > 0) return false
    this.#isClosed = true
    clearTimeout(this.#timer)
    return true
  }

  /** Wake-ups during a read, and shortly after it, make one more read, and not one each. */
  wake(last = Number.POSITIVE_INFINITY): void {
    if (this.#isClosed || (this.#position !== undefined && last <= this.#position)) return
    this.#isWoken = true
    this.#reading ??= this.#catchUp().finally(() => {
      this.#reading = undefined
      if (this.#isWoken) this.wake()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#reading
    this.#next?.resolve(true)
  }

  async #catchUp(): Promise<void> {
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false
      await this.#attempt()
      await pause(PACE_MS)
    }
  }

  async #attempt(): Promise<void> {
    const asked = this.#next
    this.#next = undefined
    try {
      const isAll = await this.#read()
      if (!isAll) this.#isWoken = true
      asked?.resolve(isAll)
    } catch (error) {
      this.#log.warn({ err: error }, 'the events of an organization could not be read; they will be read again')
      asked?.reject(error)
      this.#timer = setTimeout(() => this.wake(), RETRY_MS).unref()
    }
  }

  /** Returns whether it left nothing behind. */
  async #read(): Promise<boolean> {
    if (this.#position === undefined) {
      this.#position = await this.#transaction(({ db }) => lastNumber(db))
      return true
    }
    const after = this.#position
    const events = await this.#transaction(({ db }) => readEvents(db, after, AT_ONCE))
    this.#position = events.at(-1)?.number ?? after
    if (events.length > 0) for (const listener of this.#listeners) this.#tell(listener, events)
    return events.length < AT_ONCE
  }

  /** What one listener throws must not keep the events from the others. */
  #tell(listener: Listener, events: readonly Event[]): void {
    try {
      listener(events)
    } catch (error) {
      this.#log.error({ err: error }, 'a listener of events failed')
    }
  }

  #transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const organizationId = this.#organizationId
    return this.#database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, work)
  }
}

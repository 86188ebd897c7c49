import type { Database } from '../data/database.ts'
import { type Event, lastNumber, readEvents } from './events.ts'
import { Pacer, type Watch } from './pacer.ts'

const AT_ONCE = 500
/** Under load, commits within this time, milliseconds, share a read. The first read starts at once. */
const PACE_MS = 20
const NOT_READ = 'the events of an organization could not be read; they will be read again'

/** Receives events of one organization, in their order. */
export type Listener = (events: readonly Event[]) => void

/** Reads the events of one organization once for all listeners. */
export class EventTrack {
  readonly #database: Database
  readonly #watch: Watch
  readonly #organizationId: string
  readonly #pacer: Pacer
  readonly #listeners = new Set<Listener>()
  /** Current listeners, and those that are joining. */
  readonly #members = new Set<Listener>()
  #position: number | undefined
  /** The next read, which joining listeners wait for. It resolves to whether all events were read. */
  #next: PromiseWithResolvers<boolean> | undefined

  constructor(database: Database, watch: Watch, organizationId: string) {
    this.#database = database
    this.#watch = watch
    this.#organizationId = organizationId
    this.#pacer = new Pacer({ name: 'events', failure: NOT_READ, gapMs: PACE_MS }, watch, () => this.#catchUp())
  }

  /** Adds a listener. Returns the number of the last committed event; the listener receives the events after it. */
  async join(listener: Listener): Promise<number> {
    this.#members.add(listener)
    for (let isCaughtUp = false; !isCaughtUp; ) {
      this.#next ??= Promise.withResolvers()
      const { promise } = this.#next
      this.wake()
      isCaughtUp = await promise
    }
    // Added in the same turn of the event loop as the read, so that the listener neither misses an event nor receives
    // one twice.
    if (this.#members.has(listener)) this.#listeners.add(listener)
    return this.#position ?? 0
  }

  /** Removes a listener. Returns whether none is left. */
  leave(listener: Listener): boolean {
    this.#listeners.delete(listener)
    this.#members.delete(listener)
    if (this.#members.size > 0) return false
    this.#pacer.stop().catch(() => {})
    return true
  }

  /** `last` is the number of the last event, if known. */
  wake(last = Number.POSITIVE_INFINITY): void {
    if (this.#position === undefined || last > this.#position) this.#pacer.wake()
  }

  async close(): Promise<void> {
    await this.#pacer.stop()
    this.#next?.resolve(true)
  }

  /** Returns 0 when there are more events to read. */
  async #catchUp(): Promise<number | undefined> {
    const asked = this.#next
    this.#next = undefined
    try {
      const isAll = await this.#read()
      asked?.resolve(isAll)
      return isAll ? undefined : 0
    } catch (error) {
      asked?.reject(error)
      throw error
    }
  }

  /** Returns whether all events were read. */
  async #read(): Promise<boolean> {
    if (this.#position === undefined) {
      this.#position = await this.#database.read(this.#organizationId, ({ db }) => lastNumber(db))
      return true
    }
    const after = this.#position
    const events = await this.#database.read(this.#organizationId, ({ db }) => readEvents(db, after, AT_ONCE))
    this.#position = events.at(-1)?.number ?? after
    if (events.length > 0) for (const listener of this.#listeners) this.#tell(listener, events)
    return events.length < AT_ONCE
  }

  /** An error of one listener must not affect the others. */
  #tell(listener: Listener, events: readonly Event[]): void {
    try {
      listener(events)
    } catch (error) {
      this.#watch.log.error({ err: error }, 'a listener of events failed')
    }
  }
}

import type { Database, Unit } from '../data/transaction.ts'
import { type Event, lastNumber, readEvents } from './events.ts'
import { Pacer, type Watch } from './pacer.ts'

const AT_ONCE = 500
/** Under load commits never cease: those within this time share a read. The first are read at once. */
const PACE_MS = 20
const NOT_READ = 'the events of an organization could not be read; they will be read again'

/** Hears of events of one organization, in their order. */
export type Listener = (events: readonly Event[]) => void

/** The events of one organization, read once for all who follow them. */
export class EventTrack {
  readonly #database: Database
  readonly #watch: Watch
  readonly #organizationId: string
  readonly #pacer: Pacer
  readonly #listeners = new Set<Listener>()
  /** Those who follow, and those who are about to. */
  readonly #members = new Set<Listener>()
  #position: number | undefined
  /** The read that has not begun yet, for those who wait for it: whether it left nothing behind. */
  #next: PromiseWithResolvers<boolean> | undefined

  constructor(database: Database, watch: Watch, organizationId: string) {
    this.#database = database
    this.#watch = watch
    this.#organizationId = organizationId
    this.#pacer = new Pacer({ name: 'events', failure: NOT_READ, gapMs: PACE_MS }, watch, () => this.#catchUp())
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
    this.#pacer.stop().catch(() => {})
    return true
  }

  /** `last`: the number of the last event, where that is known. */
  wake(last = Number.POSITIVE_INFINITY): void {
    if (this.#position === undefined || last > this.#position) this.#pacer.wake()
  }

  async close(): Promise<void> {
    await this.#pacer.stop()
    this.#next?.resolve(true)
  }

  /** Returns 0 where there is more to read. */
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
      this.#watch.log.error({ err: error }, 'a listener of events failed')
    }
  }

  #transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const organizationId = this.#organizationId
    return this.#database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, work)
  }
}

import type { Database } from '../data/database.ts'
import type { Wake } from '../data/transaction.ts'
import { Pacer, type Watch } from './pacer.ts'
import { EventTrack, type Listener } from './track.ts'
import type { OnWake, WakeUps } from './wake-ups.ts'

const POLL_MS = 5_000
/**
 * Minimum time between two notifications of other processes, milliseconds. Each notification is a transaction. Events
 * in between share the next one.
 */
const PUBLISH_PACE_MS = 50
const NOT_LOOKED = 'could not look for new events; the next round tries again'
const NOT_TOLD = 'other processes could not be notified of events; they find them by polling'

/** A subscription: the number of the last event before it, and the function that ends it. */
export interface Following {
  position: number
  stop(): void
}

/**
 * Reads new events of organizations that have listeners in this process. Each wake-up causes one read per organization,
 * however many listeners there are. The committing process wakes the feed. Polling finds events whose notification was
 * lost.
 */
export class EventFeed {
  readonly #database: Database
  readonly #wakeUps: WakeUps | undefined
  readonly #watch: Watch
  readonly #poll: Pacer
  readonly #publishing: Pacer
  readonly #tracks = new Map<string, EventTrack>()
  readonly #listeners = new Set<OnWake>()
  readonly #looks: (() => Promise<void>)[] = []
  /** Types of new events, by organization, that are not yet published to other processes. */
  readonly #unpublished = new Map<string, Set<string>>()
  #stopHearing = () => {}
  #stopListening: () => Promise<void> = async () => {}

  /** `wakeUps` is undefined when no other process can use the same database. */
  constructor(database: Database, watch: Watch, wakeUps?: WakeUps, pollMs = POLL_MS) {
    this.#database = database
    this.#watch = watch
    this.#wakeUps = wakeUps
    this.#poll = new Pacer({ name: 'poll', failure: NOT_LOOKED, idleMs: pollMs }, watch, () => this.#lookUp())
    const publishing = { name: 'wake-ups', failure: NOT_TOLD, gapMs: PUBLISH_PACE_MS }
    this.#publishing = new Pacer(publishing, watch, () => this.#publish())
  }

  async start(): Promise<void> {
    if (this.#wakeUps) await this.#database.measureClock()
    this.#stopHearing = this.#database.onEvents((wake) => {
      this.#wake([wake])
      this.#publishSoon(wake)
    })
    if (!this.#wakeUps) return
    this.#stopListening = await this.#wakeUps.listen((wakes) => this.#wake(wakes))
    this.#poll.wait()
  }

  /** Notifies a listener of new events of any organization, until the returned function is called. */
  onWake(listener: OnWake): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Adds a function that runs at each poll, for caches that a lost notification would leave stale. */
  onLook(look: () => Promise<void>): void {
    this.#looks.push(look)
  }

  /**
   * Passes each event of an organization after the returned position to the listener. The position includes all events
   * that are committed now. The listener must not block, because all listeners of an organization share one reader.
   * @throws a fault of the database
   */
  async follow(organizationId: string, listener: Listener): Promise<Following> {
    const track = this.#tracks.get(organizationId) ?? new EventTrack(this.#database, this.#watch, organizationId)
    this.#tracks.set(organizationId, track)
    const stop = () => {
      if (track.leave(listener) && this.#tracks.get(organizationId) === track) this.#tracks.delete(organizationId)
    }
    try {
      return { position: await track.join(listener), stop }
    } catch (error) {
      stop()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#stopHearing()
    await this.#publishing.stop()
    // Processes that miss this notification find the events by polling.
    await this.#publish().catch(() => {})
    await this.#stopListening()
    await this.#poll.stop()
    await Promise.all([...this.#tracks.values()].map((track) => track.close()))
  }

  #wake(wakes?: readonly Wake[]): void {
    if (wakes) for (const { organizationId } of wakes) this.#tracks.get(organizationId)?.wake()
    else this.#poll.wake()
    for (const listener of this.#listeners) listener(wakes)
  }

  /**
   * Publishes a wake-up to other processes after the commit, not in the transaction of the change. For a transaction
   * with NOTIFY, PostgreSQL holds a server-wide lock until the commit is on disk, so commits could not share a disk
   * write. If this process stops first, other processes find the events by polling.
   */
  #publishSoon({ organizationId, types }: Wake): void {
    if (!this.#wakeUps) return
    const known = this.#unpublished.get(organizationId) ?? new Set()
    this.#unpublished.set(organizationId, known)
    for (const type of types) known.add(type)
    this.#publishing.wake()
  }

  async #publish(): Promise<void> {
    const wakes = [...this.#unpublished].map(([organizationId, types]) => ({ organizationId, types: [...types] }))
    this.#unpublished.clear()
    if (wakes.length > 0) await this.#wakeUps?.publish(wakes)
  }

  async #lookUp(): Promise<void> {
    await this.#database.measureClock()
    for (const look of this.#looks) await look()
    await this.#lookForEvents()
  }

  /** Reads the heads of all followed organizations in one statement. */
  async #lookForEvents(): Promise<void> {
    const followed = [...this.#tracks.keys()]
    if (followed.length === 0) return
    const heads = await this.#database.transaction({ role: 'gateway_system', readOnly: true }, ({ db }) =>
      db
        .selectFrom('organizationHead')
        .select(['organizationId', 'eventNumber'])
        .where('organizationId', 'in', followed)
        .execute(),
    )
    for (const { organizationId, eventNumber } of heads) this.#tracks.get(organizationId)?.wake(eventNumber)
  }
}

import type { Database } from '../data/transaction.ts'
import { Pacer, type Watch } from './pacer.ts'
import { EventTrack, type Listener } from './track.ts'
import type { OnWake, Wake, WakeUps } from './wake-ups.ts'

const POLL_MS = 5_000
/** Words to other processes are a transaction each: those within this time share one. */
const PUBLISH_PACE_MS = 50
const NOT_LOOKED = 'new events could not be looked for; they will be again'
const NOT_TOLD = 'other processes could not be told of events; they will look by themselves'

/** What a follower holds: the last event that was told before it, and how to stop. */
export interface Following {
  position: number
  stop(): void
}

/**
 * Follows the events of the organizations that someone follows in this process: one read per wake-up and organization,
 * however many listen. A word of the process that committed wakes it, and where words do not pass a slow poll does.
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
  /** Types of new events by organization, which the other processes were not told of yet. */
  readonly #unpublished = new Map<string, Set<string>>()
  #stopHearing = () => {}
  #stopListening: () => Promise<void> = async () => {}

  /** `wakeUps`: undefined where no other process can share the database. */
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

  /** Hears of new events of any organization, until the result is called. */
  onWake(listener: OnWake): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Looks by itself as often as this does, for who keeps something that a lost word would leave stale. */
  onLook(look: () => Promise<void>): void {
    this.#looks.push(look)
  }

  /**
   * Hears of every event of an organization after the position that is returned, which includes all that is committed
   * now. The listener must not block: all of an organization share one reader.
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
    // Those who are not told look by themselves.
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
   * Not with the change itself: a transaction that notifies holds a lock of the whole server until it is durable, so
   * commits could no longer share a write to disk. What is lost with this process, the poll of the others makes up for.
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

  /** One look at the heads of all organizations that are followed. */
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

import { lastNumber } from '../../events/events.ts'
import type { Following } from '../../events/feed.ts'
import { Pacer } from '../../events/pacer.ts'
import { mapped, type Pages, type Stream } from '../../events/stream.ts'
import type { Streams } from '../../events/streams.ts'
import { wholeOf } from '../../graphql/lazy.ts'
import type { AnalyticsDashboard } from '../analytics/analytics.outputs.ts'
import { dashboard } from '../analytics/analytics.queries.ts'
import { first, ready, type Start, type StreamEvent } from './changes.ts'
import { readerOf } from './reader.ts'

const TIME_ZONE = 'Africa/Johannesburg'
/** Changes within this time share one read of the figures. The first change is read at once. */
const PACE_MS = 100
const NOT_READ = 'the figures could not be read; the read will be retried'
/** The id of figures before the first event of an organization. */
const NO_EVENT = '0'

/** Figures, the last event that they include, and a counter of their changes. */
interface Figures {
  id: string
  version: number
  data: AnalyticsDashboard
}

/** The figures of an organization with subscribers. They are read once per change, for all subscribers. */
class Board {
  readonly followers = new Set<Stream<Figures>>()
  readonly #streams: Streams
  readonly #organizationId: string
  readonly #following: Promise<Following>
  readonly #pacer: Pacer
  #latest: Promise<Figures> | undefined

  constructor(streams: Streams, organizationId: string) {
    this.#streams = streams
    this.#organizationId = organizationId
    this.#pacer = new Pacer({ name: 'dashboards', failure: NOT_READ, gapMs: PACE_MS }, streams, () => this.#refresh())
    this.#following = streams.feed.follow(organizationId, () => this.#pacer.wake())
    // `begin` rethrows the failure. This handler prevents an unhandled rejection before `begin` is called.
    this.#following.catch(() => {})
  }

  /** Returns the current figures. Every later change is published. */
  async begin(): Promise<Figures> {
    await this.#following
    return this.latest()
  }

  close(): void {
    this.#pacer.stop().catch(() => {})
    this.#following.then(
      ({ stop }) => stop(),
      () => {},
    )
  }

  latest(): Promise<Figures> {
    this.#latest ??= this.#look(0).catch((error) => {
      this.#latest = undefined
      throw error
    })
    return this.#latest
  }

  /** Reads the figures after a change, and publishes them if they differ. */
  async #refresh(): Promise<void> {
    const before = await this.latest()
    const next = this.#look(before.version + 1)
    const after = await next
    const isSame = JSON.stringify(after.data) === JSON.stringify(before.data)
    this.#latest = isSame ? Promise.resolve({ ...before, id: after.id }) : next
    if (!isSame) for (const follower of this.followers) follower.push([after])
  }

  #look(version: number): Promise<Figures> {
    const organizationId = this.#organizationId
    return this.#streams.database.read(organizationId, async (unit) => {
      const id = String(await lastNumber(unit.db))
      return { id, version, data: await wholeOf(dashboard(readerOf(organizationId, unit), TIME_ZONE)) }
    })
  }
}

/** A reset at the start: a client that resumes from this id receives the figures. */
const RESET = { id: NO_EVENT, event: 'reset', data: null }

const toEvent = (event: string, { id, data }: Figures): StreamEvent<AnalyticsDashboard> => ({ id, event, data })

/** The boards with subscribers. */
export class Dashboards {
  readonly #streams: Streams
  readonly #boards = new Map<string, Board>()

  constructor(streams: Streams) {
    this.#streams = streams
  }

  /** A snapshot, then an update for each change of the figures. After a valid `since`, only updates. */
  async follow(start: Start): Promise<Pages<StreamEvent<AnalyticsDashboard>>> {
    const { caller } = start.context
    const { since } = start.args
    const { organizationId } = caller
    const live = await this.#streams.open<Figures>(caller, 'dashboard', (ended) => this.#leave(organizationId, ended))
    const board = this.#boards.get(organizationId) ?? new Board(this.#streams, organizationId)
    this.#boards.set(organizationId, board)
    board.followers.add(live)
    const { kind, latest } = await live.begin(async () => ({
      kind: await this.#kindOf(organizationId, since),
      latest: await board.begin(),
    }))
    const updates = mapped(live, async (page) => {
      const newer = page.filter(({ version }) => version > latest.version)
      return newer.length > 0 ? newer.map((figures) => toEvent('update', figures)) : undefined
    })
    const snapshot = first(toEvent('snapshot', latest), updates)
    if (kind === 'live') return snapshot
    if (kind === 'reset') return first(RESET, snapshot)
    // A client that already has these figures receives only the position. Any other client receives the figures.
    const isKnown = since === latest.id && since !== NO_EVENT
    return isKnown ? ready(start, latest.id, updates) : first(toEvent('update', latest), updates)
  }

  async #kindOf(organizationId: string, since: string | undefined): Promise<'live' | 'behind' | 'reset'> {
    if (since === undefined) return 'live'
    const { kind } = await this.#streams.database.read(organizationId, ({ db }) => this.#streams.startOf(db, since, 0))
    return kind
  }

  #leave(organizationId: string, live: Stream<Figures>): void {
    const board = this.#boards.get(organizationId)
    board?.followers.delete(live)
    if (board?.followers.size !== 0) return
    board.close()
    this.#boards.delete(organizationId)
  }
}

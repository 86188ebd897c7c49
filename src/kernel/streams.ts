import type { Logger } from 'pino'
import { opaqueId } from './audit/redact.ts'
import type { Caller } from './auth/caller.ts'
import { ServiceError, unauthorized } from './errors.ts'
import type { EventFeed } from './event-feed.ts'
import { type Cursor, canResume, type Event, lastCursor, parseCursor, readEvents } from './events.ts'
import type { Metrics } from './metrics.ts'
import { inTurn, PAGE, type Pages, Stream } from './stream.ts'
import type { Database, Unit } from './transaction.ts'

const REPLAYED_AT_ONCE = 500
const MOST_REPLAYED = 5_000
/** The longest that a timer can wait. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/**
 * Where a stream starts: with what comes, behind an event that was named, or from anew since nothing is known of that
 * one any more. Nothing behind the cursor is left out.
 */
export interface Start {
  kind: 'live' | 'behind' | 'reset'
  cursor: Cursor
}

/** A stream as whoever ends it sees it. */
interface Endable {
  end(error?: ServiceError): void
}

interface Parts {
  feed: EventFeed
  database: Database
  metrics: Metrics
  log: Logger
  /** How many streams one user may have open. */
  mostPerUser: number
}

/** The open streams of this process: what they follow, whose they are, and why they end. */
export class Streams {
  readonly feed: EventFeed
  readonly database: Database
  readonly log: Logger
  readonly #metrics: Metrics
  readonly #mostPerUser: number
  readonly #byUser = new Map<string, Set<Endable>>()
  readonly #shared = new Map<object, object>()
  readonly #stopWatching: () => void

  constructor({ feed, database, metrics, log, mostPerUser }: Parts) {
    this.feed = feed
    this.database = database
    this.log = log
    this.#metrics = metrics
    this.#mostPerUser = mostPerUser
    this.#stopWatching = feed.subscribe((events) => {
      for (const event of events) this.#endRevoked(event)
    })
  }

  /**
   * Opens a stream for a caller. It ends, with UNAUTHORIZED, when the token expires, the key is revoked, or the member
   * is removed or given another role.
   * @throws RATE_LIMIT_EXCEEDED when the user has too many
   */
  open<T>(caller: Pick<Caller, 'userId' | 'organizationId' | 'expiresAt'>, kind: string, onEnd: () => void): Stream<T> {
    const key = userKey(caller.organizationId, caller.userId)
    const open = this.#byUser.get(key) ?? new Set<Endable>()
    if (open.size >= this.#mostPerUser) {
      const message = `At most ${this.#mostPerUser} streams may be open at once`
      throw new ServiceError('RATE_LIMIT_EXCEEDED', message, { streams: open.size }, { 'Retry-After': '5' })
    }
    const stream = new Stream<T>(() => {
      clearTimeout(expiry)
      open.delete(stream)
      if (open.size === 0) this.#byUser.delete(key)
      this.#metrics.stream(kind, -1)
      onEnd()
    })
    const left = caller.expiresAt === undefined ? LONGEST_WAIT_MS : caller.expiresAt * 1000 - Date.now()
    const expiry = setTimeout(() => stream.end(unauthorized()), Math.min(Math.max(left, 0), LONGEST_WAIT_MS)).unref()
    this.#byUser.set(key, open.add(stream))
    this.#metrics.stream(kind, 1)
    return stream
  }

  /**
   * Where an organization's stream starts: behind `since`, or else behind the last event up to `until`. An id that the
   * organization never had, another's or a pruned one, is a reset, and so is one with too much behind it to tell again.
   */
  async startOf(db: Unit['db'], organizationId: string, since: string | undefined, until?: Cursor): Promise<Start> {
    const cursor = since === undefined ? undefined : parseCursor(since)
    if (cursor && (await canResume(db, cursor, MOST_REPLAYED, organizationId))) return { kind: 'behind', cursor }
    return { kind: since === undefined ? 'live' : 'reset', cursor: await lastCursor(db, organizationId, until) }
  }

  /**
   * Follows the events of an organization from where `since` means it to start: first those that were missed, then
   * those that come. Each process reads the table once for changes that come together, however many follow.
   */
  async follow(
    caller: Caller,
    kind: string,
    since: string | undefined,
    isWanted: (event: Event) => boolean,
  ): Promise<{ start: Start; events: Pages<Event> }> {
    const { organizationId } = caller
    let stop = () => {}
    const live = this.open<Event>(caller, kind, () => stop())
    // What was committed before is not told: nor what `since` lies behind, when another process told it already.
    await live.begin(() => this.feed.caughtUp())
    const isOurs = (event: Event) => event.organizationId === organizationId && isWanted(event)
    if (!live.isEnded) stop = this.feed.subscribe((events) => live.push(events.filter(isOurs)))
    // Read in the turn of the subscription: what lies before it is replayed, what lies behind it is announced.
    const until = this.feed.position
    const start = await live.begin(() =>
      this.#read(organizationId, ({ db }) => this.startOf(db, organizationId, since, until)),
    )
    return { start, events: inTurn(this.#replay(organizationId, start, until, isWanted), live) }
  }

  async *#replay(organizationId: string, start: Start, until: Cursor, isWanted: (event: Event) => boolean) {
    if (start.kind !== 'behind') return
    let { cursor } = start
    for (;;) {
      const { events } = await this.#read(organizationId, ({ db }) =>
        readEvents(db, cursor, REPLAYED_AT_ONCE, organizationId),
      )
      const missed = events.filter((event) => !isBehind(event, until))
      const wanted = missed.filter(isWanted)
      for (let place = 0; place < wanted.length; place += PAGE) yield wanted.slice(place, place + PAGE)
      const last = missed.at(-1)
      if (!last || missed.length < REPLAYED_AT_ONCE) return
      cursor = last
    }
  }

  #read<T>(organizationId: string, work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, work)
  }

  #endRevoked({ organizationId, type, resourceId, payload }: Event): void {
    if (type === 'API_KEY_DELETED') this.#endOf(userKey(organizationId, `key:${resourceId}`))
    const isChanged = type === 'TEAM_MEMBER_DELETED' || (type === 'TEAM_MEMBER_UPDATED' && payload.role !== undefined)
    if (isChanged && typeof payload.userId === 'string') this.#endOf(userKey(organizationId, payload.userId))
  }

  #endOf(key: string): void {
    for (const stream of [...(this.#byUser.get(key) ?? [])]) stream.end(unauthorized())
  }

  /** Something that the process has once for all its streams, made when it is first asked for. */
  shared<S extends object>(Source: new (streams: Streams) => S): S {
    const source = (this.#shared.get(Source) as S | undefined) ?? new Source(this)
    this.#shared.set(Source, source)
    return source
  }

  /** Ends every stream; their readers resume elsewhere. */
  close(): void {
    this.#stopWatching()
    for (const streams of [...this.#byUser.values()]) for (const stream of [...streams]) stream.end()
  }
}

const userKey = (organizationId: string, userId: string) => JSON.stringify([organizationId, opaqueId(userId)])

/** Whether an event lies behind a position. */
const isBehind = ({ xid, id }: Cursor, position: Cursor) =>
  BigInt(xid) === BigInt(position.xid) ? id > position.id : BigInt(xid) > BigInt(position.xid)

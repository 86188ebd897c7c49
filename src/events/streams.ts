import type { Logger } from 'pino'
import { ServiceError, unauthorized } from '../common/errors.ts'
import type { Metrics } from '../common/metrics.ts'
import type { Database } from '../data/database.ts'
import type { Transaction } from '../data/transaction.ts'
import { erasedIds, type Marker, opaqueIds } from '../security/audit/pseudonyms.ts'
import type { Caller } from '../security/auth/caller.ts'
import { canResume, type Event, isOfTeam, numberOf, readEvents } from './events.ts'
import type { EventFeed, Following } from './feed.ts'
import { OpenStreams, organizationKey, userKey } from './open-streams.ts'
import { inTurn, PAGE_SIZE, type Pages, Stream } from './stream.ts'

const REPLAYED_AT_ONCE = 500
const MOST_REPLAYED = 5_000
/** The maximum delay of a timer, milliseconds. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/**
 * The start of a stream. `live`: it starts with the next events. `behind`: it starts after the event that the client
 * named. `reset`: it starts with the next events, because the events after the named event are no longer stored. The
 * stream contains every event after the number `position`.
 */
export interface Start {
  kind: 'live' | 'behind' | 'reset'
  position: number
}

/** The caller that opens a stream. */
type Follower = Pick<Caller, 'userId' | 'organizationId' | 'expiresAt' | 'makerId'>

interface Replay {
  organizationId: string
  start: Start
  /** The number of the last event to replay. */
  until: number
  isWanted(event: Event): boolean
  live: Stream<Event>
}

interface StreamsDependencies {
  feed: EventFeed
  database: Database
  metrics: Metrics
  log: Logger
  secrets: Marker
  /** Maximum number of open streams per user. */
  mostPerUser: number
}

/** The open streams of this process. Ends a stream when its caller loses access. */
export class Streams {
  readonly feed: EventFeed
  readonly database: Database
  readonly log: Logger
  readonly metrics: Metrics
  readonly #mostPerUser: number
  readonly #secrets: Marker
  readonly #byUser = new OpenStreams()
  /** Streams of API keys, by the user who created the key. */
  readonly #byMaker = new OpenStreams()
  readonly #shared = new Map<object, object>()
  /** For each organization with open streams: the subscription that ends them, and the number of streams. */
  readonly #watches = new Map<string, { streams: number; following: Promise<Following> }>()

  constructor({ feed, database, metrics, log, secrets, mostPerUser }: StreamsDependencies) {
    this.feed = feed
    this.database = database
    this.log = log
    this.metrics = metrics
    this.#secrets = secrets
    this.#mostPerUser = mostPerUser
  }

  /**
   * Opens a stream for a caller. The stream ends with UNAUTHORIZED when the token expires, the API key is revoked, loses
   * its secret or gets other networks, or the member is removed, gets another role or has their sessions ended. For an
   * API key, this also applies to the member who created the key. The stream ends without an error when the organization
   * changes its security settings.
   * @throws RATE_LIMIT_EXCEEDED when the user has too many open streams; a fault of the database
   */
  async open<T>(
    { organizationId, userId, expiresAt, makerId }: Follower,
    kind: string,
    onEnd: (stream: Stream<T>) => void,
  ): Promise<Stream<T>> {
    const keysOf = (user: string) =>
      [opaqueIds, erasedIds].flatMap((idsOf) =>
        idsOf(this.#secrets, organizationId, user).map((id) => userKey(organizationId, id)),
      )
    const users = [...keysOf(userId), organizationKey(organizationId)]
    const makers = makerId === undefined ? [] : keysOf(makerId)
    const open = this.#byUser.countOf(users[0] ?? '')
    if (open >= this.#mostPerUser) {
      const message = `At most ${this.#mostPerUser} streams may be open at once`
      throw new ServiceError('RATE_LIMIT_EXCEEDED', message, { streams: open }, { 'Retry-After': '5' })
    }
    const stream = new Stream<T>(() => {
      clearTimeout(expiry)
      this.#byUser.delete(users, stream)
      this.#byMaker.delete(makers, stream)
      this.#unwatch(organizationId)
      this.metrics.stream(kind, -1)
      onEnd(stream)
    })
    const left = expiresAt === undefined ? LONGEST_WAIT_MS : expiresAt * 1000 - Date.now()
    const expiry = setTimeout(() => stream.cut(unauthorized()), Math.min(Math.max(left, 0), LONGEST_WAIT_MS)).unref()
    this.#byUser.add(users, stream)
    this.#byMaker.add(makers, stream)
    this.metrics.stream(kind, 1)
    if (organizationId !== '') await stream.begin(() => this.#watch(organizationId))
    return stream
  }

  /**
   * The start of an organization's stream: after `since`, or after `last` without it. An unknown or deleted id results
   * in a reset, as does an id with more than 5000 later events.
   */
  async startOf(db: Transaction['db'], since: string | undefined, last: number): Promise<Start> {
    const position = since === undefined ? undefined : numberOf(since)
    if (position !== undefined && (await canResume(db, position, MOST_REPLAYED))) return { kind: 'behind', position }
    return { kind: since === undefined ? 'live' : 'reset', position: last }
  }

  /**
   * Follows the events of an organization from `since` on: first the missed events, then new ones. Each process reads
   * new events once, however many streams follow them.
   */
  async follow(
    caller: Caller,
    kind: string,
    since: string | undefined,
    isWanted: (event: Event) => boolean,
  ): Promise<{ start: Start; events: Pages<Event> }> {
    const { organizationId } = caller
    let stop = () => {}
    const live = await this.open<Event>(caller, kind, () => stop())
    const following = await live.begin(() =>
      this.feed.follow(organizationId, (events) => live.push(events.filter(isWanted))),
    )
    if (live.isEnded) following.stop()
    else stop = following.stop
    const until = following.position
    const start = await live.begin(() => this.database.read(organizationId, ({ db }) => this.startOf(db, since, until)))
    return { start, events: inTurn(this.#replay({ organizationId, start, until, isWanted, live }), live) }
  }

  /** The missed events. Stops when the caller of the live stream loses access. */
  async *#replay({ organizationId, start, until, isWanted, live }: Replay) {
    if (start.kind !== 'behind') return
    let { position } = start
    while (position < until) {
      const events = await this.database.read(organizationId, ({ db }) => readEvents(db, position, REPLAYED_AT_ONCE))
      const wanted = events.filter((event) => event.number <= until && isWanted(event))
      for (let place = 0; place < wanted.length; place += PAGE_SIZE) {
        if (live.isCut) return
        yield wanted.slice(place, place + PAGE_SIZE)
      }
      position = events.at(-1)?.number ?? until
    }
  }

  async #watch(organizationId: string): Promise<void> {
    const watch = this.#watches.get(organizationId) ?? {
      streams: 0,
      following: this.feed.follow(organizationId, (events) => {
        for (const event of events) this.#endRevoked(event)
      }),
    }
    watch.streams += 1
    this.#watches.set(organizationId, watch)
    await watch.following
  }

  /** Ends the subscription of an organization with its last stream. */
  #unwatch(organizationId: string): void {
    const watch = this.#watches.get(organizationId)
    if (!watch || --watch.streams > 0) return
    this.#watches.delete(organizationId)
    watch.following.then(
      ({ stop }) => stop(),
      () => {},
    )
  }

  /**
   * Ends the streams of a revoked API key, and of a member who was removed or whose role may have changed. New security
   * settings may refuse anybody, so they end all streams of the organization, without an error: a reader whom they
   * permit resumes.
   */
  #endRevoked({ organizationId, type, resourceId, payload: { userId, endsStreams } }: Event): void {
    if (type === 'SECURITY_SETTINGS_UPDATED') this.#byUser.cutOf(organizationKey(organizationId))
    if (type === 'API_KEY_DELETED' || type === 'API_KEY_ERASED' || (type.startsWith('API_KEY_') && endsStreams))
      this.#byUser.cutOf(userKey(organizationId, `key:${resourceId}`), unauthorized())
    if (!isOfTeam(type) || typeof userId !== 'string') return
    const user = userKey(organizationId, userId)
    this.#byUser.cutOf(user, unauthorized())
    this.#byMaker.cutOf(user, unauthorized())
  }

  /** An object that all streams of the process share, created at the first use. */
  shared<S extends object>(Source: new (streams: Streams) => S): S {
    const source = (this.#shared.get(Source) as S | undefined) ?? new Source(this)
    this.#shared.set(Source, source)
    return source
  }

  /** Ends all streams. Their readers resume at another process. */
  close(): void {
    this.#byUser.close()
  }
}

import type { Logger } from 'pino'
import { ServiceError, unauthorized } from '../common/errors.ts'
import type { Metrics } from '../common/metrics.ts'
import type { Database, Unit } from '../data/transaction.ts'
import { type Marker, opaqueIds } from '../security/audit/pseudonyms.ts'
import type { Caller } from '../security/auth/caller.ts'
import { canResume, type Event, isOfTeam, numberOf, readEvents } from './events.ts'
import type { EventFeed, Following } from './feed.ts'
import { OpenStreams, userKey } from './open-streams.ts'
import { inTurn, PAGE, type Pages, Stream } from './stream.ts'

const REPLAYED_AT_ONCE = 500
const MOST_REPLAYED = 5_000
/** The longest that a timer can wait. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/**
 * Where a stream starts: with what comes, after an event that was named, or from anew since what followed that one is not
 * known any more. Nothing after `position`, the number of an event, is left out.
 */
export interface Start {
  kind: 'live' | 'behind' | 'reset'
  position: number
}

/** Who opens a stream. */
type Follower = Pick<Caller, 'userId' | 'organizationId' | 'expiresAt' | 'makerId'>

interface Parts {
  feed: EventFeed
  database: Database
  metrics: Metrics
  log: Logger
  secrets: Marker
  /** How many streams one user may have open. */
  mostPerUser: number
}

/** The open streams of this process: what they follow, whose they are, and why they end. */
export class Streams {
  readonly feed: EventFeed
  readonly database: Database
  readonly log: Logger
  readonly metrics: Metrics
  readonly #mostPerUser: number
  readonly #secrets: Marker
  readonly #byUser = new OpenStreams()
  /** What API keys follow, by who made the key. */
  readonly #byMaker = new OpenStreams()
  readonly #shared = new Map<object, object>()
  /** What ends the streams of an organization, while it has any. */
  readonly #watches = new Map<string, { streams: number; following: Promise<Following> }>()

  constructor({ feed, database, metrics, log, secrets, mostPerUser }: Parts) {
    this.feed = feed
    this.database = database
    this.log = log
    this.metrics = metrics
    this.#secrets = secrets
    this.#mostPerUser = mostPerUser
  }

  /**
   * Opens a stream for a caller. It ends, with UNAUTHORIZED, when the token expires, the key is revoked, or the member,
   * of a key whoever made it, is removed or given another role.
   * @throws RATE_LIMIT_EXCEEDED when the user has too many; a fault of the database
   */
  async open<T>(
    { organizationId, userId, expiresAt, makerId }: Follower,
    kind: string,
    onEnd: () => void,
  ): Promise<Stream<T>> {
    const keysOf = (user: string) =>
      opaqueIds(this.#secrets, organizationId, user).map((id) => userKey(organizationId, id))
    const [users, makers] = [keysOf(userId), makerId === undefined ? [] : keysOf(makerId)]
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
      onEnd()
    })
    const left = expiresAt === undefined ? LONGEST_WAIT_MS : expiresAt * 1000 - Date.now()
    const expiry = setTimeout(() => stream.end(unauthorized()), Math.min(Math.max(left, 0), LONGEST_WAIT_MS)).unref()
    this.#byUser.add(users, stream)
    this.#byMaker.add(makers, stream)
    this.metrics.stream(kind, 1)
    if (organizationId !== '') await stream.begin(() => this.#watch(organizationId))
    return stream
  }

  /**
   * Where an organization's stream starts: after `since`, or else after `last`. An id that the organization never had, or
   * a pruned one, is a reset, and so is one with too much after it to tell again.
   */
  async startOf(db: Unit['db'], since: string | undefined, last: number): Promise<Start> {
    const position = since === undefined ? undefined : numberOf(since)
    if (position !== undefined && (await canResume(db, position, MOST_REPLAYED))) return { kind: 'behind', position }
    return { kind: since === undefined ? 'live' : 'reset', position: last }
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
    const live = await this.open<Event>(caller, kind, () => stop())
    const following = await live.begin(() =>
      this.feed.follow(organizationId, (events) => live.push(events.filter(isWanted))),
    )
    if (live.isEnded) following.stop()
    else stop = following.stop
    const until = following.position
    const start = await live.begin(() => this.#read(organizationId, ({ db }) => this.startOf(db, since, until)))
    return { start, events: inTurn(this.#replay(organizationId, start, until, isWanted), live) }
  }

  async *#replay(organizationId: string, start: Start, until: number, isWanted: (event: Event) => boolean) {
    if (start.kind !== 'behind') return
    let { position } = start
    while (position < until) {
      const events = await this.#read(organizationId, ({ db }) => readEvents(db, position, REPLAYED_AT_ONCE))
      const wanted = events.filter((event) => event.number <= until && isWanted(event))
      for (let place = 0; place < wanted.length; place += PAGE) yield wanted.slice(place, place + PAGE)
      position = events.at(-1)?.number ?? until
    }
  }

  #read<T>(organizationId: string, work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, work)
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

  /** With the last stream, the watch ends. */
  #unwatch(organizationId: string): void {
    const watch = this.#watches.get(organizationId)
    if (!watch || --watch.streams > 0) return
    this.#watches.delete(organizationId)
    watch.following.then(
      ({ stop }) => stop(),
      () => {},
    )
  }

  /** A key that is revoked, and a member who is removed, or whose role may be another one now. */
  #endRevoked({ organizationId, type, resourceId, payload: { userId } }: Event): void {
    if (type === 'API_KEY_DELETED') this.#byUser.endOf(userKey(organizationId, `key:${resourceId}`))
    if (!isOfTeam(type) || typeof userId !== 'string') return
    const user = userKey(organizationId, userId)
    this.#byUser.endOf(user)
    this.#byMaker.endOf(user)
  }

  /** Something that the process has once for all its streams, made when it is first asked for. */
  shared<S extends object>(Source: new (streams: Streams) => S): S {
    const source = (this.#shared.get(Source) as S | undefined) ?? new Source(this)
    this.#shared.set(Source, source)
    return source
  }

  /** Ends every stream; their readers resume elsewhere. */
  close(): void {
    this.#byUser.close()
  }
}

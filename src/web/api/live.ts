import { signal } from '@preact/signals'
import { type Followed, openStream, type Streamed, StreamRefused } from './event-stream.ts'
import { backoff } from './pace.ts'
import { type LiveMessage, mayNameUsers, STREAMS, TOPICS, type Topic, type Topics } from './topics.ts'

/** The state of the connection. `until`: the time of the next attempt. */
export type LiveState =
  | { kind: 'idle' }
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'waiting'; until: number }

/** The server sends a comment every 12 seconds. If nothing arrives for this long, the connection is lost. */
const QUIET_MS = 30_000
/** After a connection that lasted this long, the retry delay starts at its minimum again. */
const STEADY_MS = 10_000

type Listener<T extends Topic> = (message: LiveMessage<Topics[T]>) => void
type Result = NonNullable<Streamed<Topic>['result']>

const codeOf = (result: Result): unknown => {
  const extensions = result.errors?.[0]?.extensions
  return typeof extensions === 'object' && extensions !== null && 'code' in extensions ? extensions.code : undefined
}

/**
 * The single live connection of a page. All topics share it, because a browser allows six connections per server for
 * all its windows. It reconnects by itself and resumes each topic after its last event.
 */
export class Live {
  readonly state = signal<LiveState>({ kind: 'idle' })
  readonly #listeners: { [T in Topic]: Set<Listener<T>> } = {
    dashboard: new Set(),
    breaches: new Set(),
    clients: new Set(),
    campaigns: new Set(),
    content: new Set(),
    signOffs: new Set(),
    audit: new Set(),
  }
  readonly #since = new Map<Topic, string>()
  #topics: readonly Topic[] = []
  #token = ''
  #names = false
  #refused = () => {}
  #hangUp = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempts = 0

  /**
   * Connects with a token, for the topics that the permissions allow. `refused` is called each time the server refuses
   * the token; attempts continue until the token changes or is removed.
   */
  start(token: string, permissions: readonly string[], refused: () => void): void {
    this.stop()
    this.#token = token
    this.#topics = TOPICS.filter((topic) => permissions.includes(STREAMS[topic].permission))
    this.#names = mayNameUsers(permissions)
    this.#refused = refused
    this.#attempts = 0
    if (this.#topics.length === 0) return
    window.addEventListener('online', this.retry)
    window.addEventListener('offline', this.#lost)
    this.#connect()
  }

  stop(): void {
    window.removeEventListener('online', this.retry)
    window.removeEventListener('offline', this.#lost)
    clearTimeout(this.#timer)
    this.#hangUp()
    this.state.value = { kind: 'idle' }
  }

  on<T extends Topic>(topic: T, listener: Listener<T>): () => void {
    this.#listeners[topic].add(listener)
    return () => this.#listeners[topic].delete(listener)
  }

  /** Tries now, without waiting for the delay. */
  readonly retry = (): void => {
    if (this.state.value.kind !== 'waiting') return
    clearTimeout(this.#timer)
    this.#connect()
  }

  readonly #lost = (): void => {
    if (this.state.value.kind !== 'waiting') this.#wait()
  }

  #connect(): void {
    this.state.value = { kind: 'connecting' }
    const leaving = new AbortController()
    let quiet: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      clearTimeout(quiet)
      if (!leaving.signal.aborted) quiet = setTimeout(this.#lost, QUIET_MS)
    }
    this.#hangUp = () => {
      clearTimeout(quiet)
      leaving.abort()
    }
    heard()
    this.#follow(leaving.signal, heard).catch((error) => !leaving.signal.aborted && this.#failed(error))
  }

  async #follow(signal: AbortSignal, heard: () => void): Promise<void> {
    const subscriptions = Object.fromEntries(
      this.#topics.map((topic) => {
        const variables = { since: this.#since.get(topic), names: this.#names }
        return [topic, { query: STREAMS[topic].text, variables }]
      }),
    ) as Partial<Record<Topic, Followed>>
    const results = await openStream(this.#token, subscriptions, { signal, heard })
    this.#connected()
    for await (const { id, result } of results) {
      if (signal.aborted) return
      if (!result) break
      this.#take(id, result)
    }
    if (!signal.aborted) this.#wait()
  }

  #connected(): void {
    this.state.value = { kind: 'live' }
    this.#timer = setTimeout(() => {
      this.#attempts = 0
    }, STEADY_MS)
  }

  #take(topic: Topic, result: Result): void {
    const { message } = (result.data ?? {}) as { message?: LiveMessage<never> }
    if (message) this.#publish(topic, message)
    else if (codeOf(result) === 'UNAUTHORIZED') this.#refuse()
    else {
      // Too many events were missed. The topic restarts without `since`, and its listeners read everything again.
      this.#since.delete(topic)
      this.#wait()
    }
  }

  /** The first event of a topic only names the start position. */
  #publish(topic: Topic, message: LiveMessage<never>): void {
    this.#since.set(topic, message.id)
    if (message.event === 'ready') return
    for (const listener of this.#listeners[topic]) listener(message)
  }

  #failed(error: unknown): void {
    const response = error instanceof StreamRefused ? error.response : undefined
    if (response?.status === 401) this.#refuse()
    else this.#wait(Number(response?.headers.get('retry-after') ?? 0))
  }

  #refuse(): void {
    this.#wait()
    this.#refused()
  }

  #wait(leastSeconds = 0): void {
    this.#hangUp()
    clearTimeout(this.#timer)
    const pause = Math.max(backoff(this.#attempts++), leastSeconds * 1000)
    this.state.value = { kind: 'waiting', until: Date.now() + pause }
    this.#timer = setTimeout(() => this.#connect(), pause)
  }
}

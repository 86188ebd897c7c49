import { signal } from '@preact/signals'
import { createClient, NetworkError } from 'graphql-sse'
import { backoff } from './pace.ts'
import { STREAMS, TOPICS, type Told, type Topic, type Topics } from './topics.ts'

/** How it stands with the connection; `until` is when the next attempt is due. */
export type LiveState =
  | { kind: 'idle' }
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'waiting'; until: number }

/** The server sends a comment every 12 seconds: whoever hears nothing for longer has lost it, and may not know. */
const QUIET_MS = 30_000
/** A connection that held for so long was a good one, and the next attempt starts from anew. */
const STEADY_MS = 10_000

type Listener<T extends Topic> = (told: Told<Topics[T]>) => void
type Result = { data?: { told: Told<never> } | null; errors?: readonly { extensions?: unknown }[] }

const codeOf = (result: Result): unknown => {
  const extensions = result.errors?.[0]?.extensions
  return typeof extensions === 'object' && extensions !== null && 'code' in extensions ? extensions.code : undefined
}

/**
 * The one live connection of a page. All topics share it (a browser grants six connections per server, to all windows
 * together); it comes back by itself, and goes on behind the last event of each topic.
 */
export class Live {
  readonly state = signal<LiveState>({ kind: 'idle' })
  readonly #listeners: { [T in Topic]: Set<Listener<T>> } = {
    dashboard: new Set(),
    breaches: new Set(),
    clients: new Set(),
    campaigns: new Set(),
    content: new Set(),
    audit: new Set(),
  }
  readonly #since = new Map<Topic, string>()
  #topics: readonly Topic[] = []
  #token = ''
  #refused = () => {}
  #hangUp = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempts = 0

  /**
   * Connects for whoever holds the token, to what the permissions allow. `refused` hears each time that the token
   * does not do; until there is another one, or none, it is tried again.
   */
  start(token: string, permissions: readonly string[], refused: () => void): void {
    this.stop()
    this.#token = token
    this.#topics = TOPICS.filter((topic) => permissions.includes(STREAMS[topic].permission))
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

  /** Tries now instead of later. */
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
    let accepted = 0
    let isOver = false
    let quiet: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      clearTimeout(quiet)
      if (!isOver) quiet = setTimeout(this.#lost, QUIET_MS)
    }
    /** Live is a connection once the server took every topic. */
    const answered = (method: string | undefined, status: number) => {
      if (method === 'POST' && status === 202 && ++accepted === this.#topics.length && !isOver) this.#connected()
    }
    const client = createClient({
      url: '/graphql/stream',
      singleConnection: true,
      retryAttempts: 0,
      headers: { Authorization: `Bearer ${this.#token}` },
      fetchFn: async (url: string, init: RequestInit): Promise<Response> => {
        const response = await fetch(url, init)
        answered(init.method, response.status)
        return isStream(response) ? listened(response, heard) : response
      },
    })
    this.#hangUp = () => {
      isOver = true
      clearTimeout(quiet)
      client.dispose()
    }
    heard()
    for (const topic of this.#topics) {
      const request = { query: STREAMS[topic].text, variables: { since: this.#since.get(topic) } }
      client.subscribe<Result['data'] & object>(request, {
        next: (result) => !isOver && this.#take(topic, result),
        error: (error) => !isOver && this.#failed(error),
        complete: () => !isOver && this.#wait(),
      })
    }
  }

  #connected(): void {
    this.state.value = { kind: 'live' }
    this.#timer = setTimeout(() => {
      this.#attempts = 0
    }, STEADY_MS)
  }

  #take(topic: Topic, result: Result): void {
    const told = result.data?.told
    if (told) this.#tell(topic, told)
    else if (codeOf(result) === 'UNAUTHORIZED') this.#refuse()
    else {
      // Too much was missed to be told one by one: it starts from anew, and whoever listens reads it all again.
      this.#since.delete(topic)
      this.#wait()
    }
  }

  /** The first event of a topic says no more than where it begins. */
  #tell(topic: Topic, told: Told<never>): void {
    this.#since.set(topic, told.id)
    if (told.event === 'ready') return
    for (const listener of this.#listeners[topic]) listener(told)
  }

  #failed(error: unknown): void {
    const response = error instanceof NetworkError ? error.response : undefined
    if (response?.status === 401) this.#refuse()
    else this.#wait(response instanceof Response ? Number(response.headers.get('retry-after')) : 0)
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

const isStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** The same response; `heard` is told of all that arrives, comments included. */
function listened(response: Response, heard: () => void): Response {
  const ear = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      heard()
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(ear), response)
}

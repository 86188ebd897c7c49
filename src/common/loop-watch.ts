import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/**
 * The facts of a request for the log. It holds no reference to the request: the internal table of a changing set keeps
 * deleted items alive until the next full garbage collection.
 */
export interface Watched {
  requestId: string
  method: string
  /** The path pattern, once the request was routed. */
  route: string
  /** Start of the request, in milliseconds of `performance.now()`. */
  started: number
}

const BEAT_MS = 250
/** Minimum delay, milliseconds, that counts as blocked. Garbage collection or a busy machine causes shorter delays. */
const BLOCKED_MS = 500
const MOST_NAMED = 10

/**
 * Detects a blocked event loop with a timer that notices when it fires late. Logs the requests that were running then,
 * one of which is the likely cause.
 */
export class LoopWatch {
  readonly #metrics: Metrics
  readonly #log: Logger
  readonly #running = new Set<Watched>()
  readonly #timer: NodeJS.Timeout
  #ended: Watched[] = []
  #due = performance.now() + BEAT_MS

  constructor(metrics: Metrics, log: Logger) {
    this.#metrics = metrics
    this.#log = log
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref()
  }

  begin(request: Watched): void {
    this.#running.add(request)
  }

  /** A request that ended since the last tick may have been the cause. */
  end(request: Watched): void {
    this.#running.delete(request)
    this.#ended.push(request)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #beat(): void {
    const now = performance.now()
    const late = now - this.#due
    if (late > BLOCKED_MS) this.#tell(late, this.#due)
    this.#due = now + BEAT_MS
    this.#ended = []
  }

  #tell(milliseconds: number, since: number): void {
    this.#metrics.eventLoopBlocked(milliseconds / 1000)
    const requests = [...this.#ended, ...this.#running]
      .filter(({ started }) => started <= since)
      .sort((a, b) => b.started - a.started)
      .slice(0, MOST_NAMED)
      .map(({ started, ...request }) => request)
    this.#log.warn({ milliseconds: Math.round(milliseconds), requests }, 'the event loop was blocked')
  }
}

import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/**
 * A request, as the log names it. It does not refer to the request itself: a set whose items come and go leaves tables
 * behind, which hold what was in them until the next full collection, and all that hangs on it.
 */
export interface Watched {
  requestId: string
  method: string
  /** Its pattern, once the request was routed. */
  route: string
  /** As `performance.now()` has it. */
  started: number
}

const BEAT_MS = 250
/** Shorter delays are garbage collection, or a machine with much to do. */
const BLOCKED_MS = 500
const MOST_NAMED = 10

/**
 * Tells when the event loop stood still, and so everybody's requests with it: by a timer that notices that it comes
 * late. The requests that were under way then are named; one of them is likely to be the cause.
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

  /** A request that ended since the last beat may be what held it up. */
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

import type { Logger } from 'pino'
import type { Metrics } from '../common/metrics.ts'

/** The log and metrics for failures of background work. */
export interface Watch {
  log: Logger
  metrics: Metrics
}

interface Pace {
  /** The name of the work in the metrics. */
  name: string
  /** The log message for a failed round. */
  failure: string
  /**
   * Minimum time between rounds, milliseconds. Wake-ups during this time share the next round. The first round starts
   * at once.
   */
  gapMs?: number
  /**
   * Maximum gap, milliseconds. After a long round the gap grows up to this value, so that rounds take at most a quarter
   * of the time. Default: the gap does not grow.
   */
  longestGapMs?: number
  /** Milliseconds after which a round starts without a wake-up. By default rounds start only after a wake-up. */
  idleMs?: number
}

/** One round of work. A returned number is the time until the next round, milliseconds, instead of `idleMs`. */
type Round = (signal: AbortSignal) => Promise<unknown>

/** The gap is this many times as long as the last round. */
const GAP_PER_ROUND = 3
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 5_000

/**
 * The delay is random, because all work fails together when the database fails, and must not restart at the same
 * moment.
 */
const retryMs = (failures: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS) * (0.8 + 0.4 * Math.random())

/**
 * Runs background work in rounds, one at a time: after a wake-up, and at an interval. A failed round is logged, counted
 * and retried with a growing delay. A wake-up starts a round without that delay.
 */
export class Pacer {
  readonly #pace: Pace
  readonly #watch: Watch
  readonly #round: Round
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isWoken = false
  #isInGap = false
  #failures = 0
  #tookMs = 0

  constructor(pace: Pace, watch: Watch, round: Round) {
    this.#pace = pace
    this.#watch = watch
    this.#round = round
  }

  /** Starts a round now, or directly after the current one, which may have missed the new work. */
  wake(): void {
    this.#isWoken = true
    if (!this.#running && !this.#isInGap) this.#begin()
  }

  /** Starts the first round after `idleMs`. */
  wait(): void {
    this.#rest(this.#pace.idleMs)
  }

  /** Starts no new round, and waits for the current one. */
  async stop(): Promise<void> {
    this.#stop.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  #begin(): void {
    clearTimeout(this.#timer)
    if (this.#stop.signal.aborted) return
    this.#isWoken = false
    this.#running = this.#attempt().then((next) => {
      this.#running = undefined
      this.#rest(next)
    })
  }

  /** Returns the milliseconds until the next round. */
  async #attempt(): Promise<number | undefined> {
    const { name, failure, idleMs } = this.#pace
    const began = performance.now()
    try {
      const next = await this.#round(this.#stop.signal)
      this.#failures = 0
      return typeof next === 'number' ? next : idleMs
    } catch (error) {
      this.#watch.log.error({ err: error, work: name }, failure)
      this.#watch.metrics.backgroundFailed(name)
      this.#failures += 1
      return retryMs(this.#failures)
    } finally {
      this.#tookMs = performance.now() - began
    }
  }

  /** Waits for the gap, then for the rest of `milliseconds`. */
  #rest(milliseconds: number | undefined): void {
    const { gapMs = 0, longestGapMs = gapMs } = this.#pace
    const gap = Math.max(gapMs, Math.min(GAP_PER_ROUND * this.#tookMs, longestGapMs))
    this.#isInGap = gap > 0
    this.#after(gap, () => {
      this.#isInGap = false
      if (this.#isWoken) this.#begin()
      else if (milliseconds !== undefined) this.#after(milliseconds - gap, () => this.#begin())
    })
  }

  #after(milliseconds: number, next: () => void): void {
    if (this.#stop.signal.aborted) return
    if (milliseconds <= 0) next()
    else this.#timer = setTimeout(next, milliseconds).unref()
  }
}

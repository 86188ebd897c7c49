import type { Logger } from 'pino'
import type { Metrics } from '../common/metrics.ts'

/** Who hears of work in the background that failed. */
export interface Watch {
  log: Logger
  metrics: Metrics
}

interface Pace {
  /** The name of the work in the metrics. */
  name: string
  /** What the log says when it fails. */
  failure: string
  /** Rounds do not follow each other sooner: those who wake it meanwhile share the next. The first begins at once. */
  gapMs?: number
  /** Where it is given, the gap is longer after a long round, up to this: a quarter of the time is for rounds, under any load. */
  longestGapMs?: number
  /** After so long it looks by itself; unless given it waits to be woken. */
  idleMs?: number
}

/** A number that it returns is milliseconds until the next round, where that is not as usual. */
type Round = (signal: AbortSignal) => Promise<unknown>

/** How much longer than the round before it a gap is. */
const GAP_PER_ROUND = 3
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 5_000

/** What failed together, since one database serves it all, must not come back together. */
const retryMs = (failures: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS) * (0.8 + 0.4 * Math.random())

/**
 * Does work in the background round by round, one at a time: when it is woken, and by itself after a time. What fails is
 * logged, counted and tried again, after a time that grows; whoever wakes it does not wait for that.
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

  /** Begins a round now, or right after the one under way, which may have looked already. */
  wake(): void {
    this.#isWoken = true
    if (!this.#running && !this.#isInGap) this.#begin()
  }

  /** Begins the first round when it would look by itself. */
  wait(): void {
    this.#rest(this.#pace.idleMs)
  }

  /** Begins nothing more, and waits for what is under way. */
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

  /** First the gap, and then what is left of the time. */
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

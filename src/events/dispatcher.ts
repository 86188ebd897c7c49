import { Pacer, type Watch } from './pacer.ts'

const POLL_MS = 1_000
/** A stop waits so long for what is under way; then it is broken off, and tried again by the next process. */
const STOP_MS = 5_000

interface Parts<C> {
  watch: Watch
  /** What it sends, for the metrics. */
  name: string
  /** How many may be under way. */
  atOnce: number
  /** Takes up to so many of what is due, under leases. No transaction is open when it yields. */
  claim(free: number): AsyncIterable<C>
  /** Sends one outside of any transaction, and writes down what came of it. */
  deliver(claim: C, signal: AbortSignal): Promise<void>
}

const NOT_CLAIMED = 'what is due to be sent could not be claimed; it will be looked for again'

/** Sends what is queued in the database, a bounded number at once. Every replica has one; leases keep them apart. */
export class Dispatcher<C> {
  readonly #parts: Parts<C>
  readonly #running = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  readonly #pacer: Pacer

  constructor(parts: Parts<C>) {
    this.#parts = parts
    // Retries come due by the clock, and tell nobody.
    const pace = { name: parts.name, failure: NOT_CLAIMED, idleMs: POLL_MS }
    this.#pacer = new Pacer(pace, parts.watch, () => this.#claim())
    this.wake()
  }

  /** Looks for work now. */
  wake(): void {
    this.#pacer.wake()
  }

  /** Lets what is under way finish; what is queued stays for the next process. */
  async close(): Promise<void> {
    await this.#pacer.stop()
    const patience = setTimeout(() => this.#abort.abort(), STOP_MS)
    await Promise.all(this.#running)
    clearTimeout(patience)
  }

  async #claim(): Promise<void> {
    const { atOnce, claim } = this.#parts
    const free = atOnce - this.#running.size
    if (free > 0) for await (const each of claim(free)) this.#start(each)
  }

  #start(claim: C): void {
    const { deliver, watch } = this.#parts
    const run = deliver(claim, this.#abort.signal)
      .catch((error) =>
        watch.log.error({ err: error }, 'what came of a delivery could not be kept; it will be sent again'),
      )
      .finally(() => {
        this.#running.delete(run)
        this.wake()
      })
    this.#running.add(run)
  }
}

import type { Logger } from 'pino'

const POLL_MS = 1_000
/** A stop waits so long for what is under way; then it is broken off, and tried again by the next process. */
const STOP_MS = 5_000

interface Parts<C> {
  log: Logger
  /** How many may be under way. */
  atOnce: number
  /** Takes up to so many of what is due, under leases. No transaction is open when it yields. */
  claim(free: number): AsyncIterable<C>
  /** Sends one outside of any transaction, and writes down what came of it. */
  deliver(claim: C, signal: AbortSignal): Promise<void>
}

/** Sends what is queued in the database, a bounded number at once. Every replica has one; leases keep them apart. */
export class Dispatcher<C> {
  readonly #parts: Parts<C>
  readonly #running = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #claiming: Promise<void> | undefined
  #isWoken = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts<C>) {
    this.#parts = parts
    this.wake()
  }

  /** Looks for work now; it looks by itself every second, since retries come due by the clock. */
  wake(): void {
    this.#isWoken = true
    if (this.#isClosed || this.#claiming) return
    clearTimeout(this.#timer)
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = undefined
      if (this.#isClosed) return
      if (this.#isWoken && this.#running.size < this.#parts.atOnce) this.wake()
      else this.#timer = setTimeout(() => this.wake(), POLL_MS).unref()
    })
  }

  /** Lets what is under way finish; what is queued stays for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#claiming
    const patience = setTimeout(() => this.#abort.abort(), STOP_MS)
    await Promise.all(this.#running)
    clearTimeout(patience)
  }

  async #claim(): Promise<void> {
    const { atOnce, claim, log } = this.#parts
    this.#isWoken = false
    const free = atOnce - this.#running.size
    if (free <= 0) return
    try {
      for await (const each of claim(free)) this.#start(each)
    } catch (error) {
      log.error({ err: error }, 'what is due to be sent could not be claimed; it will be looked for again')
    }
  }

  #start(claim: C): void {
    const { deliver, log } = this.#parts
    const run = deliver(claim, this.#abort.signal)
      .catch((error) => log.error({ err: error }, 'what came of a delivery could not be kept; it will be sent again'))
      .finally(() => {
        this.#running.delete(run)
        this.wake()
      })
    this.#running.add(run)
  }
}

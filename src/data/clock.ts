/**
 * The time of the database, which decides when work is due. All replicas use it, so differences between their own
 * clocks do not matter. Its error is at most the response time of the database.
 */
export class Clock {
  /** Difference between the database's clock and this process's monotonic clock, milliseconds. */
  #ahead: number | undefined

  /**
   * The time of the database. Until the first measurement, and always with an embedded database, this is the local
   * time.
   */
  get now(): Date {
    return this.#ahead === undefined ? new Date() : new Date(performance.now() + this.#ahead)
  }

  /** Measures the time of the database. A slow answer is less exact, so it does not replace an earlier measurement. */
  async measure(ask: () => Promise<Date>, longestMs = 1_000): Promise<void> {
    const started = performance.now()
    const at = await ask()
    const ended = performance.now()
    if (this.#ahead !== undefined && ended - started > longestMs) return
    this.#ahead = at.getTime() - (started + ended) / 2
  }
}

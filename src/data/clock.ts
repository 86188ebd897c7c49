/**
 * The time by which things fall due: the database's. Replicas whose own clocks differ, or are set, agree on it to within
 * the time that an answer of the database takes.
 */
export class Clock {
  /** How far the database's clock is ahead of this process's monotonic one, milliseconds. */
  #ahead: number | undefined

  /** Until it is measured for the first time, and where the database runs in this process, it is this machine's time. */
  get now(): Date {
    return this.#ahead === undefined ? new Date() : new Date(performance.now() + this.#ahead)
  }

  /** Asks the database for its time. An answer that took long tells less: the last good one stays. */
  async measure(ask: () => Promise<Date>, longestMs = 1_000): Promise<void> {
    const started = performance.now()
    const at = await ask()
    const ended = performance.now()
    if (this.#ahead !== undefined && ended - started > longestMs) return
    this.#ahead = at.getTime() - (started + ended) / 2
  }
}

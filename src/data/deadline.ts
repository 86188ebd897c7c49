import { ConnectionFault } from './database-faults.ts'

/** Maximum delay, milliseconds, before a passed deadline is noticed. */
const TICK_MS = 50

/** A callback for a passed deadline; `grace` is the additional time in milliseconds. */
interface Watch {
  readonly deadline: Deadline
  readonly grace: number
  callback: (() => void) | undefined
}

/** The time by which an answer is due. A request passes its deadline to all work that it waits for. */
export class Deadline {
  /** The watches of all deadlines. One timer checks them all, because nearly all work ends long before its deadline. */
  static readonly #watches = new Set<Watch>()
  static #isTicking = false
  #seconds: number
  #at: number

  constructor(seconds: number) {
    this.#seconds = seconds
    this.#at = performance.now() + seconds * 1000
  }

  /** Milliseconds until the deadline; 0 when it has passed. */
  get left(): number {
    return Math.max(0, this.#at - performance.now())
  }

  /** Restarts the deadline, after a wait that the service did not cause, or for work that needs longer. */
  renew(seconds = this.#seconds): void {
    this.#seconds = seconds
    this.#at = performance.now() + seconds * 1000
  }

  /**
   * Calls `callback` when the deadline and `grace` milliseconds have passed, or up to `TICK_MS` later. The returned
   * function cancels this.
   */
  whenPassed(callback: () => void, grace = 0): () => void {
    const watch: Watch = { deadline: this, grace, callback }
    Deadline.#watches.add(watch)
    if (!Deadline.#isTicking) Deadline.#tickSoon()
    return () => {
      Deadline.#watches.delete(watch)
      // A set that has grown keeps its old hash tables, and so this watch, until the next full garbage collection.
      // Without this line, the watch would keep everything that the callback references.
      watch.callback = undefined
    }
  }

  /**
   * Waits for `work` until the deadline. `late` receives the result of work that ends after the deadline.
   * @throws ConnectionFault
   */
  bound<T>(work: Promise<T>, { grace = 0, late }: { grace?: number; late?: (value: T) => void } = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      let isLate = false
      const stop = this.whenPassed(() => {
        isLate = true
        reject(new ConnectionFault('57014', 'The deadline has passed'))
      }, grace)
      work.then(
        (value) => {
          stop()
          if (isLate) late?.(value)
          else resolve(value)
        },
        (error) => {
          stop()
          reject(error)
        },
      )
    })
  }

  static #tickSoon(): void {
    Deadline.#isTicking = true
    setTimeout(Deadline.#tick, TICK_MS).unref()
  }

  static readonly #tick = (): void => {
    const now = performance.now()
    for (const watch of Deadline.#watches) {
      // `renew` may have moved the deadline.
      if (now < watch.deadline.#at + watch.grace) continue
      Deadline.#watches.delete(watch)
      watch.callback?.()
    }
    if (Deadline.#watches.size > 0) Deadline.#tickSoon()
    else Deadline.#isTicking = false
  }
}

import { ConnectionFault } from './database-faults.ts'

/** How late a deadline may be noticed, milliseconds. */
const TICK_MS = 50

/** What is called when a deadline has passed. */
interface Watch {
  readonly deadline: Deadline
  readonly grace: number
  callback: (() => void) | undefined
}

/** The moment by which an answer is due. It goes with a request to all that the request waits for. */
export class Deadline {
  /** Those of all deadlines, which one timer looks through: nearly all work is done long before, and is not worth a timer. */
  static readonly #watches = new Set<Watch>()
  static #isTicking = false
  #seconds: number
  #at: number

  constructor(seconds: number) {
    this.#seconds = seconds
    this.#at = performance.now() + seconds * 1000
  }

  /** Milliseconds until then; 0 when it has passed. */
  get left(): number {
    return Math.max(0, this.#at - performance.now())
  }

  /** Begins anew, from now: what took time before was not the service's affair, or the work is known to take longer. */
  renew(seconds = this.#seconds): void {
    this.#seconds = seconds
    this.#at = performance.now() + seconds * 1000
  }

  /** Calls back so many milliseconds after it has passed, or a little later, unless the result is called before. */
  whenPassed(callback: () => void, grace = 0): () => void {
    const watch: Watch = { deadline: this, grace, callback }
    Deadline.#watches.add(watch)
    if (!Deadline.#isTicking) Deadline.#tickSoon()
    return () => {
      Deadline.#watches.delete(watch)
      // Tables that the set has outgrown hold the watch until the next full collection: what waited must not stay with it.
      watch.callback = undefined
    }
  }

  /** Waits for `work` for no longer than that. What it comes to later, `late` is given. @throws ConnectionFault */
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
      // It may have been renewed meanwhile.
      if (now < watch.deadline.#at + watch.grace) continue
      Deadline.#watches.delete(watch)
      watch.callback?.()
    }
    if (Deadline.#watches.size > 0) Deadline.#tickSoon()
    else Deadline.#isTicking = false
  }
}

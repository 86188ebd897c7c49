import { ConnectionFault } from './database-faults.ts'

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1

/** The moment by which an answer is due. It goes with a request to all that the request waits for. */
export class Deadline {
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

  /** Calls back so many milliseconds after it has passed, unless the result is called before. */
  whenPassed(callback: () => void, grace = 0): () => void {
    const wait = () => setTimeout(look, Math.min(this.left + grace, LONGEST_MS)).unref()
    // It may have been renewed meanwhile.
    const look = () => {
      if (this.left > 0) timer = wait()
      else callback()
    }
    let timer = wait()
    return () => clearTimeout(timer)
  }

  /** Waits for `work` for no longer than that. What it comes to later, `late` is given. @throws ConnectionFault */
  bound<T>(work: Promise<T>, { grace = 0, late = (_: T) => {} } = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      let isLate = false
      const stop = this.whenPassed(() => {
        isLate = true
        reject(new ConnectionFault('57014', 'The deadline has passed'))
      }, grace)
      work.then(
        (value) => {
          stop()
          if (isLate) late(value)
          else resolve(value)
        },
        (error) => {
          stop()
          reject(error)
        },
      )
    })
  }
}

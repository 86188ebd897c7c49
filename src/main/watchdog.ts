import { url } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { moduleBeside } from '../common/threads.ts'

const BEAT_MS = 1_000
/** A memory that both threads see: how often the event loop beat, and the seconds that a stop may still take. */
const [BEATS, STOP_SECONDS] = [0, 1]

/** What the thread is given. */
export interface WatchdogData {
  state: Int32Array
  stuckSeconds: number
  beatMs: number
}

/**
 * Ends the process when its event loop stands still, or does not stop in time. A thread of its own does that: signals
 * and timers of the main thread need the event loop. `serve.ts` starts it when the gateway listens: what blocks the loop
 * before, as a migration of PGlite, may take its time.
 */
export class Watchdog {
  readonly #state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))

  /** `stuckSeconds`: how long the event loop may stand still. A debugger stops it for longer, so it has no watchdog. */
  start(stuckSeconds = 60): void {
    if (url() !== undefined) return
    const workerData: WatchdogData = { state: this.#state, stuckSeconds, beatMs: BEAT_MS }
    const worker = new Worker(moduleBeside(import.meta.url, './watchdog.worker'), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 16 },
    })
    worker.unref()
    setInterval(() => Atomics.add(this.#state, BEATS, 1), BEAT_MS).unref()
  }

  /** Ends the process after so many seconds, whatever the main thread does. */
  endAfter(seconds: number): void {
    Atomics.store(this.#state, STOP_SECONDS, seconds)
  }
}

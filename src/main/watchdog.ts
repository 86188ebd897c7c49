import { once } from 'node:events'
import { url } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { moduleBeside } from '../common/threads.ts'

const BEAT_MS = 1_000

/** The data passed to the thread. */
export interface WatchdogData {
  /** The number of event loop ticks, in memory that both threads share. */
  beats: Int32Array
  stuckSeconds: number
  stopSeconds: number
  beatMs: number
}

/**
 * Ends the process if its event loop is blocked for `stuckSeconds`, or if the process does not end within `stopSeconds`
 * of a signal. A separate thread does this, because signals and timers of the main thread need the event loop.
 * `serve.ts` starts the watchdog when the gateway listens, because earlier work, such as a migration of PGlite, may
 * block the loop for a long time. A debugger stops the event loop too, so a debugged process has no watchdog. Resolves
 * when the thread is watching.
 */
export async function startWatchdog({
  stuckSeconds = 60,
  stopSeconds,
}: {
  stuckSeconds?: number
  stopSeconds: number
}): Promise<void> {
  if (url() !== undefined) return
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: WatchdogData = { beats, stuckSeconds, stopSeconds, beatMs: BEAT_MS }
  const worker = new Worker(moduleBeside(import.meta.url, './watchdog.worker'), {
    workerData,
    execArgv: ['--expose-internals', '--no-warnings'],
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  })
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  await once(worker, 'message')
  worker.unref()
}

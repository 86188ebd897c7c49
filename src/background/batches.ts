import { setTimeout as pause } from 'node:timers/promises'
import type { WorkTools } from './work.ts'

const LONGEST_PAUSE_MS = 1_000

/**
 * Repeats a batch of work until a batch is not full, `most` batches are done, or the signal aborts. After each batch it
 * pauses for the duration of the batch (at most 1 s), so that requests get half of the database's time. Returns whether
 * there is more to do.
 */
export async function inBatches(
  { signal }: Pick<WorkTools, 'signal'>,
  size: number,
  work: () => Promise<number>,
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let batches = 0; batches < most && !signal.aborted; batches++) {
    const started = performance.now()
    if ((await work()) < size) return false
    await pause(Math.min(performance.now() - started, LONGEST_PAUSE_MS))
  }
  return true
}

/** Works on each item separately. A failure is logged, and the next item follows. */
export async function eachApart<T extends { organizationId: string }>(
  { log, signal }: Pick<WorkTools, 'log' | 'signal'>,
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  for (const thing of things) {
    if (signal.aborted) return
    await work(thing).catch((error) => log.error({ err: error, thing }, 'work failed for one resource'))
  }
}

import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { rollBack } from './journal.ts'

/** How long a run waits for the lock. */
const PATIENCE_SECONDS = 60

/**
 * Allows one command at a time to read, compute and write the stack's files. The kernel holds the lock on the folder
 * itself: it applies between host and containers, and ends with the process in any case. The next run first rolls back
 * the changes of a killed run.
 */
export class StackLock implements Disposable {
  readonly #folder: number

  constructor(root: string, seconds = PATIENCE_SECONDS) {
    this.#folder = openSync(root, 'r')
    try {
      const { status, error } = spawnSync('flock', ['--exclusive', '--timeout', String(seconds), '3'], {
        // The program locks the open folder. This process shares the folder's descriptor, so the lock stays after the
        // program ends.
        stdio: ['ignore', 'ignore', 'ignore', this.#folder],
      })
      if (error) throw new Error(`flock of the package util-linux is needed: ${error.message}`)
      if (status !== 0) throw new Error(`another run has held the lock on ${root} for ${seconds} s: try again`)
      rollBack(root)
    } catch (error) {
      closeSync(this.#folder)
      throw error
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#folder)
  }
}

import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const FILE = 'gateway.lock'
const BUSY = 5

/**
 * Locks a folder for this process, and returns the function that unlocks it. PGlite has no lock of its own, and two
 * processes on one folder would destroy the data. The lock is an operating system lock on an empty SQLite file. It
 * works between all processes and containers on the same kernel. It ends with the process, even after a crash, so a
 * file of an earlier process does not block the next process. No other code in this process may open the file, because
 * closing the file again would release the lock.
 * @throws Error with the next step, when another process has locked the folder
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await demandWritable(folder)
  // Imported here because a gateway with a PostgreSQL server does not need it.
  const { DatabaseSync } = await import('node:sqlite')
  const file = new DatabaseSync(join(resolve(folder), FILE))
  try {
    // The journal is in memory, so no second file remains after a crash. Only one of several concurrent processes gets
    // this lock.
    file.exec('pragma journal_mode = memory; begin immediate')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== BUSY) throw error
    throw new Error(
      `Another gateway already uses the data in ${resolve(folder)}.\n` +
        'Stop it, or give this one a folder of its own: DATA_DIR=.data2',
    )
  }
  return () => file.close()
}

/** @throws Error with the next step, when this process cannot create the folder or a file in it */
export async function demandWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    const probe = join(resolve(folder), `writable-${randomUUID()}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new Error(
      `The data folder ${resolve(folder)} cannot be written: ${error instanceof Error ? error.message : error}.\n` +
        'Let the user that runs the gateway write there, or name another folder: DATA_DIR=<folder>',
    )
  }
}

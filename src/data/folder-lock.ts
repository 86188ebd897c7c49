import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const FILE = 'gateway.lock'
const BUSY = 5

/**
 * Takes a folder for this process alone, and answers how to let go of it. PGlite has no lock of its own: two processes
 * on one folder would destroy it. The lock is the operating system's, on a file of SQLite's that stays empty: it holds
 * for all who share the kernel, containers too, and ends with the process, however that ends. What is left of an earlier
 * process refuses nobody. Nothing else here may open the file: closing it again would end the lock.
 * @throws Error that says what to do, when another process has the folder
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await demandWritable(folder)
  // Only whoever has no server needs it.
  const { DatabaseSync } = await import('node:sqlite')
  const file = new DatabaseSync(join(resolve(folder), FILE))
  try {
    // No file beside it, which the next process would have to judge. Of all who begin at once, one gets this lock.
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

/** @throws Error that says what to do, when this process cannot make the folder or a file in it */
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

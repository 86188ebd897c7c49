import { randomUUID } from 'node:crypto'
import { access, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Creates a key file. The file is written under a temporary name and then linked into place, which fails if another
 * process was first. So all processes use the same key, and none reads half a file.
 */
async function makeFile(dataDir: string, path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
}

/** A development key of the data directory, in a file that only its owner can read. Created on first use. */
export async function keyFile(
  dataDir: string,
  name: string,
  make: () => string,
): Promise<{ path: string; text: string }> {
  const path = join(dataDir, name)
  await access(path).catch(() => makeFile(dataDir, path, make()))
  return { path, text: await readFile(path, 'utf8') }
}

import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** The content of a backup. It is stored in a second file, so that an incomplete backup is noticed. */
const Manifest = z.object({
  kind: z.enum(['postgresql', 'pglite']),
  createdAt: z.iso.datetime(),
  /** The applied migrations of the database. */
  migrations: z.array(z.string()),
  /** Rows by table. */
  rows: z.record(z.string(), z.number().int()),
  /** SHA-256 of the backup file, hexadecimal. */
  sha256: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestOf = (file: string): string => `${file}.json`

/** @throws Error when one of the two files exists already */
export function refuseExisting(file: string): void {
  const existing = [file, manifestOf(file)].find(existsSync)
  if (existing) throw new Error(`${existing} exists already, and backups are not overwritten. Give another name.`)
}

/** Reads the manifest of a backup, and checks that the backup file is complete and unchanged. */
export async function readManifest(file: string): Promise<Manifest> {
  const text = await readFile(manifestOf(file), 'utf8').catch(() => {
    throw new Error(`${manifestOf(file)} cannot be read: a backup is the two files ${file} and ${manifestOf(file)}.`)
  })
  const manifest = Manifest.parse(JSON.parse(text))
  if ((await digestOf(file)) !== manifest.sha256)
    throw new Error(`${file} is not the file that ${manifestOf(file)} describes: it was cut short or changed.`)
  return manifest
}

/**
 * Writes a backup. `write` receives the path of a temporary file, and returns the content for the manifest. The file
 * gets its final name only after it is complete and on disk. Only its owner can read it, because it contains personal
 * data.
 */
export async function writeBackup(
  file: string,
  write: (path: string) => Promise<Omit<Manifest, 'sha256' | 'createdAt'>>,
): Promise<Manifest> {
  refuseExisting(file)
  const draft = `${file}.part`
  const createdAt = new Date().toISOString()
  try {
    await writeFile(draft, '', { mode: 0o600 })
    const facts = await write(draft)
    const manifest = { ...facts, createdAt, sha256: await digestOf(draft) }
    await sync(draft)
    await writeFile(manifestOf(file), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(draft, file)
    return manifest
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes)
  return hash.digest('hex')
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

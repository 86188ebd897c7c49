import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../../data/folder-lock.ts'
import { openPglite, PglitePool } from '../../data/pglite-pool.ts'
import type { Ask, Progress } from '../../data/store/ask.ts'
import { type Manifest, readManifest, writeBackup } from './manifest.ts'
import { rowsOf, verifyRestored } from './verify.ts'

/** Writes a backup of an embedded database to a file. @throws Error while a gateway uses the folder */
export async function backupEmbedded(dataDir: string, file: string): Promise<Manifest> {
  if (!existsSync(join(dataDir, 'pglite'))) throw new Error(`There is no database in ${dataDir}. Give its DATA_DIR.`)
  const unlock = await lockFolder(dataDir)
  try {
    return await writeBackup(file, (path) =>
      over({ dataDir: join(dataDir, 'pglite') }, async (ask, pglite) => {
        const { rows: applied } = await ask<{ name: string }>('select name from schema_migration order by name', [])
        const rows = await rowsOf(ask)
        await writeFile(path, Buffer.from(await (await pglite.dumpDataDir('gzip')).arrayBuffer()), { flush: true })
        return { kind: 'pglite', rows, migrations: applied.map(({ name }) => name) }
      }),
    )
  } finally {
    unlock()
  }
}

/**
 * Restores a backup into a folder without a database, and checks its rows and audit chains. Without a folder it
 * restores in memory.
 */
export async function restoreEmbedded(dataDir: string | undefined, file: string, log: Progress): Promise<Manifest> {
  const manifest = await readManifest(file)
  if (manifest.kind !== 'pglite') throw new Error(`${file} is a backup of a server: give DATABASE_OWNER_URL.`)
  const loadDataDir = new Blob([new Uint8Array(await readFile(file))])
  if (dataDir === undefined) {
    await over({ loadDataDir }, (ask) => verifyRestored(ask, manifest, log))
    return manifest
  }
  const folder = join(dataDir, 'pglite')
  if (existsSync(folder)) throw new Error(`There is a database in ${dataDir} already. Restore into another DATA_DIR.`)
  await mkdir(dataDir, { recursive: true })
  const unlock = await lockFolder(dataDir)
  try {
    await over({ dataDir: folder, loadDataDir }, (ask) => verifyRestored(ask, manifest, log))
    return manifest
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    unlock()
  }
}

type Pglite = Awaited<ReturnType<typeof openPglite>>

/** Runs `work` on PGlite as its superuser, which sees every row. */
async function over<T>(
  where: Parameters<typeof openPglite>[0],
  work: (ask: Ask, pglite: Pglite) => Promise<T>,
): Promise<T> {
  const pglite = await openPglite(where)
  const pool = new PglitePool(pglite)
  try {
    const { query } = await pool.connect()
    return await work((sql, parameters) => query(sql, parameters), pglite)
  } finally {
    await pool.end()
  }
}

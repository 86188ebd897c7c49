import { existsSync, openAsBlob } from 'node:fs'
import { cp, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { ormOptions } from '../../mikro-orm.config.ts'
import { type OpenDatabase, openDatabase, openPool } from '../../src/data/open-database.ts'
import { openPglite, PglitePool } from '../../src/data/pglite-pool.ts'
import { migrateEmbedded } from '../../src/data/store/migrate-embedded.ts'
import { createLog } from '../../src/main/log.ts'
import { imagePath } from './image-path.ts'

/*
 * Database images, which are created once and copied for each test. They are in the folder for temporary files, and
 * their names contain a hash of their sources.
 */

const log = createLog('silent')

/**
 * Creates a small data folder, because the time of a start depends on its size: small log segments, no template
 * databases.
 */
async function makeImage(): Promise<Buffer> {
  const fresh = await openPglite({ initDbStartParams: ['--wal-segsize=1'] })
  const connection = await openPool(new PglitePool(fresh), ormOptions, (ask) =>
    migrateEmbedded(ask, { name: 'PGlite', another: '' }),
  )
  await fresh.exec('update pg_database set datistemplate = false')
  for (const template of ['template0', 'template1']) await fresh.exec(`drop database ${template}`)
  await fresh.exec('checkpoint')
  const image = await imageOf(fresh)
  await connection.close()
  return image
}

const imageOf = async (database: PGlite) => Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer())

/** Writes an image atomically. An existing image stays, because another process may be reading it. */
async function writeImage(file: string, image: Buffer): Promise<void> {
  const aside = `${file}.${process.pid}`
  await writeFile(aside, image)
  await link(aside, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(aside)
}

/** The image of a migrated database. Opening it takes a tenth of the time of migrating. */
async function baseImage(): Promise<string> {
  const image = await imagePath('tar')
  if (!existsSync(image)) await writeImage(image, await makeImage())
  return image
}

/** Opens a migrated PGlite. */
export const openInProcess = async () => openPooled(await openImage(await baseImage()))

const openImage = async (image: string) => openPglite({ loadDataDir: await openAsBlob(image) })
const openPooled = (pglite: PGlite) => openPool(new PglitePool(pglite), ormOptions, async () => {})

export type Fill = (connection: OpenDatabase) => Promise<void>

/** Opens PGlite with the rows that `fill` writes. `fill` runs once per name and version; later calls open an image. */
export async function openFilledInProcess(name: string, version: string, fill: Fill): Promise<OpenDatabase> {
  const file = await imagePath(`${name}-${version}.tar`)
  // Another process may remove the image; then it is created again.
  const image = (await readFile(file).catch(() => undefined)) ?? (await makeFilled(fill))
  if (!existsSync(file)) {
    await removeOld(dirname(file), name)
    await writeImage(file, image)
  }
  return openPooled(await openPglite({ loadDataDir: new Blob([image]) }))
}

async function makeFilled(fill: Fill): Promise<Buffer<ArrayBuffer>> {
  const pglite = await openImage(await baseImage())
  const connection = await openPooled(pglite)
  await fill(connection)
  await pglite.exec('checkpoint')
  const image = await imageOf(pglite)
  await connection.close()
  return image
}

const HOUR_MS = 3_600_000

/** Removes images of earlier versions, which would fill the disk. */
async function removeOld(folder: string, name: string): Promise<void> {
  for (const file of (await readdir(folder)).filter((each) => each.includes(`.${name}-`))) {
    const { mtimeMs } = await stat(join(folder, file)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > HOUR_MS) await rm(join(folder, file), { force: true })
  }
}

/**
 * Fills an empty data folder with a migrated database, in the state after a stop of the gateway. It copies an image,
 * which takes a tenth of the time of a first start.
 */
export async function fillDataFolder(folder: string): Promise<void> {
  const template = await imagePath('folder')
  if (!existsSync(template)) await makeDataFolder(template)
  await cp(template, folder, { recursive: true })
}

async function makeDataFolder(template: string): Promise<void> {
  const draft = `${template}.${process.pid}`
  await mkdir(draft, { recursive: true })
  await (await openDatabase({ dataDir: draft }, ormOptions, { log })).close()
  // Another process may have created it first.
  await rename(draft, template).catch(() => rm(draft, { recursive: true }))
}

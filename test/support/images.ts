import { existsSync, openAsBlob } from 'node:fs'
import { cp, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { ormOptions } from '../../mikro-orm.config.ts'
import { openPglite, PglitePool } from '../../src/data/database.ts'
import { type OpenDatabase, openDatabase, openPool } from '../../src/data/open-database.ts'
import { migrateEmbedded } from '../../src/data/store/migrate-embedded.ts'
import { createLog } from '../../src/main/log.ts'
import { imagePath } from './image-path.ts'

/*
 * Databases that are made once and copied for each test. They are kept in the folder of temporary files, by what they
 * were made of.
 */

const log = createLog('silent')

/** A small data folder, since most of the time of a start goes by its size: little log, few buffers, no templates. */
async function makeImage(): Promise<Buffer> {
  const fresh = await openPglite({ initDbStartParams: ['--wal-segsize=1'], postgresqlconf: 'shared_buffers = 16MB' })
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

/** Writes an image whole, or not at all. The first one stays: another process may be reading it. */
async function writeImage(file: string, image: Buffer): Promise<void> {
  const aside = `${file}.${process.pid}`
  await writeFile(aside, image)
  await link(aside, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(aside)
}

/** The image of a database that was migrated once: opening it takes a tenth of migrating. */
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

/** Opens PGlite as `fill` fills it: once per name and version, later calls open the image of that. */
export async function openFilledInProcess(name: string, version: string, fill: Fill): Promise<OpenDatabase> {
  const file = await imagePath(`${name}-${version}.tar`)
  // Another process may remove it, and the next one makes it again.
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

/** Each version of the code has an image of its own: those of earlier versions would fill the disk. */
async function removeOld(folder: string, name: string): Promise<void> {
  for (const file of (await readdir(folder)).filter((each) => each.includes(`.${name}-`))) {
    const { mtimeMs } = await stat(join(folder, file)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > HOUR_MS) await rm(join(folder, file), { force: true })
  }
}

/**
 * Fills an empty data folder with a migrated database, as the gateway leaves it after a stop: a copy of one that was
 * made once, which takes a tenth of the time of a first start.
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
  // Another process may have been faster.
  await rename(draft, template).catch(() => rm(draft, { recursive: true }))
}

import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { MikroORM, type Options } from '@mikro-orm/postgresql'
import type { PostgresPool } from 'kysely'
import type { Logger } from 'pino'
import { FairPool } from '../common/fair-pool.ts'
import { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import type { Listen } from './listen.ts'
import { openPglite, PglitePool } from './pglite-pool.ts'
import { ServerPool } from './server-pool.ts'
import { whileAnswering } from './server-silence.ts'
import { startOnServer } from './server-start.ts'
import type { Ask } from './store/ask.ts'
import { demandServable } from './store/demand.ts'
import { endLeases } from './store/end-leases.ts'
import { migrateEmbedded } from './store/migrate-embedded.ts'
import { migrateServer } from './store/migrate-server.ts'
import type { StorePool } from './store-pool.ts'

/**
 * The location of the data: a PostgreSQL server, or PGlite in a folder. With `ownerUrl`, the server is migrated first,
 * by the owner of the tables.
 */
export type Store = { databaseUrl: string; ownerUrl?: string | undefined; poolSize: number } | { dataDir: string }

/** An open database, and the function that closes it. */
export interface OpenDatabase {
  database: Database
  pool: StorePool
  listen: Listen | undefined
  close(): Promise<void>
}

/** Limits of the wait for an unavailable server at the start. */
export interface Patience {
  log: Logger
  /** Seconds of retries while the server is unavailable. */
  seconds?: number
  /** Seconds without any answer after which the server is unavailable. */
  silentSeconds?: number
}

type OrmOptions = (pool: PostgresPool, dbName: string) => Options

/**
 * Opens the store after its migration. Checks that the schema fits this version, and that the service cannot bypass
 * row-level security. Waits for an unavailable server, and logs that.
 * @throws Error with the next step, when the store cannot be used, or not safely
 */
export async function openDatabase(store: Store, options: OrmOptions, patience: Patience): Promise<OpenDatabase> {
  return 'databaseUrl' in store ? openServer(store, options, patience) : openFolder(store.dataDir, options, patience)
}

async function openFolder(dataDir: string, options: OrmOptions, { log }: Patience): Promise<OpenDatabase> {
  const unlock = await lockFolder(dataDir)
  try {
    const pool = new PglitePool(await openFiles(join(dataDir, 'pglite')), log)
    const place = { name: `The data in ${resolve(dataDir)}`, another: 'DATA_DIR=.data2' }
    const connection = await openPool(pool, options, async (ask) => {
      await migrateEmbedded(ask, place)
      await endLeases(ask)
    })
    return { ...connection, close: () => connection.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** @throws Error with the next step, when PGlite cannot read the files */
async function openFiles(folder: string): Promise<PGlite> {
  try {
    return await openPglite({ dataDir: folder })
  } catch (error) {
    throw new Error(
      `The database in ${resolve(folder)} cannot be opened: ${error instanceof Error ? error.message : error}.\n` +
        'Its files may be damaged. Keep a copy of the folder, empty it, and restore a backup (docs/backup.md); ' +
        'without a backup, start with a new folder: DATA_DIR=<folder>',
      { cause: error },
    )
  }
}

/** Each attempt uses a new pool, so the connections of a failed attempt end with its pool. */
async function openServer(
  { databaseUrl, ownerUrl, poolSize }: Extract<Store, { databaseUrl: string }>,
  options: OrmOptions,
  { log, seconds = 60, silentSeconds = 10 }: Patience,
): Promise<OpenDatabase> {
  if (ownerUrl) await migrateServer(ownerUrl, { log, seconds, silentSeconds })
  return startOnServer({ url: databaseUrl, variable: 'DATABASE_URL' }, { log, seconds }, () => {
    const pool = new ServerPool(databaseUrl, poolSize)
    return whileAnswering(databaseUrl, silentSeconds, {
      work: openPool(pool, options, demandServable),
      interrupt: () => pool.interrupt(),
    })
  })
}

/**
 * Opens the database on an open pool. `prove` receives a connection and the name of the database; it throws when the
 * database must not be served.
 */
export async function openPool(
  pool: StorePool,
  options: OrmOptions,
  prove: (ask: Ask, databaseName: string) => Promise<void>,
): Promise<OpenDatabase> {
  let name: string
  try {
    name = await proven(pool, prove)
  } catch (error) {
    await pool.end()
    throw error
  }
  // MikroORM ends a pool only after its first use, so `close` below ends this pool instead.
  const lent = { options: pool.options, connect: () => pool.connect(), end: async () => {} }
  const orm = await MikroORM.init(options(lent, name))
  // Connects now: the first transaction may hold the only connection.
  await orm.connect()
  return {
    database: new Database(orm, pool, new FairPool(pool.size)),
    pool,
    listen: pool.listen,
    close: async () => {
      await orm.close()
      await pool.end()
    },
  }
}

/** @returns the name of the database */
async function proven(pool: PostgresPool, prove: (ask: Ask, databaseName: string) => Promise<void>): Promise<string> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_database()::text as name', [])
    const name = rows[0]?.name ?? ''
    await prove((sql, parameters) => client.query(sql, parameters), name)
    return name
  } finally {
    client.release()
  }
}

import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { MikroORM, type Options } from '@mikro-orm/postgresql'
import type { PostgresPool } from 'kysely'
import type { Logger } from 'pino'
import { openPglite, PglitePool, type StorePool } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import type { Listen } from './listen.ts'
import { ServerPool } from './server-pool.ts'
import { whileAnswering } from './server-silence.ts'
import { startOnServer } from './server-start.ts'
import { Shares } from './shares.ts'
import { demandServable } from './store/demand.ts'
import { migrateEmbedded } from './store/migrate-embedded.ts'
import { migrateServer } from './store/migrate-server.ts'
import type { Ask } from './store/migrations.ts'
import { Database } from './transaction.ts'

/**
 * Where the data is: a PostgreSQL server, or PGlite in a folder. The owner of the tables, where he is given, migrates a
 * server before it is served.
 */
export type Store = { databaseUrl: string; ownerUrl?: string | undefined; poolSize: number } | { dataDir: string }

/** An open database, and how to let go of it. */
export interface OpenDatabase {
  database: Database
  pool: StorePool
  listen: Listen | undefined
  close(): Promise<void>
}

/** How a start bears with a server. */
export interface Patience {
  log: Logger
  /** How long it tries again while the server is away. */
  seconds?: number
  /** How long the server may answer nothing at all. */
  silentSeconds?: number
}

type OrmOptions = (pool: PostgresPool, dbName: string) => Options

/**
 * Opens the store, migrated, and proves that its schema is the one that this version works with, and that the service
 * cannot get round row-level security there. Waits for a server that is away, and says so.
 * @throws Error that says what to do, when the store cannot be used, or not safely
 */
export async function openDatabase(store: Store, options: OrmOptions, patience: Patience): Promise<OpenDatabase> {
  return 'databaseUrl' in store ? openServer(store, options, patience) : openFolder(store.dataDir, options)
}

async function openFolder(dataDir: string, options: OrmOptions): Promise<OpenDatabase> {
  const unlock = await lockFolder(dataDir)
  try {
    const pool = new PglitePool(await openFiles(join(dataDir, 'pglite')))
    const place = { name: `The data in ${resolve(dataDir)}`, another: 'DATA_DIR=.data2' }
    const connection = await openPool(pool, options, (ask) => migrateEmbedded(ask, place))
    return { ...connection, close: () => connection.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** @throws Error that says what to do, when PGlite cannot read the files */
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

/** An attempt has a pool of its own: what it leaves behind when it fails ends with that. */
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
 * The same over a pool that is open. `prove` is given a connection and the name of the database, and throws where it must
 * not be served.
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
  // It would end the pool only if it had used it.
  const lent = { options: pool.options, connect: () => pool.connect(), end: async () => {} }
  const orm = await MikroORM.init(options(lent, name))
  // Now, and not in the first transaction, which may hold the only connection that there is.
  await orm.connect()
  return {
    database: new Database(orm, pool, new Shares(pool.size)),
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

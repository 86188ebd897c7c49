import { join } from 'node:path'
import { MikroORM, type Options } from '@mikro-orm/postgresql'
import type { PostgresPool } from 'kysely'
import type { Logger } from 'pino'
import { migrations } from '../../schema/migrations/index.ts'
import { openPglite, PglitePool, type StorePool } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import type { Listen } from './listen.ts'
import { migrate } from './migrations.ts'
import { ServerPool } from './server-pool.ts'
import { whileAnswering } from './server-silence.ts'
import { startOnServer } from './server-start.ts'
import { Shares } from './shares.ts'
import { Database } from './transaction.ts'

/** Where the data is: a PostgreSQL server, or PGlite in a folder. */
export type Store = { databaseUrl: string; poolSize: number } | { dataDir: string }

/** An open database, and how to let go of it. */
export interface Connection {
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
 * Opens the store, applies the migrations that are missing, and proves that the service cannot bypass
 * row-level security there. Waits for a server that is away, and says so.
 * @throws Error that says what to do, when the store cannot be used, or not safely
 */
export async function connectDatabase(store: Store, options: OrmOptions, patience: Patience): Promise<Connection> {
  return 'databaseUrl' in store ? connectServer(store, options, patience) : connectFolder(store.dataDir, options)
}

async function connectFolder(dataDir: string, options: OrmOptions): Promise<Connection> {
  const unlock = await lockFolder(dataDir)
  try {
    const pglite = await openPglite({ dataDir: join(dataDir, 'pglite') })
    const connection = await connectPool(new PglitePool(pglite), options)
    return { ...connection, close: () => connection.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** An attempt has a pool of its own: what it leaves behind when it fails ends with that. */
function connectServer(
  { databaseUrl, poolSize }: { databaseUrl: string; poolSize: number },
  options: OrmOptions,
  { log, seconds = 60, silentSeconds = 10 }: Patience,
): Promise<Connection> {
  return startOnServer(databaseUrl, { log, seconds }, () => {
    const pool = new ServerPool(databaseUrl, poolSize)
    return whileAnswering(databaseUrl, silentSeconds, {
      work: connectPool(pool, options, { log }),
      interrupt: () => pool.interrupt(),
    })
  })
}

/** The same over a pool that is open. `server`: given where others may be connected to the same database. */
export async function connectPool(pool: StorePool, options: OrmOptions, server?: { log: Logger }): Promise<Connection> {
  const name = await databaseName(pool).catch(async (error) => {
    await pool.end()
    throw error
  })
  const orm = await MikroORM.init(options(pool, name))
  try {
    await migrateOver(pool, server?.log)
    if (server) await refusePrivilegedLogin(orm)
    await refuseUnforcedTables(orm)
  } catch (error) {
    await orm.close()
    throw error
  }
  return {
    database: new Database(orm, pool, new Shares(pool.size)),
    pool,
    listen: pool.listen,
    close: () => orm.close(),
  }
}

async function databaseName(pool: PostgresPool): Promise<string> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name', [])
    return rows[0]?.name ?? ''
  } finally {
    client.release()
  }
}

/** Over one connection. Replicas that start together take turns. */
async function migrateOver(pool: PostgresPool, log?: Logger): Promise<void> {
  const client = await pool.connect()
  const LOCK = 4_000_000_092
  try {
    if (!log) return await migrate(client, migrations)
    const { rows } = await client.query<{ isMine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as "isMine"`, [])
    if (!rows[0]?.isMine) {
      log.info('waiting for the migrations of another replica')
      await client.query(`select pg_advisory_lock(${LOCK})`, [])
    }
    try {
      await migrate(client, migrations)
    } finally {
      await client.query(`select pg_advisory_unlock(${LOCK})`, [])
    }
  } finally {
    client.release()
  }
}

/** @throws Error when the role that the connections log in with could look past row-level security */
export async function refusePrivilegedLogin(orm: MikroORM): Promise<void> {
  const [login] = await orm.em
    .getConnection()
    .execute('select rolname, rolsuper or rolbypassrls as privileged from pg_roles where rolname = current_user')
  if (!login?.privileged) return
  throw new Error(
    `The role "${login.rolname}" of DATABASE_URL can bypass row-level security, so tenants would not be isolated.\n` +
      'Make one that cannot, and own the database with it:\n' +
      "  create role gateway login createrole password '...'; alter database <name> owner to gateway;",
  )
}

/** A tenant table whose row-level security was switched off by hand must not be served. */
async function refuseUnforcedTables(orm: MikroORM): Promise<void> {
  const open: { relname: string }[] = await orm.em.getConnection().execute(
    `select distinct relname from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'organization_id'
     and not (relrowsecurity and relforcerowsecurity)`,
  )
  if (open.length === 0) return
  throw new Error(`Row-level security is not forced on: ${open.map(({ relname }) => relname).join(', ')}`)
}

import { join } from 'node:path'
import { MikroORM, type Options } from '@mikro-orm/postgresql'
import { type PostgresPool, sql } from 'kysely'
import { openPglite, PglitePool, type StorePool } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import type { Listen } from './listen.ts'
import { ServerPool } from './server-pool.ts'
import { Shares } from './shares.ts'
import { Database } from './transaction.ts'

/** Where the data is: a PostgreSQL server, or PGlite in a folder. */
export type Store = { databaseUrl: string; poolSize: number } | { dataDir: string }

/** An open database, and how to let go of it. */
export interface Connection {
  database: Database
  pool: StorePool
  listen: Listen
  close(): Promise<void>
}

/**
 * Opens the store, applies the migrations that are missing, and proves that the service cannot bypass
 * row-level security there.
 * @throws Error that says what to do, when the store cannot be used safely
 */
export async function connectDatabase(
  store: Store,
  options: (pool: PostgresPool, dbName: string) => Options,
): Promise<Connection> {
  const { pool, unlock } = await openPool(store)
  try {
    const connection = await connectPool(pool, options, 'databaseUrl' in store)
    return { ...connection, close: () => connection.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The same over a pool that is open. `isServer`: whether others may be connected to the same database. */
export async function connectPool(
  pool: StorePool,
  options: (pool: PostgresPool, dbName: string) => Options,
  isServer: boolean,
): Promise<Connection> {
  const orm = await MikroORM.init(options(pool, await databaseName(pool)))
  try {
    await migrate(orm, isServer)
    if (isServer) await refusePrivilegedLogin(orm)
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

async function openPool(store: Store): Promise<{ pool: StorePool; unlock: () => void }> {
  if ('databaseUrl' in store) {
    return { pool: new ServerPool(store.databaseUrl, store.poolSize), unlock: () => {} }
  }
  const unlock = await lockFolder(store.dataDir)
  try {
    const pglite = await openPglite({ dataDir: join(store.dataDir, 'pglite') })
    return { pool: new PglitePool(pglite), unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Replicas that start together take turns: the lock is of this session, and migrations use other connections. */
async function migrate(orm: MikroORM, isServer: boolean): Promise<void> {
  if (!isServer) {
    await orm.migrator.up()
    return
  }
  const LOCK = 4_000_000_092
  await orm.em
    .getConnection()
    .getClient()
    .connection()
    .execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(connection)
      try {
        await orm.migrator.up()
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(connection)
      }
    })
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

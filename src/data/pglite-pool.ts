import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { parsers } from './column-kinds.ts'
import type { Deadline } from './deadline.ts'
import { PgliteClient } from './pglite-client.ts'
import type { StoreClient, StorePool } from './store-pool.ts'

/**
 * Opens PGlite with the same parsers as the server pool. Loaded at the first use: a gateway with a PostgreSQL server
 * does not need it.
 */
export async function openPglite({ dataDir, ...options }: PGliteOptions): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite')
  const files = dataDir === undefined ? {} : (await import('../common/durable-files.ts')).durableIn(dataDir)
  return PGlite.create({ ...options, ...files, parsers })
}

const CHANGEABLE_TABLES = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace
  and (has_any_column_privilege('gateway_tenant', oid, 'update') or has_table_privilege('gateway_tenant', oid, 'delete'))`

/**
 * PGlite as a connection pool with one client. PGlite has a single session, so a transaction holds it alone until its
 * end.
 */
export class PglitePool implements StorePool {
  readonly size = 1
  readonly options = {}
  readonly #database: PGlite
  #turn: Promise<void> = Promise.resolve()

  constructor(database: PGlite) {
    this.#database = database
  }

  async connect(deadline?: Deadline): Promise<StoreClient> {
    const previous = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await (deadline ? deadline.bound(previous, { late: resolve }) : previous)
    return new PgliteClient(this.#database, deadline, resolve)
  }

  interrupt(): void {}

  /** Releases the session after each table, so that waiting transactions run in between. */
  async clearDeadRows(): Promise<void> {
    const { rows } = await this.#alone(CHANGEABLE_TABLES)
    for (const { name } of rows) await this.#alone(`vacuum full ${name}`)
    // The write-ahead log contains the old rows too, and its files would be kept for recycling.
    for (const statement of ['set wal_recycle = off', 'select pg_switch_wal()', 'checkpoint', 'reset wal_recycle'])
      await this.#alone(statement)
  }

  async #alone(statement: string) {
    const { query, release } = await this.connect()
    return query<{ name: string }>(statement, []).finally(release)
  }

  end(): Promise<void> {
    return this.#database.close()
  }
}

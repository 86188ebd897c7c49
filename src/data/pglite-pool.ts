import { setImmediate } from 'node:timers/promises'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import type { Logger } from 'pino'
import { parsers } from './column-kinds.ts'
import type { Deadline } from './deadline.ts'
import { PgliteClient } from './pglite-client.ts'
import { PgliteStatements } from './pglite-statements.ts'
import type { StoreClient, StorePool } from './store-pool.ts'

/** The memory of WebAssembly never shrinks, and the operating system caches the files too. The default is 128 MB. */
const BUFFERS = ['-c', 'shared_buffers=16MB']

/**
 * Opens PGlite with the same parsers as the server pool. Loaded at the first use: a gateway with a PostgreSQL server
 * does not need it.
 */
export async function openPglite({ dataDir, initDbStartParams = [], ...options }: PGliteOptions): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite')
  const startParams = [...PGlite.defaultStartParams, ...BUFFERS]
  const start =
    dataDir === undefined
      ? { startParams }
      : (await import('../common/durable-files.ts')).durableIn(dataDir, startParams)
  return PGlite.create({ ...options, ...start, initDbStartParams: [...initDbStartParams, ...BUFFERS], parsers })
}

const CHANGEABLE_TABLES = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace
  and (has_any_column_privilege('gateway_tenant', oid, 'update') or has_table_privilege('gateway_tenant', oid, 'delete'))`

/** Tables with at least five pages that are more than twice as large as at their last analysis. */
const GROWN_TABLES = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace
  and pg_relation_size(oid) > 2 * greatest(relpages, 2) * current_setting('block_size')::int`
/** Minimum time between looks for grown tables, milliseconds, and the number of written rows before each look. */
const LOOK_MS = 1_000
const LOOK_ROWS = 50
/**
 * Turns of the event loop in which a request is received, routed and executed. With one more, for its audit record, work that
 * a client polls for took three times as long.
 */
const TURNS_OF_A_REQUEST = 3
const NOT_ANALYZED = 'tables that have grown could not be analyzed, so statements may be slow; it will be tried again'
/** A small sample: no request is answered during the analysis. */
const analysisOf = (name: string) => `set local default_statistics_target = 10; analyze ${name}`

/**
 * PGlite as a connection pool with one client. PGlite has a single session, so a transaction holds it alone until its
 * end.
 */
export class PglitePool implements StorePool {
  readonly size = 1
  readonly options = {}
  readonly #database: PGlite
  readonly #statements: PgliteStatements
  readonly #log: Pick<Logger, 'warn'> | undefined
  #turn: Promise<void> = Promise.resolve()
  #written = 0
  #lookedAt = 0
  #isEnded = false

  constructor(database: PGlite, log?: Pick<Logger, 'warn'>) {
    this.#database = database
    this.#log = log
    this.#statements = new PgliteStatements(database)
  }

  async connect(deadline?: Deadline): Promise<StoreClient> {
    const previous = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await (deadline ? deadline.bound(previous, { late: resolve }) : previous)
    return new PgliteClient(this.#database, this.#statements, deadline, (written) => {
      resolve()
      this.#note(written)
    })
  }

  interrupt(): void {}

  async letRequestsPass(): Promise<void> {
    for (let turn = 0; turn < TURNS_OF_A_REQUEST; turn++) await setImmediate()
  }

  /** Releases the session after each table, so that waiting transactions run in between. */
  async clearDeadRows(): Promise<void> {
    const { rows } = await this.#alone(CHANGEABLE_TABLES)
    for (const { name } of rows) await this.#alone(`vacuum full ${name}`)
    // The write-ahead log contains the old rows too, and its files would be kept for recycling.
    for (const statement of ['set wal_recycle = off', 'select pg_switch_wal()', 'checkpoint', 'reset wal_recycle'])
      await this.#alone(statement)
  }

  /**
   * Analyzes tables that have grown, because PGlite has no autovacuum. The statistics replace plans that were prepared
   * for smaller tables, which may read all rows of an organization for each row that they need.
   */
  #note(written: number): void {
    this.#written += written
    if (this.#written < LOOK_ROWS || performance.now() - this.#lookedAt < LOOK_MS) return
    this.#written = 0
    this.#lookedAt = performance.now()
    // A failure does not concern the transaction that has ended. The next look repeats the analysis.
    this.#analyzeGrown().catch((err) => {
      // A stop does not wait for analyses.
      if (!this.#isEnded) this.#log?.warn({ err }, NOT_ANALYZED)
    })
  }

  async #analyzeGrown(): Promise<void> {
    const { rows } = await this.#alone(GROWN_TABLES)
    for (const { name } of rows) await this.#alone(analysisOf(name))
  }

  async #alone(statement: string) {
    await this.letRequestsPass()
    const { query, release } = await this.connect()
    return query<{ name: string }>(statement, []).finally(release)
  }

  end(): Promise<void> {
    this.#isEnded = true
    return this.#database.close()
  }
}

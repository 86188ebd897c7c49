import { AsyncLocalStorage } from 'node:async_hooks'
import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { type Listen, listenOnServer } from './listen.ts'

/** Unprivileged roles that statements run as. Both are made by the first migration. */
export type DatabaseRole = 'gateway_tenant' | 'gateway_system'

/** What one transaction may see: a role and, for the tenant role, the organization that row-level security lets through. */
export interface Session {
  role: DatabaseRole
  organizationId?: string
  readOnly?: boolean
}

const opening = new AsyncLocalStorage<Session>()

/** Runs `begin` so that the transaction which it opens starts in `session`. */
export const openingSession = <T>(session: Session, begin: () => Promise<T>): Promise<T> => opening.run(session, begin)

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** What puts a transaction into a session; all of it ends with the transaction. */
export const sessionStatement = ({ role, organizationId = '' }: Session): string =>
  `set local role ${role}; select set_config('app.organization_id', ${literal(organizationId)}, true)`

/** Begin, role and tenant go to the database as one batch: one round trip, and right behind a transaction-mode pooler. */
const beginStatement = (session: Session): string =>
  `begin${session.readOnly ? ' read only' : ''}; set local statement_timeout = '30s'; ${sessionStatement(session)}`

class SessionDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const session = opening.getStore()
    if (!session) return super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw(beginStatement(session)))
  }
}

/** Kysely's PostgreSQL dialect, whose transactions start in a session. */
export class SessionDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new SessionDriver(this.#config)
  }
}

const DATE = 1082
const INT8 = 20
const TIMESTAMPTZ = 1184

/** Rows hold many moments. In UTC, PostgreSQL's text is ISO 8601 but for the blank, and the engine reads that fastest. */
function toMoment(text: string): unknown {
  if (text.length < 30 && text[10] === ' ' && text.endsWith('+00'))
    return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  return pg.types.getTypeParser(TIMESTAMPTZ)(text)
}

/** `date` stays text (it has no time zone); int8 becomes a number: counts and cents stay below 2^53. */
const parsers: Record<number, (text: string) => unknown> = {
  [DATE]: (text: string) => text,
  [INT8]: Number,
  [TIMESTAMPTZ]: toMoment,
}

/** Connections to a store, and its notifications. */
export interface StorePool extends PostgresPool {
  listen: Listen
}

/** A pool of connections to a PostgreSQL server. */
export function postgresPool(connectionString: string, max: number): pg.Pool & StorePool {
  const types = new pg.TypeOverrides()
  for (const [oid, parse] of Object.entries(parsers)) types.setTypeParser(Number(oid), 'text', parse)
  const pool = new pg.Pool({ connectionString, max, types, connectionTimeoutMillis: 10_000 })
  // The server ended an idle connection, in a restart for one: the pool has dropped it. Unheard, it would end us too.
  pool.on('error', () => {})
  return Object.assign(pool, { listen: listenOnServer(connectionString) })
}

/** Opens PGlite with the same parsing of values as the pool above. Whoever has a server never loads it. */
export async function openPglite(options: { dataDir?: string; loadDataDir?: Blob }): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite')
  return PGlite.create({ ...options, parsers })
}

/** How to read the state of a pool; undefined for PGlite, which has no connections. */
export const countsOf = (pool: PostgresPool) =>
  pool instanceof pg.Pool
    ? () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
    : undefined

/**
 * PGlite behind the interface of a pool: one client, handed out in turn.
 * PGlite has a single session, so whoever holds it must be alone until its transaction ends.
 */
export class PglitePool implements StorePool {
  readonly options = {}
  readonly #database: PGlite
  #turn: Promise<void> = Promise.resolve()

  constructor(database: PGlite) {
    this.#database = database
  }

  async connect(): Promise<PostgresPoolClient> {
    const previous = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await previous
    const query = (sql: string, parameters: readonly unknown[]) => this.#query(sql, parameters)
    return { query: query as PostgresPoolClient['query'], release: resolve }
  }

  end(): Promise<void> {
    return this.#database.close()
  }

  /** In a turn of its own: within someone else's transaction it would be undone with it. */
  listen: Listen = async (channel, onNotify) => {
    const inTurn = async <T>(work: () => Promise<T>) => {
      const { release } = await this.connect()
      return work().finally(release)
    }
    const stop = await inTurn(() => this.#database.listen(channel, onNotify))
    return () => inTurn(() => stop())
  }

  /** `exec` is the simple protocol: it takes several statements, but no parameters. */
  async #query(sql: string, parameters: readonly unknown[] = []) {
    const result = parameters.length
      ? await this.#database.query(sql, [...parameters])
      : (await this.#database.exec(sql)).at(-1)
    return { command: result?.command, rowCount: result?.rowCount ?? 0, rows: result?.rows ?? [] }
  }
}

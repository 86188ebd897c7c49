import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { parsers } from './column-kinds.ts'
import type { Deadline } from './deadline.ts'
import type { Listen } from './listen.ts'
import { PgliteClient } from './pglite-client.ts'
import type { Party } from './shares.ts'

/** Unprivileged roles that statements run as. Both are made by the first migration. */
export type DatabaseRole = 'gateway_tenant' | 'gateway_system'

/** What one transaction may see: a role and, for the tenant role, the organization that row-level security lets through. */
export interface Session {
  role: DatabaseRole
  organizationId?: string
  readOnly?: boolean
  /** Whose share of the pool it takes, where that is not the organization's, or the service's. */
  party?: Party
  /** When the transaction must be over: that of the request, for one. */
  deadline?: Deadline
}

/** Waiting for a row keeps a connection from others: who holds it for so long is not waited for. */
const LOCK_MS = 10_000
/** A transaction of a process that is frozen holds up the events of everybody: the server ends it after so long. */
const IDLE_MS = 15_000

/*
 * Commands, and not calls of `set_config`, which cost the server several times as much. All of it ends with the
 * transaction.
 */

/** What puts a transaction into a session. */
export function sessionStatement({ role, organizationId }: Session): string {
  if (role === 'gateway_tenant' && organizationId === undefined)
    throw new Error('A tenant session needs an organization')
  return `set local role = '${role}'; set local app.organization_id = ${pg.escapeLiteral(organizationId ?? '')}`
}

/** The limits of a transaction, kept by the server too. Of a limit, 0 would mean that there is none. */
export function limitStatement(deadline: Deadline): string {
  const left = Math.max(1, Math.ceil(deadline.left))
  return (
    `set local statement_timeout = ${left}; set local lock_timeout = ${Math.min(left, LOCK_MS)}; ` +
    `set local idle_in_transaction_session_timeout = ${Math.min(left, IDLE_MS)}`
  )
}

/**
 * Begin, role, tenant and limits go to the database as one batch: one round trip, and right behind a transaction-mode
 * pooler. Without a deadline, the database has no limits of time.
 */
export const beginStatement = (session: Session, deadline: Deadline | undefined): string =>
  [
    `begin${session.readOnly ? ' read only' : ''}`,
    sessionStatement(session),
    ...(deadline ? [limitStatement(deadline)] : []),
  ].join('; ')

/** Connections of a pool: all, those that nobody uses, and the callers that wait for one. */
export interface PoolCounts {
  total: number
  idle: number
  waiting: number
}

/** A connection, for one transaction at a time. */
export interface StoreClient extends PostgresPoolClient {
  /** Whether the database takes limits of time, and so ends a statement at the deadline. */
  readonly keepsDeadline: boolean
  /** Begins a transaction by a batch of statements. */
  begin(statements: string): Promise<unknown>
  /** Ends a transaction that has only read. Nobody waits for it, so it may travel with what the connection is asked next. */
  endRead(): void
  /** Ends it, and with it all that is asked of it: nobody waits for its answer any more. */
  abandon(reason: Error): void
}

/** Connections to a store, and its notifications. */
export interface StorePool extends PostgresPool {
  /** How many transactions it can have open at once. */
  readonly size: number
  /** Waits for a connection no longer than the deadline. @throws a fault of the database */
  connect(deadline?: Deadline): Promise<StoreClient>
  /** Undefined where no other process can be connected to the same database. */
  listen?: Listen
  /**
   * Rewrites what rows are changed and deleted in, so that nothing of what they were is left in any file. Undefined for a
   * server, which clears up by itself (autovacuum).
   */
  clearDeadRows?(): Promise<void>
  /** Ends what is under way and takes nothing more: for a stop that the database would hold up. */
  interrupt(): void
  /** The state of the pool; PGlite has no connections to count. */
  counts?: () => PoolCounts
}

/** Opens PGlite with the same parsing of values as the pool above. Whoever has a server never loads it. */
export async function openPglite({ dataDir, ...options }: PGliteOptions): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite')
  const files = dataDir === undefined ? {} : (await import('../common/durable-files.ts')).durableIn(dataDir)
  return PGlite.create({ ...options, ...files, parsers })
}

const CHANGEABLE_TABLES = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace
  and (has_any_column_privilege('gateway_tenant', oid, 'update') or has_table_privilege('gateway_tenant', oid, 'delete'))`

/**
 * PGlite behind the interface of a pool: one client, handed out in turn.
 * PGlite has a single session, so whoever holds it must be alone until its transaction ends.
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

  /** Whoever waits has a turn between two tables. */
  async clearDeadRows(): Promise<void> {
    const { rows } = await this.#alone(CHANGEABLE_TABLES)
    for (const { name } of rows) await this.#alone(`vacuum full ${name}`)
    // What was written is in the log of PostgreSQL as well, whose old files would be kept to be written again.
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

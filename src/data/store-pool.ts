import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Deadline } from './deadline.ts'
import type { Listen } from './listen.ts'

/** Numbers of a pool: all connections, idle connections, and callers that wait for a connection. */
export interface PoolCounts {
  total: number
  idle: number
  waiting: number
}

/** A connection, for one transaction at a time. */
export interface StoreClient extends PostgresPoolClient {
  /** Whether the database enforces time limits, and so ends a statement at the deadline. */
  readonly keepsDeadline: boolean
  /** Begins a transaction with a batch of statements. */
  begin(statements: string): Promise<unknown>
  /**
   * Ends a transaction that has only read. The commit may be sent together with the next query of the connection,
   * because nobody waits for it.
   */
  endRead(): void
  /** Closes the connection. All queries on it fail with `reason`. */
  abandon(reason: Error): void
}

/** Connections to a store, and its notifications. */
export interface StorePool extends PostgresPool {
  /** Maximum number of concurrent transactions. */
  readonly size: number
  /** Waits for a connection until the deadline. @throws a fault of the database */
  connect(deadline?: Deadline): Promise<StoreClient>
  /** Undefined when no other process can connect to the same database. */
  listen?: Listen
  /**
   * Rewrites the tables whose rows change, so that no file keeps old row versions. Undefined for a server, where
   * autovacuum removes them.
   */
  clearDeadRows?(): Promise<void>
  /**
   * Waits while requests that have arrived are answered, before a transaction that no request waits for. Undefined for a
   * server, which does not block the event loop.
   */
  letRequestsPass?(): Promise<void>
  /** Ends all running work and refuses new work, for a stop of the process that the database would delay. */
  interrupt(): void
  /** The state of the pool; PGlite has no connections to count. */
  counts?: () => PoolCounts
}

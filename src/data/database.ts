import { setTimeout as pause } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { type QueryExecutor, sql } from 'kysely'
import { type FairPool, LOOKUPS, type PoolUser, SYSTEM } from '../common/fair-pool.ts'
import { traced } from '../common/trace.ts'
import { Clock } from './clock.ts'
import { ConnectionFault, faultOf } from './database-faults.ts'
import { Deadline } from './deadline.ts'
import type { WorkKind } from './due-times.ts'
import { OpenTransaction } from './open-transaction.ts'
import type { Session } from './session.ts'
import type { StoreClient, StorePool } from './store-pool.ts'
import { names, TenantQueries } from './tenant.ts'
import { Rollback, type Transaction, type Wake } from './transaction.ts'
import { TransactionConnection } from './transaction-connection.ts'

const poolUserOf = ({ poolUser, organizationId, readOnly }: Session): PoolUser =>
  poolUser ?? organizationId ?? (readOnly ? LOOKUPS : SYSTEM)

/** Whether no request waits for the transaction. */
const isOfBackground = ({ deadline, poolUser = SYSTEM }: Session) => deadline === undefined && poolUser === SYSTEM

/** Time limit, seconds, of a transaction without a request: a step of a job or of a stream. */
const BACKGROUND_SECONDS = 60
/**
 * Maximum number of attempts of a transaction that fails because of concurrent transactions, and the delay between
 * attempts, milliseconds.
 */
const MOST_ATTEMPTS = 3
const RETRY_MS = 50
/** Time after the deadline, milliseconds, after which a silent connection is closed. */
const SILENCE_MS = 500
const LATE = 'The database did not answer before the deadline'

/** Opens transactions. All access to the data goes through this class. */
export class Database {
  readonly orm: MikroORM
  readonly #pool: StorePool
  readonly #tenants: TenantQueries
  readonly #fairPool: FairPool
  readonly clock = new Clock()
  readonly #readers = new Set<(wake: Wake) => void>()
  readonly #workers = new Set<(kinds: ReadonlySet<WorkKind>) => void>()

  constructor(orm: MikroORM, pool: StorePool, shares: FairPool) {
    this.orm = orm
    this.#pool = pool
    this.#fairPool = shares
    const tenantEntities = [...orm.getMetadata().getAll().values()].filter(
      ({ properties }) => properties.organizationId?.primary,
    )
    this.#tenants = new TenantQueries(new Set(tenantEntities.map((meta) => meta.tableName)), names)
  }

  /** Measures the time of the database server. */
  measureClock(): Promise<void> {
    return this.clock.measure(() =>
      this.transaction({ role: 'gateway_system', readOnly: true }, async ({ db }) => {
        const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
        return rows[0]?.at ?? new Date()
      }),
    )
  }

  /** Whether the store has one connection, so that each transaction makes all requests wait. */
  get hasOneConnection(): boolean {
    return this.#pool.size === 1
  }

  /** Removes old row versions from the files, for a store that does not do so itself. */
  async clearDeadRows(): Promise<void> {
    await this.#pool.clearDeadRows?.()
  }

  /** Notifies a reader of each commit of this process that appended events, until the returned function is called. */
  onEvents(reader: (wake: Wake) => void): () => void {
    this.#readers.add(reader)
    return () => void this.#readers.delete(reader)
  }

  /** Notifies a worker of each commit of this process that made work due now, until the returned function is called. */
  onDue(worker: (kinds: ReadonlySet<WorkKind>) => void): () => void {
    this.#workers.add(worker)
    return () => void this.#workers.delete(worker)
  }

  /**
   * Runs `work` in one transaction of the given session, and commits it. Rolls back when `work` throws. A thrown
   * `Rollback` also rolls back, but its result is returned. When the transaction fails because of a concurrent one,
   * `work` runs again in a new transaction, so it must have no effect outside of the transaction.
   * @throws the fault of the database, at the latest when the deadline of the session has passed
   */
  transaction<T>(session: Session, work: (unit: Transaction) => Promise<T>): Promise<T> {
    return traced('transaction', { 'db.system.name': 'postgresql' }, () => this.#repeated(session, work))
  }

  /** Runs `work` in a transaction of an organization that only reads. */
  read<T>(organizationId: string, work: (unit: Transaction) => Promise<T>): Promise<T> {
    return this.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, work)
  }

  /** Runs `work` in a transaction of an organization. */
  change<T>(organizationId: string, work: (unit: Transaction) => Promise<T>): Promise<T> {
    return this.transaction({ role: 'gateway_tenant', organizationId }, work)
  }

  async #repeated<T>(session: Session, work: (unit: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(session, work)
      } catch (error) {
        if (!faultOf(error)?.isContention || attempt === MOST_ATTEMPTS) throw error
      }
      await pause(Math.random() * RETRY_MS * attempt)
    }
  }

  /**
   * Waits for the pool user's share of the pool. `work` must not wait for another transaction: both might need the last
   * connection.
   */
  async #once<T>(session: Session, work: (unit: Transaction) => Promise<T>): Promise<T> {
    if (isOfBackground(session)) await this.#pool.letRequestsPass?.()
    const poolUser = poolUserOf(session)
    const deadline = session.deadline ?? new Deadline(BACKGROUND_SECONDS)
    const turn = this.#fairPool.enter(poolUser)
    if (turn !== undefined) await deadline.bound(turn, { late: () => this.#fairPool.leave(poolUser) })
    let client: StoreClient | undefined
    let stop: (() => void) | undefined
    try {
      const connected = await this.#pool.connect(deadline)
      client = connected
      // The server enforces the deadline too. This timer is for a server that does not answer.
      stop = deadline.whenPassed(() => connected.abandon(new ConnectionFault('57014', LATE)), SILENCE_MS)
      return await this.#run(new TransactionConnection(connected, session, deadline), work)
    } finally {
      stop?.()
      client?.release()
      this.#fairPool.leave(poolUser)
    }
  }

  async #run<T>(connection: TransactionConnection, work: (unit: Transaction) => Promise<T>): Promise<T> {
    const { session } = connection
    const executor: QueryExecutor = this.orm.em.getConnection().getClient().getExecutor()
    const unit = new OpenTransaction(executor, connection, this.orm, this.#tenants, this.clock)
    // Not awaited: the first query is sent at the same time, and fails when this batch fails.
    const started = connection.begin()
    started.catch(() => {})
    try {
      const result = await work(unit)
      unit.sendRest()
      const ended = session.readOnly ? connection.endRead() : connection.commit()
      await Promise.all([started, unit.settled(), unit.last, ended])
      for (const events of unit.events) for (const wake of this.#readers) wake(events)
      if (unit.dueNow.size > 0) for (const wake of this.#workers) wake(unit.dueNow)
      return result
    } catch (error) {
      // If the rollback fails, the connection is closed, which ends the transaction too.
      await connection.rollback().catch(() => {})
      if (error instanceof Rollback) return error.result
      // The first failed statement is the cause of all later failures, so its error is thrown.
      await started
      await unit.settled()
      throw error
    }
  }
}

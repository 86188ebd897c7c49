import { setTimeout as pause } from 'node:timers/promises'
import type { EntityClass, MetadataStorage, MikroORM } from '@mikro-orm/postgresql'
import { type Kysely, type QueryExecutor, sql } from 'kysely'
import { traced } from '../common/trace.ts'
import type { Wake } from '../events/wake-ups.ts'
import { Clock } from './clock.ts'
import type { Session, StoreClient, StorePool } from './database.ts'
import { ConnectionFault, faultOf } from './database-faults.ts'
import { Deadline } from './deadline.ts'
import type { WorkKind } from './due-times.ts'
import type { RowChanges } from './row-counts.ts'
import { LOOKUPS, type Party, type Shares, SYSTEM } from './shares.ts'
import { names, TenantQueries } from './tenant.ts'
import { TransactionConnection } from './transaction-connection.ts'
import { OpenUnit } from './unit.ts'

/**
 * The tables as Kysely sees them: each feature adds its own by declaration merging,
 * `declare module './transaction.ts' { interface Tables { client: Client } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** One transaction. */
export interface Unit {
  readonly db: Kysely<Tables>
  /** The rows of a statement that is written already; `TENANT` among its parameters is the organization. */
  rows<R>(statement: string, parameters: readonly unknown[]): Promise<R[]>
  /** What the entities declare. */
  readonly metadata: MetadataStorage
  /** Goes on in another session: another role, another organization. What `db` was before must not be used again. */
  become(session: Session): Promise<void>
  /*
   * Writing sends a statement, and does not wait: statements are done in order, so whatever is asked from here on finds
   * it done. If it fails, so does the transaction.
   */
  /** Makes rows, which all have the same fields. */
  insert<E extends object>(entity: EntityClass<E>, rows: readonly E[]): void
  /** Changes fields of the row that has the key of `row`. */
  update<E extends object>(entity: EntityClass<E>, row: E, changes: Partial<E>): void
  /** Waits for what was sent. @throws what the first of it failed by */
  settled(): Promise<void>
  /**
   * Says that the organization has work of a kind, from a time on; from now on where none is given. Written with the
   * commit, so that none is ever forgotten: `events/due-work` finds it.
   */
  makeDue(kind: WorkKind, at?: Date | null): void
  /** What it changes in the number of rows. Inserts, updates and removals note it themselves; raw statements do not. */
  readonly rowChanges: RowChanges
  /** Leaves the last statement to travel with the commit: if it fails, so does the transaction. */
  finishWith(last: Promise<unknown>): void
  /** Gives the transaction more time, from now, for what is known to take longer than a request may. */
  extend(seconds: number): Promise<void>
  /** Wakes whoever follows the organization, once the transaction is committed. */
  wakeReaders(organizationId: string, types: readonly string[]): void
  /** The time by the database's clock. */
  readonly now: Date
  /** How many statements that write were sent so far: what was read before is as it was, where none was. */
  readonly writes: number
  /** Whether a statement after so many changed something, or may have: one that is not answered yet counts. */
  changedSince(writes: number): boolean
}

/** Thrown by the work of a transaction that must be rolled back and still has a result. */
export class Rollback<T> {
  constructor(readonly result: T) {}
}

const partyOf = ({ party, organizationId, readOnly }: Session): Party =>
  party ?? organizationId ?? (readOnly ? LOOKUPS : SYSTEM)

/** How long a transaction may take that belongs to no request: a step of a job, or of a stream. */
const BACKGROUND_SECONDS = 60
/** How often a transaction is tried that had to give way to others, and how long it waits in between, milliseconds. */
const MOST_ATTEMPTS = 3
const RETRY_MS = 50
/** How much longer than the deadline a connection may be silent before it is given up. */
const SILENCE_MS = 500
const LATE = 'The database did not answer before the deadline'

/** Opens transactions; there is no other way to the data. */
export class Database {
  readonly orm: MikroORM
  readonly #pool: StorePool
  readonly #tenants: TenantQueries
  readonly #shares: Shares
  readonly clock = new Clock()
  readonly #readers = new Set<(wake: Wake) => void>()

  constructor(orm: MikroORM, pool: StorePool, shares: Shares) {
    this.orm = orm
    this.#pool = pool
    this.#shares = shares
    const tenantEntities = [...orm.getMetadata().getAll().values()].filter(
      ({ properties }) => properties.organizationId?.primary,
    )
    this.#tenants = new TenantQueries(new Set(tenantEntities.map((meta) => meta.tableName)), names)
  }

  /** Learns the time of a server, whose clock is not this process's. */
  measureClock(): Promise<void> {
    return this.clock.measure(() =>
      this.transaction({ role: 'gateway_system', readOnly: true }, async ({ db }) => {
        const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
        return rows[0]?.at ?? new Date()
      }),
    )
  }

  /** Takes what changed and deleted rows were out of the files, where the store does not do so by itself. */
  async clearDeadRows(): Promise<void> {
    await this.#pool.clearDeadRows?.()
  }

  /** Tells a reader of every commit of this process that left events, until the result is called. */
  onEvents(reader: (wake: Wake) => void): () => void {
    this.#readers.add(reader)
    return () => void this.#readers.delete(reader)
  }

  /**
   * Runs `work` in one transaction of the given session, and commits.
   * Rolls back when `work` throws; a thrown `Rollback` yields its result all the same. Where the transaction had to give
   * way to another one, `work` runs again, in a new one: it must leave nothing behind but what the transaction holds.
   * @throws a fault of the database, at the latest when the deadline of the session has passed
   */
  transaction<T>(session: Session, work: (unit: Unit) => Promise<T>): Promise<T> {
    return traced('transaction', { 'db.system.name': 'postgresql' }, () => this.#repeated(session, work))
  }

  async #repeated<T>(session: Session, work: (unit: Unit) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(session, work)
      } catch (error) {
        if (!faultOf(error)?.isContention || attempt === MOST_ATTEMPTS) throw error
      }
      await pause(Math.random() * RETRY_MS * attempt)
    }
  }

  /** Within the share of its party. A transaction must not wait for another: both might need the last connection. */
  async #once<T>(session: Session, work: (unit: Unit) => Promise<T>): Promise<T> {
    const party = partyOf(session)
    const deadline = session.deadline ?? new Deadline(BACKGROUND_SECONDS)
    const turn = this.#shares.enter(party)
    if (turn !== undefined) await deadline.bound(turn, { late: () => this.#shares.leave(party) })
    let client: StoreClient | undefined
    let stop: (() => void) | undefined
    try {
      const connected = await this.#pool.connect(deadline)
      client = connected
      // The server keeps to the deadline as well: this is for the one that is silent.
      stop = deadline.whenPassed(() => connected.abandon(new ConnectionFault('57014', LATE)), SILENCE_MS)
      return await this.#run(new TransactionConnection(connected, session, deadline), work)
    } finally {
      stop?.()
      client?.release()
      this.#shares.leave(party)
    }
  }

  async #run<T>(connection: TransactionConnection, work: (unit: Unit) => Promise<T>): Promise<T> {
    const { session } = connection
    const executor: QueryExecutor = this.orm.em.getConnection().getClient().getExecutor()
    const unit = new OpenUnit(executor, connection, this.orm, this.#tenants, this.clock)
    // Not waited for: the first query is sent right behind it, and is refused where this failed.
    const begun = connection.begin()
    begun.catch(() => {})
    try {
      const result = await work(unit)
      unit.sendRest()
      const ended = session.readOnly ? connection.endRead() : connection.commit()
      await Promise.all([begun, unit.settled(), unit.last, ended])
      for (const events of unit.events) for (const wake of this.#readers) wake(events)
      return result
    } catch (error) {
      // Where even that fails, the connection is lost, and the transaction with it.
      await connection.rollback().catch(() => {})
      if (error instanceof Rollback) return error.result
      // What was refused first is why the rest was.
      await begun
      await unit.settled()
      throw error
    }
  }
}

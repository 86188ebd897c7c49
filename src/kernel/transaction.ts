import type { EntityClass, EntityKey, EntityManager, EntityMetadata, MikroORM } from '@mikro-orm/postgresql'
import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import { beginStatement, END_OF_READ, type Session, sessionStatement } from './database.ts'
import { LOOKUPS, type Party, type Shares, SYSTEM } from './shares.ts'
import { names, TENANT, TENANT_FILTER, TenantQueries } from './tenant.ts'
import { traced } from './trace.ts'

/**
 * The tables as Kysely sees them: each feature adds its own by declaration merging,
 * `declare module '../kernel/transaction.ts' { interface Tables { client: Client } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** One transaction, seen two ways: managed entities for changes, plain rows for reads. */
export interface Unit {
  em: EntityManager
  db: Kysely<Tables>
  /** Goes on in another session: another role, another organization. What `db` was before must not be used again. */
  become(session: Session): Promise<void>
  /**
   * Sends a new row, and does not wait: statements are done in order, so whatever is asked from here on finds it. If it
   * fails, so does the transaction.
   */
  insert<E extends object>(entity: EntityClass<E>, row: E): void
  /** Sends the changes of entities. */
  flush(): Promise<void>
  /** Waits for the rows that were sent. @throws what one of them failed by */
  inserted(): Promise<void>
  /** Leaves the last statement to travel with the commit: if it fails, so does the transaction. */
  finishWith(last: Promise<unknown>): void
  /** Wakes the readers of the outbox, once the transaction is committed. */
  wakeReaders(): void
  /** How many statements that write were sent so far: an operation that sent none has changed nothing. */
  readonly writes: number
}

/** Thrown by the work of a transaction that must be rolled back and still has a result. */
export class Rollback<T> {
  constructor(readonly result: T) {}
}

const partyOf = ({ party, organizationId, readOnly }: Session): Party =>
  party ?? organizationId ?? (readOnly ? LOOKUPS : SYSTEM)

/** Opens transactions; there is no other way to the data. */
export class Database {
  readonly orm: MikroORM
  readonly #tenants: TenantQueries
  readonly #shares: Shares
  readonly #readers = new Set<() => void>()

  constructor(orm: MikroORM, shares: Shares) {
    this.orm = orm
    this.#shares = shares
    const tenantEntities = [...orm.getMetadata().getAll().values()].filter((meta) => meta.filters[TENANT_FILTER])
    this.#tenants = new TenantQueries(new Set(tenantEntities.map((meta) => meta.tableName)), names)
  }

  /** Tells a reader of the outbox of every commit of this process that left something in it, until the result is called. */
  onEvents(reader: () => void): () => void {
    this.#readers.add(reader)
    return () => void this.#readers.delete(reader)
  }

  /**
   * Runs `work` in one transaction of the given session, and commits.
   * Rolls back when `work` throws; a thrown `Rollback` yields its result all the same.
   */
  transaction<T>(session: Session, work: (unit: Unit) => Promise<T>): Promise<T> {
    return traced('transaction', { 'db.system.name': 'postgresql' }, () => this.#inTurn(session, work))
  }

  /** Within the share of its party. A transaction must not wait for another: both might need the last connection. */
  async #inTurn<T>(session: Session, work: (unit: Unit) => Promise<T>): Promise<T> {
    const party = partyOf(session)
    await this.#shares.enter(party)
    try {
      return await this.#transaction(session, work)
    } finally {
      this.#shares.leave(party)
    }
  }

  #transaction<T>(session: Session, work: (unit: Unit) => Promise<T>): Promise<T> {
    const executor: QueryExecutor = this.orm.em.getConnection().getClient().getExecutor()
    return executor.provideConnection(async (connection) => {
      const course = new Course(connection, session)
      const unit = new OpenUnit(executor, course, this.orm, this.#tenants)
      // Not waited for: the first query is sent right behind it, and is refused where this failed.
      const begun = course.send(beginStatement(session))
      begun.catch(() => {})
      try {
        const result = await work(unit)
        await unit.flush()
        const ended = course.end(session.readOnly ? END_OF_READ : 'commit')
        // A read that was answered cannot fail any more: whoever is next on the connection is sent right behind its end.
        if (session.readOnly) ended.catch(() => {})
        await Promise.all([begun, unit.inserted(), unit.last, session.readOnly || ended])
        if (unit.hasEvents) for (const wake of this.#readers) wake()
        return result
      } catch (error) {
        // Where even that fails, the connection is lost, and the transaction with it.
        await course.end('rollback').catch(() => {})
        if (error instanceof Rollback) return error.result
        // What was refused first is why the rest was.
        await begun
        await unit.inserted()
        throw error
      }
    })
  }
}

/** Statements that may write; one that begins with its parts (`with`) counts as one of them. */
const WRITES = /^\s*(?:insert|update|delete|merge|with)\b/i

/**
 * The connection of one transaction, for no longer than that: what is asked afterwards would run outside of it. Puts the
 * organization of its session into the statements of tenants.
 */
class Course implements ConnectionProvider, DatabaseConnection {
  readonly #connection: DatabaseConnection
  #ended: Promise<unknown> | undefined
  session: Session
  writes = 0

  constructor(connection: DatabaseConnection, session: Session) {
    this.#connection = connection
    this.session = session
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#ended) throw new Error('The transaction is over')
    return consumer(this)
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (WRITES.test(query.sql)) this.writes += 1
    return this.#connection.executeQuery(this.#limited(query))
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery(this.#limited(query), chunkSize)
  }

  send(statement: string): Promise<unknown> {
    return this.#connection.executeQuery(CompiledQuery.raw(statement))
  }

  /** The first end counts: what was sent as a commit cannot be rolled back. */
  end(statement: 'commit' | 'rollback' | typeof END_OF_READ): Promise<unknown> {
    this.#ended ??= this.send(statement)
    return this.#ended
  }

  #limited(query: CompiledQuery): CompiledQuery {
    if (!query.parameters.includes(TENANT)) return query
    const { organizationId } = this.session
    if (!organizationId) throw new Error('A query of a tenant needs the session of one')
    return { ...query, parameters: query.parameters.map((value) => (value === TENANT ? organizationId : value)) }
  }
}

/** Kysely over a connection that it is given: it only builds and compiles queries. */
const dialect = {
  createDriver: () => new DummyDriver(),
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
}
const driver = dialect.createDriver()
const queriesOver = (executor: QueryExecutor) => new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })

/** Whose row it is, row-level security checks. */
function insertStatement<E extends object>({ tableName, properties }: EntityMetadata<E>, row: E): CompiledQuery {
  const given = Object.entries(row).filter(([key, value]) => key in properties && value !== undefined)
  const values = given.map(([key, value]) => {
    const { columnTypes } = properties[key as EntityKey<E>]
    // A list would be taken for an array of PostgreSQL's.
    return columnTypes[0] === 'jsonb' && value !== null ? JSON.stringify(value) : value
  })
  const columns = given.map(([key]) => `"${names.stored(key)}"`)
  const places = values.map((_, index) => `$${index + 1}`)
  return CompiledQuery.raw(`insert into "${tableName}" (${columns.join(', ')}) values (${places.join(', ')})`, values)
}

/** The unit of a transaction that is open. */
class OpenUnit implements Unit {
  readonly #executor: QueryExecutor
  readonly #course: Course
  readonly #orm: MikroORM
  readonly #tenants: TenantQueries
  #em: EntityManager | undefined
  #inserts: Promise<unknown>[] = []
  db: Kysely<Tables>
  last: Promise<unknown> | undefined
  hasEvents = false

  constructor(executor: QueryExecutor, course: Course, orm: MikroORM, tenants: TenantQueries) {
    this.#executor = executor.withConnectionProvider(course)
    this.#course = course
    this.#orm = orm
    this.#tenants = tenants
    this.db = this.#reader()
  }

  /** Made when it is first asked for: reads never do. */
  get em(): EntityManager {
    if (this.#em) return this.#em
    this.#em = this.#orm.em.fork()
    this.#em.setTransactionContext(queriesOver(this.#executor))
    this.#limitEntities()
    return this.#em
  }

  async become(session: Session): Promise<void> {
    await this.flush()
    await this.#executor.executeQuery(CompiledQuery.raw(sessionStatement(session)))
    this.#course.session = session
    this.db = this.#reader()
    this.#limitEntities()
  }

  insert<E extends object>(entity: EntityClass<E>, row: E): void {
    const inserting = this.#executor.executeQuery(insertStatement(this.#orm.getMetadata(entity), row))
    // Heard by whoever waits for it, at the latest with the commit.
    inserting.catch(() => {})
    this.#inserts.push(inserting)
  }

  async inserted(): Promise<void> {
    await Promise.all(this.#inserts.splice(0))
  }

  finishWith(last: Promise<unknown>): void {
    this.last = last
    // Heard with the commit, if it comes to that.
    last.catch(() => {})
  }

  wakeReaders(): void {
    this.hasEvents = true
  }

  get writes(): number {
    return this.#course.writes
  }

  async flush(): Promise<void> {
    await this.#em?.flush()
  }

  #limitEntities(): void {
    const { role, organizationId } = this.#course.session
    if (role === 'gateway_tenant') this.#em?.setFilterParams(TENANT_FILTER, { organizationId })
  }

  #reader(): Kysely<Tables> {
    const { role, organizationId } = this.#course.session
    if (role === 'gateway_system') return queriesOver(this.#executor.withPlugin(names))
    if (!organizationId) throw new Error('A tenant session needs an organization')
    return queriesOver(this.#executor.withPlugin(this.#tenants))
  }
}

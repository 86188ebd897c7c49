import type { EntityClass, EntityKey, EntityManager, EntityMetadata, MikroORM } from '@mikro-orm/postgresql'
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutor,
} from 'kysely'
import type { Wake } from '../events/wake-ups.ts'
import type { Clock } from './clock.ts'
import { type Session, sessionStatement } from './database.ts'
import { DueTimes, type WorkKind } from './due-times.ts'
import { names, TENANT_FILTER, type TenantQueries } from './tenant.ts'
import type { Tables, Unit } from './transaction.ts'
import type { TransactionConnection } from './transaction-connection.ts'

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
export class OpenUnit implements Unit {
  readonly #executor: QueryExecutor
  readonly #connection: TransactionConnection
  readonly #orm: MikroORM
  readonly #tenants: TenantQueries
  readonly #clock: Clock
  #em: EntityManager | undefined
  #sent: Promise<unknown>[] = []
  readonly #due = new DueTimes()
  db: Kysely<Tables>
  last: Promise<unknown> | undefined
  /** Types of the events that were appended, by organization. */
  readonly events: Wake[] = []

  constructor(
    executor: QueryExecutor,
    connection: TransactionConnection,
    orm: MikroORM,
    tenants: TenantQueries,
    clock: Clock,
  ) {
    this.#executor = executor.withConnectionProvider(connection)
    this.#connection = connection
    this.#orm = orm
    this.#tenants = tenants
    this.#clock = clock
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
    this.sendDue()
    await this.#executor.executeQuery(CompiledQuery.raw(sessionStatement(session)))
    this.#connection.session = session
    this.db = this.#reader()
    this.#limitEntities()
  }

  async rows<R>(statement: string, parameters: readonly unknown[]): Promise<R[]> {
    const query = CompiledQuery.raw(statement, [...parameters])
    return (await this.#connection.provideConnection((each) => each.executeQuery<R>(query))).rows
  }

  insert<E extends object>(entity: EntityClass<E>, row: E): void {
    this.#send(insertStatement(this.#orm.getMetadata(entity), row))
  }

  makeDue(kind: WorkKind, at: Date | null = null): void {
    this.#due.add(kind, at)
  }

  /** Sends what was made due. Last: until the commit, whoever makes something due or takes work away waits for it. */
  sendDue(): void {
    for (const statement of this.#due.take()) this.#send(statement)
  }

  async inserted(): Promise<void> {
    await Promise.all(this.#sent.splice(0))
  }

  finishWith(last: Promise<unknown>): void {
    this.last = last
    // Heard with the commit, if it comes to that.
    last.catch(() => {})
  }

  extend(seconds: number): Promise<void> {
    return this.#connection.extend(seconds)
  }

  wakeReaders(organizationId: string, types: readonly string[]): void {
    this.events.push({ organizationId, types })
  }

  get now(): Date {
    return this.#clock.now
  }

  get writes(): number {
    return this.#connection.writes
  }

  async flush(): Promise<void> {
    await this.#em?.flush()
  }

  /** Heard by whoever waits for what was sent, at the latest with the commit. */
  #send(statement: CompiledQuery): void {
    const sent = this.#executor.executeQuery(statement)
    sent.catch(() => {})
    this.#sent.push(sent)
  }

  #limitEntities(): void {
    const { role, organizationId } = this.#connection.session
    if (role === 'gateway_tenant') this.#em?.setFilterParams(TENANT_FILTER, { organizationId })
  }

  #reader(): Kysely<Tables> {
    const { role, organizationId } = this.#connection.session
    if (role === 'gateway_system') return queriesOver(this.#executor.withPlugin(names))
    if (organizationId === undefined) throw new Error('A tenant session needs an organization')
    return queriesOver(this.#executor.withPlugin(this.#tenants))
  }
}

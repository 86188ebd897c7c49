import type {
  EntityClass,
  EntityKey,
  EntityMetadata,
  EntityProperty,
  MetadataStorage,
  MikroORM,
} from '@mikro-orm/postgresql'
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import type { Clock } from './clock.ts'
import { DueTimes, type WorkKind } from './due-times.ts'
import { countedBy, RowChanges } from './row-counts.ts'
import { type Session, sessionStatement } from './session.ts'
import { names, type TenantQueries } from './tenant.ts'
import type { Tables, Transaction, Wake } from './transaction.ts'
import type { TransactionConnection } from './transaction-connection.ts'

/** Kysely without connections of its own: it only builds and compiles queries. */
const dialect = {
  createDriver: () => new DummyDriver(),
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
}
const driver = dialect.createDriver()
const queriesOver = (executor: QueryExecutor) => new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })

/**
 * The driver's value for a value of an entity. JSON is sent as text, because the driver would send a list as a
 * PostgreSQL array.
 */
const stored = ({ columnTypes }: EntityProperty, value: unknown) =>
  columnTypes[0] === 'jsonb' && value !== null ? JSON.stringify(value) : value

/** Columns and values of some fields of an entity. Fields without a column are left out. */
function columnsOf<E extends object>({ properties }: EntityMetadata<E>, fields: Partial<E>) {
  const given = Object.entries(fields).filter(([key, value]) => key in properties && value !== undefined)
  return {
    columns: given.map(([key]) => `"${names.stored(key)}"`),
    values: given.map(([key, value]) => stored(properties[key as EntityKey<E>], value)),
  }
}

/** No organization is checked here: row-level security checks that the rows belong to the caller's organization. */
function insertStatement<E extends object>(meta: EntityMetadata<E>, rows: readonly E[]): CompiledQuery {
  const parts = rows.map((row) => columnsOf(meta, row))
  const columns = parts[0]?.columns ?? []
  const places = parts.map(
    (_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
  )
  const text = `insert into "${meta.tableName}" (${columns.join(', ')}) values ${places.join(', ')}`
  return CompiledQuery.raw(
    text,
    parts.flatMap(({ values }) => values),
  )
}

function updateStatement<E extends object>(meta: EntityMetadata<E>, row: E, changes: Partial<E>): CompiledQuery {
  const { columns, values } = columnsOf(meta, changes)
  const settings = columns.map((column, index) => `${column} = $${index + 1}`)
  const keys = meta.primaryKeys.map((key, index) => `"${names.stored(key)}" = $${values.length + index + 1}`)
  const text = `update "${meta.tableName}" set ${settings.join(', ')} where ${keys.join(' and ')}`
  return CompiledQuery.raw(text, [...values, ...meta.primaryKeys.map((key) => row[key])])
}

export class OpenTransaction implements Transaction {
  readonly #executor: QueryExecutor
  readonly #connection: TransactionConnection
  readonly #orm: MikroORM
  readonly #tenants: TenantQueries
  readonly #clock: Clock
  #sent: Promise<unknown>[] = []
  readonly #due = new DueTimes()
  readonly rowChanges = new RowChanges()
  #db: Kysely<Tables> | undefined
  last: Promise<unknown> | undefined
  /** The types of the appended events, by organization. */
  readonly events: Wake[] = []

  constructor(
    executor: QueryExecutor,
    connection: TransactionConnection,
    orm: MikroORM,
    tenants: TenantQueries,
    clock: Clock,
  ) {
    this.#executor = executor
    this.#connection = connection
    this.#orm = orm
    this.#tenants = tenants
    this.#clock = clock
  }

  /** Created at the first use: most transactions only send compiled statements. */
  get db(): Kysely<Tables> {
    this.#db ??= this.#reader()
    return this.#db
  }

  get metadata(): MetadataStorage {
    return this.#orm.getMetadata()
  }

  async become(session: Session): Promise<void> {
    this.sendRest()
    await this.#execute(CompiledQuery.raw(sessionStatement(session)))
    this.#connection.session = session
    this.#db = undefined
  }

  async rows<R>(statement: string, parameters: readonly unknown[]): Promise<R[]> {
    return (await this.#execute<R>(CompiledQuery.raw(statement, [...parameters]))).rows
  }

  insert<E extends object>(entity: EntityClass<E>, rows: readonly E[]): void {
    const meta = this.#orm.getMetadata(entity)
    const counted = countedBy(entity) as keyof E | undefined
    if (counted) for (const row of rows) this.rowChanges.add(meta.tableName, String(row[counted]), 1)
    this.#send(insertStatement(meta, rows))
  }

  update<E extends object>(entity: EntityClass<E>, row: E, changes: Partial<E>): void {
    const meta = this.#orm.getMetadata(entity)
    const counted = countedBy(entity) as keyof E | undefined
    const to = counted && changes[counted]
    if (counted && to !== undefined && to !== row[counted])
      this.rowChanges.move(meta.tableName, String(row['id' as keyof E]), String(row[counted]), String(to))
    this.#send(updateStatement(meta, row, changes))
  }

  makeDue(kind: WorkKind, at: Date | null = null): void {
    this.#due.add(kind, at)
  }

  /**
   * Sends the row counts that no `append` has stored, and the due times. This comes last, because these rows stay
   * locked until the commit, and other transactions wait for them.
   */
  sendRest(): void {
    const counted = this.rowChanges.takeStatement()
    if (counted) this.#send(counted)
    for (const statement of this.#due.take()) this.#send(statement)
  }

  async settled(): Promise<void> {
    if (this.#sent.length > 0) await Promise.all(this.#sent.splice(0))
  }

  finishWith(last: Promise<unknown>): void {
    this.last = last
    // The commit reports the error. This handler prevents an unhandled rejection before it.
    last.catch(() => {})
  }

  extend(seconds: number): Promise<void> {
    return this.#connection.extend(seconds)
  }

  /** The kinds of work that are due as soon as the transaction commits. */
  get dueNow(): ReadonlySet<WorkKind> {
    return this.#due.dueNow
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

  changedSince(writes: number): boolean {
    return this.#connection.changedSince(writes)
  }

  /** An error is reported by `settled`, at the latest with the commit. */
  #send(statement: CompiledQuery): void {
    const sent = this.#execute(statement)
    sent.catch(() => {})
    this.#sent.push(sent)
  }

  #execute<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery<R>(statement)
  }

  #reader(): Kysely<Tables> {
    const isTenant = this.#connection.session.role === 'gateway_tenant'
    const executor = this.#executor.withConnectionProvider(this.#connection)
    return queriesOver(executor.withPlugin(isTenant ? this.#tenants : names))
  }
}

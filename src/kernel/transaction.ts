import { type EntityManager, type MikroORM } from '@mikro-orm/postgresql'
import { CompiledQuery, type Kysely } from 'kysely'
import { openingSession, type Session, sessionStatement } from './database.ts'
import { Names, TENANT_FILTER, TenantPlugin } from './tenant.ts'
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
}

/** Thrown by the work of a transaction that must be rolled back and still has a result. */
export class Rollback<T> {
  constructor(readonly result: T) {}
}

const names = new Names()

/** Opens transactions; there is no other way to the data. */
export class Database {
  readonly orm: MikroORM
  readonly #tenantTables: ReadonlySet<string>

  constructor(orm: MikroORM) {
    this.orm = orm
    const tenantEntities = [...orm.getMetadata().getAll().values()].filter((meta) => meta.filters[TENANT_FILTER])
    this.#tenantTables = new Set(tenantEntities.map((meta) => meta.tableName))
  }

  /**
   * Runs `work` in one transaction of the given session, and commits.
   * Rolls back when `work` throws; a thrown `Rollback` yields its result all the same.
   */
  transaction<T>(session: Session, work: (unit: Unit) => Promise<T>): Promise<T> {
    return traced('transaction', { 'db.system.name': 'postgresql' }, () => this.#transaction(session, work))
  }

  async #transaction<T>(session: Session, work: (unit: Unit) => Promise<T>): Promise<T> {
    const kysely: Kysely<Tables> = this.orm.em.getConnection().getClient()
    const transaction = await openingSession(session, () => kysely.startTransaction().execute())
    try {
      const unit = new OpenUnit(transaction, session, this.orm, this.#tenantTables)
      const result = await work(unit)
      await unit.flush()
      await transaction.commit().execute()
      return result
    } catch (error) {
      await transaction.rollback().execute()
      if (error instanceof Rollback) return error.result
      throw error
    }
  }
}

/** The unit of a transaction that is open. */
class OpenUnit implements Unit {
  readonly #transaction: Kysely<Tables>
  readonly #orm: MikroORM
  readonly #tenantTables: ReadonlySet<string>
  #session: Session
  #em: EntityManager | undefined
  db: Kysely<Tables>

  constructor(transaction: Kysely<Tables>, session: Session, orm: MikroORM, tenantTables: ReadonlySet<string>) {
    this.#transaction = transaction
    this.#orm = orm
    this.#tenantTables = tenantTables
    this.#session = session
    this.db = this.#reader()
  }

  /** Made when it is first asked for: reads never do. */
  get em(): EntityManager {
    if (this.#em) return this.#em
    this.#em = this.#orm.em.fork()
    this.#em.setTransactionContext(this.#transaction)
    this.#limitEntities()
    return this.#em
  }

  async become(session: Session): Promise<void> {
    await this.flush()
    await this.#transaction.executeQuery(CompiledQuery.raw(sessionStatement(session)))
    this.#session = session
    this.db = this.#reader()
    this.#limitEntities()
  }

  async flush(): Promise<void> {
    await this.#em?.flush()
  }

  #limitEntities(): void {
    const { role, organizationId } = this.#session
    if (role === 'gateway_tenant') this.#em?.setFilterParams(TENANT_FILTER, { organizationId })
  }

  #reader(): Kysely<Tables> {
    const { role, organizationId } = this.#session
    if (role === 'gateway_system') return this.#transaction.withPlugin(names)
    if (!organizationId) throw new Error('A tenant session needs an organization')
    return this.#transaction.withPlugin(new TenantPlugin(organizationId, this.#tenantTables, names))
  }
}

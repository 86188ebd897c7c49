import { CompiledQuery, type ConnectionProvider, type DatabaseConnection, type QueryResult } from 'kysely'
import { ConnectionFault, codeOf } from './database-faults.ts'
import type { Deadline } from './deadline.ts'
import { beginStatement, limitStatement, type Session } from './session.ts'
import type { StoreClient } from './store-pool.ts'
import { TENANT } from './tenant.ts'

/** Functions that write although a `select` calls them. A test compares the list with the schema. */
export const WRITING_FUNCTIONS = ['append', 'add_up_campaign', 'record_results', 'delete_results', 'delete_results_of']

/**
 * Matches statements that may write. A statement with a `with` clause always counts, because such a clause may write.
 */
const WRITES = new RegExp(`^\\s*(?:insert|update|delete|merge|with|select (?:${WRITING_FUNCTIONS.join('|')}))\\b`, 'i')
const BEGINS_WITH_PARTS = /^\s*with\b/i
/**
 * SQLSTATEs of statements after a failed one in the same transaction. The second one is of a statement that was sent twice
 * at once: the server refused to prepare the first.
 */
const CONSEQUENCES = ['25P02', '26000']
/** Commands whose answer contains a row count. */
const CHANGES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

/**
 * The connection of one transaction. It refuses statements after the end of the transaction, because they would run
 * outside of it. It replaces `TENANT` in statements with the organization of its session.
 */
export class TransactionConnection implements ConnectionProvider, DatabaseConnection {
  readonly #client: StoreClient
  readonly deadline: Deadline
  #ended: Promise<unknown> | undefined
  /** The error of the last statement that failed by itself, not because an earlier statement had failed. */
  #failure: unknown
  session: Session
  writes = 0
  /** The numbers of writing statements that are known to have changed no row. */
  readonly #idle: number[] = []

  constructor(client: StoreClient, session: Session, deadline: Deadline) {
    this.#client = client
    this.session = session
    this.deadline = deadline
  }

  provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return consumer(this)
  }

  changedSince(writes: number): boolean {
    return this.writes - writes > this.#idle.filter((number) => number > writes).length
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#ended !== undefined) throw new Error('The transaction is over')
    if (this.deadline.left === 0) throw new ConnectionFault('57014', 'The transaction has taken too long')
    if (!WRITES.test(query.sql)) return await this.#ask(this.#limited(query))
    this.writes += 1
    const number = this.writes
    const result = await this.#ask<R>(this.#limited(query))
    // A `with` clause may have changed rows that the count does not include.
    if (result.numAffectedRows === 0n && !BEGINS_WITH_PARTS.test(query.sql)) this.#idle.push(number)
    return result
  }

  /** Not supported: queries return all rows, or pages. */
  streamQuery(): never {
    throw new Error('A transaction does not stream rows')
  }

  begin(): Promise<unknown> {
    const deadline = this.#client.keepsDeadline ? this.deadline : undefined
    return this.#client.begin(beginStatement(this.session, deadline)).catch(this.#fail)
  }

  /** Extends the deadline of the transaction, for work that may take longer than a request. */
  async extend(seconds: number): Promise<void> {
    this.deadline.renew(seconds)
    if (this.#client.keepsDeadline) await this.#ask(CompiledQuery.raw(limitStatement(this.deadline)))
  }

  /*
   * Only the first call of `commit`, `rollback` or `endRead` has an effect: a sent commit cannot be rolled back.
   */

  /** @throws the error of a failed statement that `work` ignored; nothing was committed then */
  commit(): Promise<unknown> {
    this.#ended ??= this.#commit()
    return this.#ended
  }

  /** Closes the connection if the rollback fails: otherwise the next transaction would continue this one. */
  rollback(): Promise<unknown> {
    this.#ended ??= this.#ask(CompiledQuery.raw('rollback')).catch((error: unknown) => {
      this.#client.abandon(new ConnectionFault('08006', 'The transaction could not be rolled back', error))
      throw error
    })
    return this.#ended
  }

  /**
   * Ends a read without waiting: an answered read cannot fail, and the commit may be sent with the next transaction of
   * the connection.
   */
  endRead(): void {
    if (this.#ended !== undefined) return
    this.#ended = Promise.resolve()
    this.#client.endRead()
  }

  /** The server answers the commit of a failed transaction with ROLLBACK, not with an error. */
  async #commit(): Promise<void> {
    const { command }: { command: string } = await this.#client.query('commit', [])
    if (command === 'ROLLBACK') throw this.#failure ?? new Error('The database rolled the transaction back')
  }

  async #ask<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#client.query<R>(sql, parameters).catch(this.#fail)
    return CHANGES.includes(command) ? { rows, numAffectedRows: BigInt(rowCount) } : { rows }
  }

  /**
   * After a failed statement, later statements fail without the reason. So this stores the first error and throws it
   * for all of them.
   */
  readonly #fail = (error: unknown): never => {
    if (!CONSEQUENCES.includes(codeOf(error))) this.#failure = error
    throw this.#failure ?? error
  }

  #limited(query: CompiledQuery): CompiledQuery {
    if (!query.parameters.includes(TENANT)) return query
    const { organizationId } = this.session
    if (organizationId === undefined) throw new Error('A query with TENANT needs the session of an organization')
    return { ...query, parameters: query.parameters.map((value) => (value === TENANT ? organizationId : value)) }
  }
}

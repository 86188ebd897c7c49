import { CompiledQuery, type ConnectionProvider, type DatabaseConnection, type QueryResult } from 'kysely'
import { beginStatement, limitStatement, type Session, type StoreClient } from './database.ts'
import { ConnectionFault, codeOf } from './database-faults.ts'
import type { Deadline } from './deadline.ts'
import { TENANT } from './tenant.ts'

/** Functions of the schema that write and are called by a `select`. A test compares them with the schema. */
export const WRITING_FUNCTIONS = ['append', 'add_up_campaign', 'record_results', 'delete_results', 'delete_results_of']

/** Statements that may write; one that begins with its parts (`with`) counts as one of them. */
const WRITES = new RegExp(`^\\s*(?:insert|update|delete|merge|with|select (?:${WRITING_FUNCTIONS.join('|')}))\\b`, 'i')
const BEGINS_WITH_PARTS = /^\s*with\b/i
/** What every statement is refused with, once one of its transaction has failed. */
const IS_ABORTED = '25P02'
/** Commands whose answer counts rows. */
const CHANGES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

/**
 * The connection of one transaction, for no longer than that: what is asked afterwards would run outside of it. Puts the
 * organization of its session into the statements of tenants.
 */
export class TransactionConnection implements ConnectionProvider, DatabaseConnection {
  readonly #client: StoreClient
  readonly deadline: Deadline
  #ended: Promise<unknown> | undefined
  /** What the last statement failed by that failed of itself. */
  #failure: unknown
  session: Session
  writes = 0
  /** The numbers of writing statements of which it is known that they found nothing to change. */
  readonly #idle: number[] = []

  constructor(client: StoreClient, session: Session, deadline: Deadline) {
    this.#client = client
    this.session = session
    this.deadline = deadline
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#ended !== undefined) throw new Error('The transaction is over')
    if (this.deadline.left === 0) throw new ConnectionFault('57014', 'The transaction has taken too long')
    return consumer(this)
  }

  changedSince(writes: number): boolean {
    return this.writes - writes > this.#idle.filter((number) => number > writes).length
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!WRITES.test(query.sql)) return this.#ask(this.#limited(query))
    this.writes += 1
    const number = this.writes
    const result = await this.#ask<R>(this.#limited(query))
    // The parts that a statement begins with may have changed something that it does not count.
    if (result.numAffectedRows === 0n && !BEGINS_WITH_PARTS.test(query.sql)) this.#idle.push(number)
    return result
  }

  /** Rows come as a whole, or in pages. */
  streamQuery(): never {
    throw new Error('A transaction does not stream rows')
  }

  begin(): Promise<unknown> {
    const deadline = this.#client.keepsDeadline ? this.deadline : undefined
    return this.#noting(this.#client.begin(beginStatement(this.session, deadline)))
  }

  /** Gives the transaction more time, for what is known to take longer than a request may. */
  async extend(seconds: number): Promise<void> {
    this.deadline.renew(seconds)
    if (this.#client.keepsDeadline) await this.#ask(CompiledQuery.raw(limitStatement(this.deadline)))
  }

  /*
   * The first end counts: what was sent as a commit cannot be rolled back.
   */

  /** @throws what a statement failed by, when the work went on without it: nothing was committed then */
  commit(): Promise<unknown> {
    this.#ended ??= this.#commit()
    return this.#ended
  }

  rollback(): Promise<unknown> {
    this.#ended ??= this.#ask(CompiledQuery.raw('rollback'))
    return this.#ended
  }

  /** A read that was answered cannot fail any more: whoever is next on the connection is sent right behind its end. */
  endRead(): void {
    if (this.#ended !== undefined) return
    this.#ended = Promise.resolve()
    this.#client.endRead()
  }

  /** The server answers the commit of a transaction that has failed as if a rollback had been asked for. */
  async #commit(): Promise<void> {
    const { command }: { command: string } = await this.#client.query('commit', [])
    if (command === 'ROLLBACK') throw this.#failure ?? new Error('The database rolled the transaction back')
  }

  async #ask<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#noting(this.#client.query<R>(sql, parameters))
    return CHANGES.includes(command) ? { rows, numAffectedRows: BigInt(rowCount) } : { rows }
  }

  /** What is asked behind a statement that failed fails because of it, and says only that it does. */
  async #noting<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (codeOf(error) !== IS_ABORTED) this.#failure = error
      throw this.#failure ?? error
    }
  }

  #limited(query: CompiledQuery): CompiledQuery {
    if (!query.parameters.includes(TENANT)) return query
    const { organizationId } = this.session
    if (organizationId === undefined) throw new Error('A query of a tenant needs the session of one')
    return { ...query, parameters: query.parameters.map((value) => (value === TENANT ? organizationId : value)) }
  }
}

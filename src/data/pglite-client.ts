import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPoolClient } from 'kysely'
import { ConnectionFault } from './database-faults.ts'
import type { Deadline } from './deadline.ts'
import type { PgliteStatements } from './pglite-statements.ts'
import type { StoreClient } from './store-pool.ts'

/** PGlite blocks the event loop. After so many milliseconds, other tasks run before the next statement. */
const TURN_MS = 20
const ENDS = /^(commit|rollback)$/

/**
 * PGlite's session for one transaction. A PGlite statement must not be interrupted: after a `statement_timeout` PGlite
 * never answers again. So the client checks the deadline before each statement, and rolls a late transaction back.
 */
export class PgliteClient implements StoreClient {
  readonly keepsDeadline = false
  readonly #database: PGlite
  readonly #statements: PgliteStatements
  readonly #deadline: Deadline | undefined
  readonly #onRelease: (written: number) => void
  /** Number of rows that the transaction has inserted, updated or deleted. */
  #written = 0
  /** Settles with the last queued statement. */
  #last: Promise<unknown> = Promise.resolve()
  #refusal: ConnectionFault | undefined
  #turnAt = performance.now()

  constructor(
    database: PGlite,
    statements: PgliteStatements,
    deadline: Deadline | undefined,
    onRelease: (written: number) => void,
  ) {
    this.#database = database
    this.#statements = statements
    this.#deadline = deadline
    this.#onRelease = onRelease
  }

  readonly query = ((sql: string, parameters: readonly unknown[] = []) =>
    this.#queue(sql, parameters)) as PostgresPoolClient['query']

  begin(statements: string): Promise<unknown> {
    return this.#queue(statements, [])
  }

  endRead(): void {
    this.#queue('commit', []).catch(() => {})
  }

  /** The next transaction starts after the last statement of this one. */
  readonly release = (): void => {
    const done = () => this.#onRelease(this.#written)
    this.#last.then(done, done)
  }

  /** Does nothing: PGlite runs in this process, which cannot interrupt it. */
  abandon(): void {}

  #queue(sql: string, parameters: readonly unknown[]) {
    const answer = this.#last.then(() => (ENDS.test(sql) ? this.#end(sql) : this.#ask(sql, parameters)))
    this.#last = answer.catch(() => {})
    return answer
  }

  /** Rolls back when a statement was refused, as PostgreSQL does after a failed statement. */
  #end(sql: string) {
    return this.#send(this.#refusal ? 'rollback' : sql, [])
  }

  async #ask(sql: string, parameters: readonly unknown[]) {
    if (performance.now() - this.#turnAt > TURN_MS) {
      await setImmediate()
      this.#turnAt = performance.now()
    }
    if (this.#deadline?.left === 0)
      this.#refusal ??= new ConnectionFault('57014', 'The deadline passed before the statement')
    if (this.#refusal) throw this.#refusal
    return this.#send(sql, parameters)
  }

  /** `exec` uses the simple protocol: it takes several statements, but no parameters. */
  async #send(sql: string, parameters: readonly unknown[]) {
    const result = parameters.length
      ? await this.#statements.run(sql, parameters)
      : (await this.#database.exec(sql)).at(-1)
    this.#written += result?.affectedRows ?? 0
    return { command: result?.command, rowCount: result?.rowCount ?? 0, rows: result?.rows ?? [] }
  }
}

import type { PGlite, Results } from '@electric-sql/pglite'
import { codeOf } from './database-faults.ts'
import { PLAN_IS_STALE, StatementNames } from './statement-names.ts'

/**
 * Prepares repeated statements in the session of PGlite. Most statements of requests take longer to plan than to
 * execute, and no other request is answered during that time.
 */
export class PgliteStatements {
  readonly #database: PGlite
  readonly #library = import('@electric-sql/pglite')
  /** The types of the parameters of each prepared statement, by its name. */
  readonly #types = new Map<string, number[]>()
  /** Statements that have lost their name. They are closed with the next statement. */
  readonly #closing: string[] = []
  readonly #names = new StatementNames((name) => void this.#closing.push(name))

  constructor(database: PGlite) {
    this.#database = database
  }

  run(text: string, parameters: readonly unknown[]): Promise<Results> {
    const name = this.#names.nameOf(text)
    return name ? this.#runPrepared(name, text, parameters) : this.#database.query(text, [...parameters])
  }

  async #runPrepared(name: string, text: string, parameters: readonly unknown[]): Promise<Results> {
    const { parse, protocol } = await this.#library
    const { bind, describe, execute } = protocol.serialize
    return this.#database.runExclusive(async () => {
      const types = this.#types.get(name) ?? (await this.#prepare(name, text))
      const values = parameters.map((value, index) => this.#serialized(value, types[index]))
      const messages = await this.#ask(bind({ statement: name, values }), describe({ type: 'P' }), execute({}))
      return parse.parseResults(messages, this.#database.parsers)[0] as Results
    })
  }

  async #prepare(name: string, text: string): Promise<number[]> {
    const { parse, protocol } = await this.#library
    const { close, describe, parse: prepare } = protocol.serialize
    const closed = this.#closing.splice(0)
    for (const each of closed) this.#types.delete(each)
    const messages = await this.#ask(
      ...closed.map((each) => close({ type: 'S', name: each })),
      prepare({ name, text }),
      describe({ type: 'S', name }),
    )
    const types = parse.parseDescribeStatementResults(messages)
    this.#types.set(name, types)
    return types
  }

  /** PGlite's own `query` converts parameters in the same way. */
  #serialized(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const serialize = type === undefined ? undefined : this.#database.serializers[type]
    return serialize ? serialize(value) : String(value)
  }

  /** Sends messages together. The statement runs in a transaction, whose end writes the files. */
  async #ask(...messages: Uint8Array[]) {
    const { protocol } = await this.#library
    try {
      const bytes = Buffer.concat([...messages, protocol.serialize.sync()])
      return await this.#database.execProtocolStream(bytes, { syncToFs: false })
    } catch (error) {
      if (codeOf(error) === PLAN_IS_STALE) this.#names.forget()
      throw error
    }
  }
}

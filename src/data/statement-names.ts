import { LRUCache } from 'lru-cache'

/** Limits on the number and length of named statements, because each connection keeps them. */
const MOST_NAMED = 300
const LONGEST = 10_000
/**
 * Maximum number of statements that a connection keeps, including statements that have lost their name. A connection
 * that reaches the maximum is replaced.
 */
export const MOST_KEPT = 1000
/** SQLSTATE: the plan of a prepared statement is no longer valid, because a migration changed its result columns. */
export const PLAN_IS_STALE = '0A000'

/**
 * Gives names to repeated statements, so that the server keeps them parsed and planned. A statement that is sent once,
 * such as an insert of a certain number of rows, gets no name. The least recently used statement loses its name first.
 */
export class StatementNames {
  readonly #names: LRUCache<string, string>
  readonly #seen = new LRUCache<string, true>({ max: 1000 })
  #given = 0

  /** `dispose` gets each name that is lost. */
  constructor(dispose?: (name: string) => void) {
    this.#names = new LRUCache({ max: MOST_NAMED, ...(dispose && { dispose }) })
  }

  /** The name of a statement; undefined when the server should not keep it. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || text.length > LONGEST) return known
    if (!this.#seen.has(text)) {
      this.#seen.set(text, true)
      return undefined
    }
    const name = `s${++this.#given}`
    this.#names.set(text, name)
    return name
  }

  /** Gives every statement a new name at its next use, and so a new plan. */
  forget(): void {
    this.#names.clear()
  }
}

import { LRUCache } from 'lru-cache'

/** Few, and short: each connection keeps them. */
const MOST_NAMED = 300
const LONGEST = 10_000
/** So many statements a connection keeps, those included that have given their names up, until it is replaced. */
export const MOST_KEPT = 1000

/**
 * Names the statements that come again, for the server to keep them parsed and planned under. What comes once, such as
 * an insert of just so many rows, never gets a name; what has not come for the longest time gives its name up.
 */
export class StatementNames {
  readonly #names = new LRUCache<string, string>({ max: MOST_NAMED })
  readonly #seen = new LRUCache<string, true>({ max: 1000 })
  #given = 0

  /** The name of a statement; undefined when it is not to be kept. */
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

  /** Gives every statement a new name from now on, and so a new plan. */
  forget(): void {
    this.#names.clear()
  }
}

import { andPresent } from '../data/removed-rows.ts'
import { names, TENANT } from '../data/tenant.ts'
import type { Caller } from '../security/auth/caller.ts'
import type { Permission } from '../security/auth/permissions.ts'

/**
 * Stands among the parameters of a statement for something of who asks, as `TENANT` does for the organization: what is kept
 * of a document holds no user, and only the context of an operation, which puts its own caller in, can send it.
 */
export class OfCaller {
  constructor(readonly valueFor: (caller: Caller) => string | boolean) {}
}

/** The user who asks. */
export const CALLER = new OfCaller(({ userId }) => userId)

/** Whether who asks has all of some permissions. */
export const mayCaller = (permits: readonly Permission[]): OfCaller =>
  new OfCaller(({ permissions }) => permits.every((permit) => permissions.has(permit)))

/** A statement about rows of one organization, as it is written. */
export class Statement {
  readonly parameters: unknown[] = [TENANT]
  #aliases = 0

  /** The place of a value. */
  place(value: unknown): string {
    return `$${this.parameters.push(value)}`
  }

  alias(): string {
    return `t${this.#aliases++}`
  }

  /** A table by a name of its own, limited to the rows of the organization that are there. */
  from(table: string): { alias: string; from: string; isOwn: string } {
    const alias = this.alias()
    return { alias, from: `"${table}" as ${alias}`, isOwn: `${alias}.organization_id = $1${andPresent(table, alias)}` }
  }
}

/** A column of an alias. */
export const column = (alias: string, name: string): string => `${alias}."${names.stored(name)}"`

/** A field of an object as JSON. The key is a parameter where the caller has named it. */
export interface Pair {
  key: string
  isGiven: boolean
  value: string
}

/** A function takes no more arguments. */
const MOST_PAIRS = 50

const keySql = ({ key, isGiven }: Pair, statement: Statement) =>
  isGiven ? `${statement.place(key)}::text` : `'${key}'`

/** An object as an expression: of values that stand in a query already. */
export const objectExpression = (pairs: readonly Pair[], statement: Statement): string =>
  `json_build_object(${pairs.map((pair) => `${keySql(pair, statement)}, ${pair.value}`).join(', ')})`

/** By the names of columns, where all are names of the schema: that is the shorter text. */
export function objectSql(pairs: readonly Pair[], statement: Statement): string {
  if (pairs.every(({ isGiven }) => !isGiven)) {
    const columns = pairs.map(({ key, value }) => `${value} as "${key}"`).join(', ')
    return `(select to_json(o) from (select ${columns}) as o)`
  }
  if (pairs.length > MOST_PAIRS) {
    const [first, others] = [pairs.slice(0, MOST_PAIRS), pairs.slice(MOST_PAIRS)]
    const textOf = (part: readonly Pair[]) => `${objectSql(part, statement)}::text`
    return `(left(${textOf(first)}, -1) || ',' || substr(${textOf(others)}, 2))::json`
  }
  return objectExpression(pairs, statement)
}

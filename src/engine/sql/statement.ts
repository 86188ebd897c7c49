import { andPresent } from '../../data/removed-rows.ts'
import { names, TENANT } from '../../data/tenant.ts'
import type { Listing } from '../../graphql/lists.ts'
import { type Caller, personOf } from '../../security/auth/caller.ts'
import type { Permission } from '../../security/auth/permissions.ts'
import type { FieldAccess } from './field-access.ts'

/** The values of one execution of a compiled statement. */
export interface Inputs {
  readonly context: {
    readonly caller: Caller
    /** The forms that the id of the person behind the caller has in the audit trail. */
    auditIds(): readonly string[]
  }
  /** The list of the root field. */
  readonly listing?: Listing
  /** Access to the fields and lists inside rows. */
  readonly fields: FieldAccess
  /** The id of a lookup, or the ids of rows that another statement has read. */
  readonly rows?: unknown
  /** The maximum bytes of the text. */
  readonly room?: number
}

/** A parameter whose value is known at execution. A compiled statement contains no value of a caller. */
export class Late {
  constructor(readonly valueFor: (inputs: Inputs) => unknown) {}
}

/** The caller's user id. */
export const CALLER = new Late(({ context }) => context.caller.userId)
/** The id of the person behind the caller. */
export const PERSON = new Late(({ context }) => personOf(context.caller))
/** The forms that the id of the person behind the caller has in the audit trail. */
export const AUDIT_IDS = new Late(({ context }) => context.auditIds())
/** The maximum bytes of the text. */
export const ROOM = new Late(({ room }) => room)
/** The id of a lookup, or the ids of rows that another statement has read. */
export const ROWS = new Late(({ rows }) => rows)

/** Whether the caller has all of some permissions. */
export const mayCaller = (permits: readonly Permission[]): Late =>
  new Late(({ context }) => permits.every((permit) => context.caller.permissions.has(permit)))

/** A table in a statement: its alias, its `from` clause, and the condition for its rows. */
interface Source {
  alias: string
  from: string
  isOwn: string
}

/** A statement about rows of one organization, while it is written. */
export class Statement {
  readonly parameters: unknown[] = [TENANT]
  /** The placeholder of the organization. */
  readonly organization: string = '$1'
  #aliases = 0

  /** Adds a parameter. Returns its placeholder. */
  place(value: unknown): string {
    return `$${this.parameters.push(value)}`
  }

  alias(): string {
    return `t${this.#aliases++}`
  }

  /** A table under a new alias, limited to rows of the organization that are not removed, unless they count too. */
  from(table: string, { withRemoved = false }: { withRemoved?: boolean | undefined } = {}): Source {
    const alias = this.alias()
    const present = withRemoved ? '' : andPresent(table, alias)
    return { alias, from: `"${table}" as ${alias}`, isOwn: `${alias}.organization_id = ${this.organization}${present}` }
  }
}

export const column = (alias: string, name: string): string => `${alias}."${names.stored(name)}"`

/**
 * The columns of a row, for SQL that is computed from them. The organization is the parameter: beside an outer join, Citus
 * refuses a subquery that compares its organization with a column.
 */
export const columnsOf =
  (alias: string, { organization }: Pick<Statement, 'organization'>) =>
  (name: string): string =>
    name === 'organizationId' ? organization : column(alias, name)

/** A field of a JSON object. `isGiven`: the caller has chosen the key, so it is a parameter. */
export interface Pair {
  key: string
  isGiven: boolean
  value: string
}

/** The maximum number of key-value pairs in one function call of PostgreSQL. */
const MOST_PAIRS = 50

const keySql = ({ key, isGiven }: Pair, statement: Statement) =>
  isGiven ? `${statement.place(key)}::text` : `'${key}'`

/** An object of values of the current query, as an expression. */
export const objectExpression = (pairs: readonly Pair[], statement: Statement): string =>
  `json_build_object(${pairs.map((pair) => `${keySql(pair, statement)}, ${pair.value}`).join(', ')})`

/**
 * A JSON object. If all keys are from the schema, it is built from column names, which is shorter. `from` is the clause for
 * the values, if they need one.
 */
export function objectSql(pairs: readonly Pair[], statement: Statement, from = ''): string {
  if (pairs.every(({ isGiven }) => !isGiven)) {
    const columns = pairs.map(({ key, value }) => `${value} as "${key}"`).join(', ')
    return `(select to_json(o) from (select ${columns}${from}) as o)`
  }
  if (from) return `(select ${objectSql(pairs, statement)}${from})`
  if (pairs.length > MOST_PAIRS) {
    const [first, others] = [pairs.slice(0, MOST_PAIRS), pairs.slice(MOST_PAIRS)]
    const textOf = (part: readonly Pair[]) => `${objectSql(part, statement)}::text`
    return `(left(${textOf(first)}, -1) || ',' || substr(${textOf(others)}, 2))::json`
  }
  return objectExpression(pairs, statement)
}

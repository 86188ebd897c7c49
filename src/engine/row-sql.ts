import { names, TENANT } from '../data/tenant.ts'
import { listFault, type RowValue } from '../graphql/row-fields.ts'
import type { FieldPlan } from './plan.ts'
import type { RowPlan, Written } from './row-plan.ts'
import type { Run } from './run.ts'

/*
 * Rows as JSON, made by the database: one statement for a page and the lists inside of it. Taking rows apart and putting
 * them together again is most of what a large answer costs otherwise. What callers name themselves, the keys of an answer,
 * are parameters, so that documents which differ in aliases share a statement.
 */

/** A statement about rows of one organization, as it is written. */
export class Statement {
  readonly parameters: unknown[] = [TENANT]
  #aliases = 0

  /** The place of a value. */
  place(value: unknown): string {
    return `$${this.parameters.push(value)}`
  }

  /** A table by a name of its own, limited to the organization. */
  from(table: string): { alias: string; from: string; isOwn: string } {
    const alias = `t${this.#aliases++}`
    return { alias, from: `"${table}" as ${alias}`, isOwn: `${alias}.organization_id = $1` }
  }
}

const column = (alias: string, name: string) => `${alias}."${names.stored(name)}"`

/** A field of a row as JSON. The key is a parameter where the caller has named it. */
interface Pair {
  key: string
  isGiven: boolean
  value: string
}

/** A function takes no more arguments. */
const MOST_PAIRS = 50

/** By the names of columns, where all are names of the schema: that is the shorter text. */
function object(pairs: readonly Pair[], statement: Statement): string {
  if (pairs.every(({ isGiven }) => !isGiven))
    return `(select to_json(o) from (select ${pairs.map(({ key, value }) => `${value} as "${key}"`).join(', ')}) as o)`
  if (pairs.length > MOST_PAIRS) {
    const [first, others] = [pairs.slice(0, MOST_PAIRS), pairs.slice(MOST_PAIRS)]
    return `(left(${object(first, statement)}::text, -1) || ',' || substr(${object(others, statement)}::text, 2))::json`
  }
  const written = pairs.map(
    ({ key, isGiven, value }) => `${isGiven ? `${statement.place(key)}::text` : `'${key}'`}, ${value}`,
  )
  return `json_build_object(${written.join(', ')})`
}

/**
 * What is selected of a row, as JSON. Of one that was read elsewhere, only what it does not hold; undefined where that is
 * nothing. Fields that this caller is refused, or whose arguments are bad, are left out.
 */
export function rowJson(
  plan: RowPlan,
  alias: string,
  statement: Statement,
  run: Run,
  isElsewhere = false,
): string | undefined {
  const pairs: Pair[] = []
  for (const [field, how] of plan.fields) {
    if (how === 'scripted' || (isElsewhere && how.kind === 'sql') || isRefused(field, how, run)) continue
    const { key } = field
    pairs.push({ key, isGiven: key !== field.field.name, value: written(field, how, alias, statement, run) })
  }
  for (const [key, value] of plan.hidden) {
    if (isElsewhere && value.kind === 'own') continue
    pairs.push({ key, isGiven: false, value: valueSql(value, alias, statement) })
  }
  return pairs.length > 0 || !isElsewhere ? object(pairs, statement) : undefined
}

function isRefused(field: FieldPlan, how: Exclude<Written, 'scripted'>, run: Run): boolean {
  if (how.kind === 'sql') return false
  return run.isRefused(field, how.kind === 'many' ? listFault : undefined)
}

function written(field: FieldPlan, how: Written, alias: string, statement: Statement, run: Run): string {
  if (how.kind === 'sql') return how.sql(alias)
  if (how.kind === 'value') return valueSql(how.from, alias, statement)
  const row = how.plan.row as RowPlan
  const other = statement.from(row.table)
  const inner = rowJson(row, other.alias, statement, run)
  const select = `select ${inner} from ${other.from} where ${other.isOwn}`
  if (how.kind === 'one') return `(${select} and ${column(other.alias, how.key)} = ${column(alias, how.by)})`
  const newest = `${other.alias}.created_at desc, ${other.alias}.id desc`
  const most = statement.place(run.argumentsFor(field).first)
  return `array(${select} and ${column(other.alias, how.key)} = ${alias}.id order by ${newest} limit ${most})`
}

function valueSql(value: RowValue, alias: string, statement: Statement): string {
  if (value.kind === 'own') return column(alias, value.column)
  const other = statement.from(names.stored(value.table))
  const matching = (key: string, by: string) =>
    `from ${other.from} where ${other.isOwn} and ${column(other.alias, key)} = ${column(alias, by)}`
  if (value.kind === 'count') return `(select count(*) ${matching(value.key, 'id')})`
  const { otherwise } = value
  const linked = `(select ${column(other.alias, value.column)} ${matching(value.key, value.by)})`
  if (otherwise === undefined) return linked
  return `coalesce(${linked}, ${typeof otherwise === 'number' ? otherwise : `'${otherwise.replaceAll("'", "''")}'`})`
}

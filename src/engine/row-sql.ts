import { names } from '../data/tenant.ts'
import type { RowValue } from '../graphql/row-fields.ts'
import { connectionSql } from './connection-sql.ts'
import type { FieldPlan } from './plan.ts'
import type { RowPlan, Written } from './row-plan.ts'
import type { Run } from './run.ts'
import { CALLER, column, objectSql, type Pair, type Statement } from './statement.ts'

/*
 * Rows as JSON, made by the database: one statement for a page and the lists inside of it. Taking rows apart and putting
 * them together again is most of what a large answer costs otherwise. What callers name themselves, the keys of an answer,
 * are parameters, so that documents which differ in aliases share a statement.
 */

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
  return pairs.length > 0 || !isElsewhere ? objectSql(pairs, statement) : undefined
}

function isRefused(field: FieldPlan, how: Exclude<Written, 'scripted'>, run: Run): boolean {
  if (how.kind === 'sql') return false
  return run.isRefused(field, how.kind === 'many' ? () => run.listingFor(field, how.list) : undefined)
}

function written(field: FieldPlan, how: Written, alias: string, statement: Statement, run: Run): string {
  if (how.kind === 'sql') return how.sql(alias)
  if (how.kind === 'value') return how.shown(valueSql(how.from, alias, statement))
  if (how.kind === 'many') {
    return connectionSql(how.plan, {
      listing: run.listingFor(field, how.list),
      inside: { parent: alias, key: how.key },
      statement,
      write: (plan, inner) => rowJson(plan.row as RowPlan, inner, statement, run) ?? 'null',
    })
  }
  const row = how.plan.row as RowPlan
  const other = statement.from(row.table)
  const select = `select ${rowJson(row, other.alias, statement, run)} from ${other.from} where ${other.isOwn}`
  return `(${select} and ${column(other.alias, how.key)} = ${column(alias, how.by)})`
}

function valueSql(value: RowValue, alias: string, statement: Statement): string {
  if (value.kind === 'own') return column(alias, value.column)
  const other = statement.from(names.stored(value.table))
  const matching = (key: string, by: string) =>
    `from ${other.from} where ${other.isOwn} and ${column(other.alias, key)} = ${column(alias, by)}`
  if (value.kind === 'count') return `(select count(*) ${matching(value.key, 'id')})`
  const { of, otherwise } = value
  const own = of ? ` and ${column(other.alias, of)} = ${statement.place(CALLER)}` : ''
  const linked = `(select ${column(other.alias, value.column)} ${matching(value.key, value.by)}${own})`
  if (otherwise === undefined) return linked
  return `coalesce(${linked}, ${typeof otherwise === 'number' ? otherwise : `'${otherwise.replaceAll("'", "''")}'`})`
}

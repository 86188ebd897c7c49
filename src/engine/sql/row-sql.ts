import { names } from '../../data/tenant.ts'
import type { Listing } from '../../graphql/lists.ts'
import type { RowValue } from '../../graphql/row-fields.ts'
import type { FieldPlan, RowPlan, SqlField } from '../plan/plan.ts'
import { connectionSql } from './connection-sql.ts'
import type { FieldAccess } from './field-access.ts'
import { ListShape } from './list-shape.ts'
import { CALLER, column, objectSql, type Pair, type Statement } from './statement.ts'

/*
 * The database creates rows as JSON: one statement for a page and the lists inside it. Parsing and serializing rows in
 * JavaScript would be most of the cost of a large response. Response keys that callers choose are parameters, so that
 * documents that differ only in aliases share a statement.
 */

/**
 * SQL for the selections on a row, as JSON. For a row that another statement has read: only the missing parts, or
 * undefined if nothing is missing. Leaves out fields that the caller may not read or whose arguments are invalid.
 */
export function rowJson(
  plan: RowPlan,
  alias: string,
  statement: Statement,
  fields: FieldAccess,
  isElsewhere = false,
): string | undefined {
  const pairs: Pair[] = []
  for (const [field, how] of plan.fields) {
    if (how === 'scripted' || (isElsewhere && isOfRow(how)) || isRefused(field, how, fields)) continue
    const { key } = field
    pairs.push({ key, isGiven: key !== field.field.name, value: written(field, how, alias, statement, fields) })
  }
  for (const [key, value] of isElsewhere ? plan.hiddenElsewhere : plan.hidden) {
    if (isElsewhere && value.kind === 'own') continue
    pairs.push({ key, isGiven: false, value: valueSql(value, alias, statement) })
  }
  return pairs.length > 0 || !isElsewhere ? objectSql(pairs, statement) : undefined
}

/** Whether JavaScript has or computes the field if another statement has read the row. */
export const isOfRow = ({ kind }: SqlField): boolean => kind === 'sql' || kind === 'computed'

/** Whether the caller may not read a relation, or its arguments are invalid. */
export function isRefused(field: FieldPlan, how: SqlField, fields: FieldAccess): boolean {
  if (how.kind === 'sql') return false
  return fields.isRefused(field, how.kind === 'many' ? () => fields.listingFor(field, how.list) : undefined)
}

const shapes = new WeakMap<Listing, ListShape>()

/** The SQL shape of a list that a field selects inside each row of another list. */
export function shapeOfList(
  field: FieldPlan,
  list: (args: Record<string, unknown>) => Listing,
  fields: FieldAccess,
): ListShape {
  const listing = fields.listingFor(field, list)
  const known = shapes.get(listing)
  if (known) return known
  const shape = new ListShape(listing, (inputs) => inputs.fields.listingFor(field, list))
  shapes.set(listing, shape)
  return shape
}

function written(field: FieldPlan, how: SqlField, alias: string, statement: Statement, fields: FieldAccess): string {
  if (how.kind === 'sql') return how.sql(alias)
  if (how.kind === 'value') return how.shown(valueSql(how.from, alias, statement))
  if (how.kind === 'computed') return computedSql(how, alias, statement)
  if (how.kind === 'many') {
    return connectionSql(how.plan, {
      list: shapeOfList(field, how.list, fields),
      inside: { parent: alias, key: how.key },
      statement,
      write: (plan, inner) => rowJson(plan.row as RowPlan, inner, statement, fields) ?? 'null',
    })
  }
  const row = how.plan.row as RowPlan
  const other = statement.from(row.table)
  const select = `select ${rowJson(row, other.alias, statement, fields)} from ${other.from} where ${other.isOwn}`
  return `(${select} and ${column(other.alias, how.key)} = ${column(alias, how.by)})`
}

function computedSql(
  { from, sql }: Extract<SqlField, { kind: 'computed' }>,
  alias: string,
  statement: Statement,
): string {
  const values = Object.entries(from).map(([name, value]) => [name, valueSql(value, alias, statement)])
  return sql(Object.fromEntries(values))
}

function valueSql(value: RowValue, alias: string, statement: Statement): string {
  if (value.kind === 'own') return column(alias, value.column)
  const other = statement.from(names.stored(value.table), value.kind === 'linked' ? value : {})
  const matching = (key: string, reference: string) =>
    `from ${other.from} where ${other.isOwn} and ${column(other.alias, key)} = ${reference}`
  if (value.kind === 'count') {
    const only = value.only ? ` and ${column(other.alias, value.only[0])} = ${literal(value.only[1])}` : ''
    return `(select count(*) ${matching(value.key, column(alias, 'id'))}${only})`
  }
  const { of, otherwise, prefix } = value
  const own = of ? ` and ${column(other.alias, of)} = ${statement.place(CALLER)}` : ''
  const reference = column(alias, value.by)
  const found = matching(value.key, prefix ? idAfter(prefix, reference) : reference)
  const linked = `(select ${column(other.alias, value.column)} ${found}${own})`
  return otherwise === undefined ? linked : `coalesce(${linked}, ${literal(otherwise)})`
}

/** The id after a prefix, or null in any other text. As a UUID, so that the primary key finds the row. */
const idAfter = (prefix: string, text: string): string =>
  `case when ${text} ~ ${literal(`^${prefix}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)}
    then substr(${text}, ${prefix.length + 1})::uuid end`

const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

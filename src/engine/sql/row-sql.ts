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
  const links = new LinkedRows(alias, statement)
  for (const [field, how] of plan.fields) {
    if (how === 'scripted' || (isElsewhere && isOfRow(how)) || isRefused(field, how, fields)) continue
    const { key } = field
    pairs.push({ key, isGiven: key !== field.field.name, value: written(field, how, links, fields) })
  }
  for (const [key, value] of isElsewhere ? plan.hiddenElsewhere : plan.hidden) {
    if (isElsewhere && value.kind === 'own') continue
    pairs.push({ key, isGiven: false, value: valueSql(value, links) })
  }
  return pairs.length > 0 || !isElsewhere ? objectSql(pairs, statement, links.from) : undefined
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

function written(field: FieldPlan, how: SqlField, links: LinkedRows, fields: FieldAccess): string {
  const { alias, statement } = links
  if (how.kind === 'sql') return how.sql(alias)
  if (how.kind === 'value') return how.shown(valueSql(how.from, links))
  if (how.kind === 'computed') return computedSql(how, links)
  if (how.kind === 'many') {
    return connectionSql(how.plan, {
      list: shapeOfList(field, how.list, fields),
      inside: { parent: alias, key: how.key, among: how.among },
      statement,
      write: (plan, inner) => rowJson(plan.row as RowPlan, inner, statement, fields) ?? 'null',
    })
  }
  const row = how.plan.row as RowPlan
  const other = statement.from(row.table)
  const select = `select ${rowJson(row, other.alias, statement, fields)} from ${other.from} where ${other.isOwn}`
  return `(${select} and ${column(other.alias, how.key)} = ${column(alias, how.by)})`
}

function computedSql({ from, sql }: Extract<SqlField, { kind: 'computed' }>, links: LinkedRows): string {
  return sql(Object.fromEntries(Object.entries(from).map(([name, value]) => [name, valueSql(value, links)])))
}

function valueSql(value: RowValue, links: LinkedRows): string {
  const { alias, statement } = links
  if (value.kind === 'own') return column(alias, value.column)
  if (value.kind === 'count') {
    const other = statement.from(names.stored(value.table))
    const only = value.only ? ` and ${column(other.alias, value.only[0])} = ${literal(value.only[1])}` : ''
    const ofRow = `${column(other.alias, value.key)} = ${column(alias, 'id')}`
    return `(select count(*) from ${other.from} where ${other.isOwn} and ${ofRow}${only})`
  }
  const linked = column(links.aliasOf(value), value.column)
  return value.otherwise === undefined ? linked : `coalesce(${linked}, ${literal(value.otherwise)})`
}

type Linked = Extract<RowValue, { kind: 'linked' }>

/** The rows that values of one row link to. Each is joined once, however many values it has. */
class LinkedRows {
  readonly #aliases = new Map<string, string>()
  #joins = ''

  constructor(
    readonly alias: string,
    readonly statement: Statement,
  ) {}

  aliasOf(value: Linked): string {
    const { table, key, by, of, prefix, withRemoved } = value
    const name = JSON.stringify([table, key, by, of, prefix, withRemoved])
    const known = this.#aliases.get(name)
    if (known) return known
    const other = this.statement.from(names.stored(table), value)
    const own = of ? ` and ${column(other.alias, of)} = ${this.statement.place(CALLER)}` : ''
    const reference = column(this.alias, by)
    const isLinked = `${column(other.alias, key)} = ${prefix ? idAfter(prefix, reference) : reference}`
    this.#joins += ` left join ${other.from} on ${other.isOwn} and ${isLinked}${own}`
    this.#aliases.set(name, other.alias)
    return other.alias
  }

  /** The `from` clause of the values. Call this after they are written. */
  get from(): string {
    return this.#joins && ` from (select 1) as one${this.#joins}`
  }
}

/** The id after a prefix, or null in any other text. As a UUID, so that the primary key finds the row. */
const idAfter = (prefix: string, text: string): string =>
  `case when ${text} ~ ${literal(`^${prefix}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)}
    then substr(${text}, ${prefix.length + 1})::uuid end`

const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

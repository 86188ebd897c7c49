import type { ColumnKind } from '../../data/column-kinds.ts'
import { andPresent } from '../../data/removed-rows.ts'
import { names } from '../../data/tenant.ts'
import { readPermissionOf } from '../../graphql/read-permissions.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { firstOf } from '../../graphql/sort-keys.ts'
import { conditionsSql, type ShapedCondition } from './conditions-sql.ts'
import type { ListShape } from './list-shape.ts'
import { column, columnsOf, Late, mayCaller, type Statement } from './statement.ts'

/* SQL for the rows of a list, of a root field or inside rows. */

/** The values that replace an absent one, so that it comes last in both directions. Indexes repeat them. */
const LAST: Readonly<Partial<Record<ColumnKind, Record<OrderDirection, string>>>> = {
  integer: { ASC: '2147483647', DESC: '-2147483648' },
  bigint: { ASC: `${Number.MAX_SAFE_INTEGER}`, DESC: `${Number.MIN_SAFE_INTEGER}` },
  'timestamptz(3)': {
    ASC: "'9999-12-31T23:59:59.999Z'::timestamptz",
    DESC: "'0001-01-01T00:00:00.000Z'::timestamptz",
  },
}

type Ordered = Pick<ListShape, 'by' | 'direction'>
type Placing = Pick<Statement, 'place' | 'organization'>

/** The alias of the values that order a list, if other rows have them, and the alias of these rows. */
const [LINKED, OTHERS] = ['l', 'r']

/**
 * The join of the values of the order, if these are not in the rows of the list. A caller who may not read the other rows
 * gets none. A join, because a subquery would be executed for each row of the organization. The permission decides about
 * the value, not about the join: Citus refuses an outer join whose condition is false for all rows.
 */
export function orderJoin({ by: { field, sql, linked } }: Ordered, alias: string, statement: Placing): string {
  if (!linked) return ''
  const table = names.stored(linked.table)
  const read = readPermissionOf(linked.table)
  if (!read) throw new Error(`The order ${field} shows the table ${linked.table}, which declares no permission`)
  const mayRead = `${statement.place(mayCaller([read]))}::boolean`
  const value = `case when ${mayRead} then ${firstOf(column(OTHERS, linked.column))} end`
  const isOwn = `${OTHERS}.organization_id = ${statement.organization}${andPresent(table, OTHERS)}`
  const values = `select ${column(OTHERS, linked.key)} as key, ${value} as value from "${table}" as ${OTHERS} where ${isOwn}`
  return ` left join (${values}) as ${LINKED} on ${LINKED}.key = ${sql(columnsOf(alias, statement))}`
}

/** The value of a row that orders a list. */
export function orderedBy({ by, direction }: Ordered, alias: string): string {
  const value = by.linked ? `${LINKED}.value` : by.sql((name) => column(alias, name))
  if (!by.isNullable) return value
  const last = LAST[by.kind]
  if (last) return `coalesce(${value}, ${last[direction]})`
  if (by.kind !== 'text') throw new Error(`A list cannot be ordered by ${by.field}, because it can be absent`)
  // In each collation, the first character decides: no text comes after all others.
  return direction === OrderDirection.ASC ? `coalesce('0' || ${value}, '1')` : `coalesce('1' || ${value}, '0')`
}

interface RangeSql {
  join: string
  order: string
  beyond: string[]
}

/** The rows after or before the cursors, and their order. */
export function rangeSql(list: ListShape, alias: string, statement: Statement): RangeSql {
  const { direction, isBackwards, hasAfter, hasBefore, listingIn } = list
  const by = [orderedBy(list, alias), `${alias}.id`]
  const isDescending = direction === OrderDirection.DESC
  const positionOf = (argument: 'after' | 'before') =>
    [0, 1].map((part) => statement.place(new Late((inputs) => listingIn(inputs).range[argument]?.[part])))
  const beyondOf = (argument: 'after' | 'before') =>
    `(${by}) ${(argument === 'after') !== isDescending ? '>' : '<'} (${positionOf(argument).join(', ')})`
  const beyond = [...(hasAfter ? [beyondOf('after')] : []), ...(hasBefore ? [beyondOf('before')] : [])]
  const way = isDescending !== isBackwards ? 'desc' : 'asc'
  const join = orderJoin(list, alias, statement)
  return { join, order: by.map((each) => `${each} ${way}`).join(', '), beyond }
}

/** Reads at most the size of the page, and `more` rows: those after the page show whether there are any. */
export function limitSql({ size, hasOffset, listingIn }: ListShape, more: number, statement: Statement): string {
  if (size === undefined) return ''
  const limit = ` limit ${size + more}`
  if (!hasOffset) return limit
  return `${limit} offset ${statement.place(new Late((inputs) => listingIn(inputs).range.offset))}`
}

/** Whether the count of the rows that match the conditions is stored, by a column of their table. */
export const isKept = ({ countedBy }: ListShape, conditions: readonly ShapedCondition[]): boolean =>
  countedBy !== undefined &&
  conditions.every(
    ({ column: name, key, derived, test }) =>
      name === countedBy && !key && !derived && (test === 'is' || test === 'isAny'),
  )

/** The stored count; null if it is unknown. */
export function keptSql(
  { table, countedBy = '' }: ListShape,
  conditions: readonly ShapedCondition[],
  statement: Statement,
): string {
  const head = statement.from('organization_head')
  const kept = statement.alias()
  const values = `jsonb_each_text(${head.alias}.counts->'${names.stored(table)}') as ${kept}("${names.stored(countedBy)}", "rows")`
  const where = conditionsSql(conditions, kept, statement)
  const sum = `select coalesce(sum(${kept}."rows"::integer), 0) from ${values}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  return `(select (${sum}) from ${head.from} where ${head.isOwn} and ${head.alias}.counts is not null)`
}

import type { ColumnKind } from '../../data/column-kinds.ts'
import { names } from '../../data/tenant.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { conditionsSql, type ShapedCondition } from './conditions-sql.ts'
import type { ListShape } from './list-shape.ts'
import { column, Late, type Statement } from './statement.ts'

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

/** The value of a row that orders a list. */
export function orderedBy(
  { order: { field, direction }, columns, hasAbsent }: Pick<ListShape, 'order' | 'columns' | 'hasAbsent'>,
  alias: string,
): string {
  const stored = column(alias, field)
  if (!hasAbsent) return stored
  const kind = columns.get(field)
  const last = kind && LAST[kind]
  if (!last) throw new Error(`A list cannot be ordered by the nullable column ${field}`)
  return `coalesce(${stored}, ${last[direction]})`
}

/** The rows after or before the cursors, and their order. */
export function rangeSql(list: ListShape, alias: string, statement: Statement): { order: string; beyond: string[] } {
  const { order, isBackwards, hasAfter, hasBefore, listingIn } = list
  const by = [orderedBy(list, alias), `${alias}.id`]
  const isDescending = order.direction === OrderDirection.DESC
  const positionOf = (argument: 'after' | 'before') =>
    [0, 1].map((part) => statement.place(new Late((inputs) => listingIn(inputs).range[argument]?.[part])))
  const beyondOf = (argument: 'after' | 'before') =>
    `(${by}) ${(argument === 'after') !== isDescending ? '>' : '<'} (${positionOf(argument).join(', ')})`
  const beyond = [...(hasAfter ? [beyondOf('after')] : []), ...(hasBefore ? [beyondOf('before')] : [])]
  const way = isDescending !== isBackwards ? 'desc' : 'asc'
  return { order: by.map((each) => `${each} ${way}`).join(', '), beyond }
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

import { names } from '../../data/tenant.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { conditionsSql, type ShapedCondition } from './conditions-sql.ts'
import type { ListShape } from './list-shape.ts'
import { column, Late, type Statement } from './statement.ts'

/* SQL for the rows of a list, of a root field or inside rows. */

/** The rows after or before the cursors, and their order. */
export function rangeSql(
  { order: { field, direction }, isBackwards, hasAfter, hasBefore, listingIn }: ListShape,
  alias: string,
  statement: Statement,
): { order: string; beyond: string[] } {
  const by = [column(alias, field), `${alias}.id`]
  const isDescending = direction === OrderDirection.DESC
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

import { validate as isUuid } from 'uuid'
import { names } from '../data/tenant.ts'
import type { Condition, Given, Listing } from '../graphql/lists.ts'
import { OrderDirection } from '../graphql/relay.ts'
import { CALLER, column, mayCaller, type Statement } from './statement.ts'

/* The rows of a list in SQL, for the statement of a root field and for lists inside of rows. */

const keyOf = (sql: string) => `upper(btrim(${sql}) collate "C")`

/**
 * How text is compared without its case. PostgreSQL writes `İ` in lower case as a plain `i`; a search for `İ` compares its
 * full lower case, which is `i` with a dot above.
 */
const foldingOf = (text: string) => (sql: string) =>
  text.includes('İ') ? `lower(replace(${sql}, 'İ', 'i\u0307'))` : `lower(${sql})`

const TESTS: Record<Condition['test'], (column: string, value: unknown, place: Statement['place']) => string> = {
  // Nothing in the text is special: see docs/decisions/search.md.
  contains: (name, value, place) => {
    const fold = foldingOf(String(value))
    return `strpos(${fold(name)}, ${fold(`${place(String(value))}::text`)}) > 0`
  },
  is: (name, value, place) => `${name} = ${place(value)}`,
  isAlike: (name, value, place) => `${keyOf(name)} = ${keyOf(`${place(value)}::text`)}`,
  isFilled: (name, value) => `${name} ${value ? '<>' : '='} '{}'`,
  from: (name, value, place) => `${name} >= ${place(value)}`,
  to: (name, value, place) => `${name} <= ${place(value)}`,
  before: (name, value, place) => `${name} < ${place(value)}`,
  isAny: (name, value, place) => `${name} = any(${place(value)}::text[])`,
  isId: (name, value, place) => (isUuid(String(value)) ? `${name} = ${place(value)}` : 'false'),
  isUnmarked: (marks, value) => (value ? `not ${marks}` : marks),
  isAbsent: (name, value) => `${name} is ${value ? '' : 'not '}null`,
  isPermitted: (isPermitted) => isPermitted,
  isAwaiting: (waits, value) => (value ? waits : `not ${waits}`),
}

function comparedOf(given: Given, alias: string, statement: Statement): string {
  const { column: name, key, derived, marks, decision, permits } = given
  if (decision) {
    const isOthers = decision.authors.map((author) => `${column(alias, author)} <> ${statement.place(CALLER)}`)
    const isOpen = `${column(alias, name)} = ${statement.place(decision.on)}`
    return `(${[isOpen, ...isOthers].join(' and ')} and ${statement.place(mayCaller(decision.permits))}::boolean)`
  }
  if (permits) {
    const each = Object.entries(permits).map(
      ([value, permit]) =>
        `(${column(alias, name)} = ${statement.place(value)} and ${statement.place(mayCaller([permit]))}::boolean)`,
    )
    return `(${each.join(' or ')})`
  }
  if (derived) return derived((each) => column(alias, each))
  if (key) return `${column(alias, name)}->>'${key}'`
  if (!marks) return column(alias, name)
  const other = statement.from(names.stored(marks.table))
  const own = `${column(other.alias, marks.key)} = ${alias}.id and ${column(other.alias, marks.by)} = ${statement.place(CALLER)}`
  return `exists (select 1 from ${other.from} where ${other.isOwn} and ${own})`
}

/** Conditions that were given values, on the rows of an alias. */
export const conditionsSql = (given: readonly Given[], alias: string, statement: Statement): string[] =>
  given.map((each) =>
    TESTS[each.test](comparedOf(each, alias, statement), each.value, (value) => statement.place(value)),
  )

/** The rows from the cursors on, and the order in which they are read. */
export function spanSql(
  { order: { field, direction }, span }: Listing,
  alias: string,
  statement: Statement,
): { order: string; beyond: string[] } {
  const by = [column(alias, field), `${alias}.id`]
  const isDescending = direction === OrderDirection.DESC
  const beyond = (['after', 'before'] as const).flatMap((argument) => {
    const position = span[argument]
    if (!position) return []
    const sign = (argument === 'after') !== isDescending ? '>' : '<'
    return `(${by}) ${sign} (${statement.place(position[0])}, ${statement.place(position[1])})`
  })
  const way = isDescending !== span.isBackwards ? 'desc' : 'asc'
  return { order: by.map((each) => `${each} ${way}`).join(', '), beyond }
}

/**
 * How many rows are read, of how many. `more`: those beyond the page that are read to know that there are any. The number
 * is part of the text: as a parameter PostgreSQL takes it for a tenth of all rows, and plans each statement anew.
 */
export function limitSql({ span: { size, offset } }: Listing, more: number, statement: Statement): string {
  if (size === undefined) return ''
  const limit = ` limit ${size + more}`
  return offset > 0 ? `${limit} offset ${statement.place(offset)}` : limit
}

/** Whether the rows that meet conditions are counted already, by a column of their table. */
export const isKept = ({ countedBy }: Listing, conditions: readonly Given[]): boolean =>
  countedBy !== undefined &&
  conditions.every(
    ({ column: name, key, derived, test }) =>
      name === countedBy && !key && !derived && (test === 'is' || test === 'isAny'),
  )

/** How many they are by what is kept; null where that is not known. */
export function keptSql(
  { table, countedBy = '' }: Listing,
  conditions: readonly Given[],
  statement: Statement,
): string {
  const head = statement.from('organization_head')
  const kept = statement.alias()
  const values = `jsonb_each_text(${head.alias}.counts->'${names.stored(table)}') as ${kept}("${names.stored(countedBy)}", "rows")`
  const where = conditionsSql(conditions, kept, statement)
  const sum = `select coalesce(sum(${kept}."rows"::integer), 0) from ${values}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  return `(select (${sum}) from ${head.from} where ${head.isOwn} and ${head.alias}.counts is not null)`
}

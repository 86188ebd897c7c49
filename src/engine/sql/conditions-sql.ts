import { validate as isUuid } from 'uuid'
import { names } from '../../data/tenant.ts'
import type { Condition, Given } from '../../graphql/lists.ts'
import { isOwnWorkSql } from './own-work-sql.ts'
import { CALLER, column, columnsOf, type Inputs, Late, mayCaller, type Statement } from './statement.ts'

/* SQL for the conditions of lists. The text depends only on the variant of a value. The value itself is a parameter. */

type Place = (shown?: (value: unknown) => unknown) => string

interface Test {
  /** The property of a value that the text depends on. */
  variantOf?(value: unknown): boolean
  sql(compared: string, place: Place, variant: boolean): string
}

/**
 * Compares text case-insensitively. PostgreSQL converts `İ` to a plain `i`. So a search for `İ` compares the full lower
 * case of `İ`, which is `i` with a combining dot above.
 */
const foldingOf = (hasDottedI: boolean) => (sql: string) =>
  hasDottedI ? `lower(replace(${sql}, 'İ', 'i\u0307'))` : `lower(${sql})`

const comparison = (operator: string): Test => ({ sql: (name, place) => `${name} ${operator} ${place()}` })
/** The test of a Boolean filter. */
const choice = (sql: (compared: string, isWanted: boolean) => string): Test => ({
  variantOf: Boolean,
  sql: (compared, _, isWanted) => sql(compared, isWanted),
})

const TESTS: Record<Condition['test'], Test> = {
  // No character of the text is special: see docs/decisions/search.md.
  contains: {
    variantOf: (value) => String(value).includes('İ'),
    sql: (name, place, hasDottedI) => {
      const fold = foldingOf(hasDottedI)
      return `strpos(${fold(name)}, ${fold(`${place(String)}::text`)}) > 0`
    },
  },
  is: comparison('='),
  isNamed: { sql: (names, place) => `upper(btrim(${place()}::text) collate "C") in (${names})` },
  isFilled: choice((name, isWanted) => `${name} ${isWanted ? '<>' : '='} '{}'`),
  from: comparison('>='),
  to: comparison('<='),
  before: comparison('<'),
  isAny: { sql: (name, place) => `${name} = any(${place()}::text[])` },
  isId: {
    variantOf: (value) => isUuid(String(value)),
    sql: (name, place, isId) => (isId ? `${name} = ${place()}` : 'false'),
  },
  isUnmarked: choice((marks, isWanted) => (isWanted ? `not ${marks}` : marks)),
  isAbsent: choice((name, isWanted) => `${name} is ${isWanted ? '' : 'not '}null`),
  isPermitted: { sql: (isPermitted) => isPermitted },
  isOwnOr: { sql: (isVisible) => isVisible },
  isOwn: { sql: (isOfCaller) => isOfCaller },
  isAwaiting: choice((waits, isWanted) => (isWanted ? waits : `not ${waits}`)),
}

/** A condition without its value, which is read when the statement is executed. */
export interface ShapedCondition extends Condition {
  readonly variant: boolean
  readonly read: (inputs: Inputs) => unknown
}

/** `read` returns the value of the condition in an execution. */
export function shaped({ value, ...condition }: Given, read: ShapedCondition['read']): ShapedCondition {
  return { ...condition, variant: TESTS[condition.test].variantOf?.(value) ?? false, read }
}

/** The part of a condition that determines the SQL text. The values are parameters. */
export const shapeOfCondition = ({
  test,
  column: name,
  key,
  derived,
  marks,
  decision,
  permits,
  owned,
  variant,
}: ShapedCondition) =>
  [test, name, key, identityOf(derived ?? marks ?? decision ?? permits ?? owned), variant].join(' ')

const identities = new WeakMap<object, number>()
let identified = 0

/** A number that identifies a declaration object. */
export function identityOf(declared: object | undefined): number {
  if (!declared) return 0
  const known = identities.get(declared) ?? ++identified
  identities.set(declared, known)
  return known
}

function comparedOf(given: ShapedCondition, alias: string, statement: Statement): string {
  const { column: name, key, derived, marks, decision, permits, owned, test } = given
  if (test === 'isOwn') return `${column(alias, name)} = ${statement.place(CALLER)}`
  if (decision) {
    const isOpen = `${column(alias, name)} = ${statement.place(decision.on)}`
    const isOwn = isOwnWorkSql(
      decision.authors.map((author) => column(alias, author)),
      statement,
    )
    return `(${isOpen} and not (${isOwn}) and ${statement.place(mayCaller(decision.permits))}::boolean)`
  }
  if (permits) {
    const each = Object.entries(permits).map(
      ([value, permit]) =>
        `(${column(alias, name)} = ${statement.place(value)} and ${statement.place(mayCaller([permit]))}::boolean)`,
    )
    return `(${each.join(' or ')})`
  }
  if (owned) return `(${column(alias, name)} or ${column(alias, owned.by)} = ${statement.place(CALLER)})`
  if (derived) return derived(columnsOf(alias, statement))
  if (key) return `${column(alias, name)}->>'${key}'`
  if (!marks) return column(alias, name)
  const other = statement.from(names.stored(marks.table))
  const own = `${column(other.alias, marks.key)} = ${alias}.id and ${column(other.alias, marks.by)} = ${statement.place(CALLER)}`
  return `exists (select 1 from ${other.from} where ${other.isOwn} and ${own})`
}

/** SQL for conditions on the rows of an alias. */
export const conditionsSql = (conditions: readonly ShapedCondition[], alias: string, statement: Statement): string[] =>
  conditions.map((each) => {
    const place: Place = (shown = (value) => value) => statement.place(new Late((inputs) => shown(each.read(inputs))))
    return TESTS[each.test].sql(comparedOf(each, alias, statement), place, each.variant)
  })

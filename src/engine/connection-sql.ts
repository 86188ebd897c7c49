import { TypeNameMetaFieldDef } from 'graphql'
import { names } from '../data/tenant.ts'
import type { Given, Listing } from '../graphql/lists.ts'
import { conditionsSql, limitSql, spanSql } from './list-sql.ts'
import type { FieldPlan, ObjectPlan } from './plan.ts'
import { fieldsIn, planIn } from './row-plan.ts'
import { column, objectExpression, objectSql, type Pair, type Statement } from './statement.ts'

/*
 * A list inside of rows, as the database writes it with them: its page, its cursors and its counts, for each row that it
 * belongs to.
 */

/** A list inside of a row of `parent`: those that refer to it by `key`. `write` has what is selected of its rows. */
export interface Inside {
  readonly listing: Listing
  readonly key: string
  readonly parent: string
  readonly statement: Statement
  write(plan: ObjectPlan, alias: string): string
}

const pairOf = ({ key, field }: FieldPlan, value: string): Pair => ({ key, isGiven: key !== field.name, value })

/** What `cursor.ts` makes in JavaScript: the value that a row is ordered by, its id and the column, as base64url of JSON. */
function cursorSql({ order: { field }, columns }: Listing, alias: string): string {
  const stored = column(alias, field)
  const isMoment = columns.get(field) === 'timestamptz(3)'
  const value = isMoment ? `to_char(${stored} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : stored
  const json = `'[' || to_json(${value})::text || ',"' || ${alias}.id || '","${field}"]'`
  return `translate(encode(convert_to(${json}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`
}

/** Rows that belong to the list, of an alias of their own. */
function rowsOf(
  { listing, key, parent, statement }: Inside,
  conditions = listing.conditions,
): { alias: string; from: string; where: string[] } {
  const { alias, from, isOwn } = statement.from(names.stored(listing.table))
  const where = [isOwn, `${column(alias, key)} = ${parent}.id`]
  return { alias, from, where: [...where, ...conditionsSql(conditions, alias, statement)] }
}

function countSql(inside: Inside, conditions?: readonly Given[]): string {
  const { from, where } = rowsOf(inside, conditions)
  return `(select count(*) from ${from} where ${where.join(' and ')})`
}

/** The page of a list: what is shown of its rows is written in one query, and put together around it. */
class PageSql {
  readonly #inside: Inside
  /** What is shown of each row. */
  readonly #columns: string[] = []
  readonly #hasInfo: boolean
  readonly #isPlain: boolean
  /** Written once, and not at all where no rows are shown: a parameter that stands nowhere has no type. */
  #rows: (ReturnType<typeof rowsOf> & ReturnType<typeof spanSql>) | undefined

  constructor(inside: Inside, { fields }: ObjectPlan) {
    this.#inside = inside
    this.#hasInfo = fields.some(({ field }) => field.name === 'pageInfo')
    const lists = fields.filter(({ field }) => field.name === 'nodes' || field.name === 'edges').length
    this.#isPlain = !this.#hasInfo && (lists === 0 || (lists === 1 && !inside.listing.span.isBackwards))
  }

  /** Where the values of the page are from, unless each is a query of its own: all rows are one group. */
  get source(): string {
    if (this.#isPlain) return ''
    const columns = [`row_number() over (order by ${this.#read.order}) as place`, ...this.#columns]
    return ` from (${this.#query(columns.join(', '))}) as r having true`
  }

  value(field: FieldPlan): string {
    const { listing, statement } = this.#inside
    const { page, limit } = listing.span
    const number = (value: number | null) => (value === null ? 'null::integer' : `${statement.place(value)}::integer`)
    switch (field.field.name) {
      case TypeNameMetaFieldDef.name:
        return `'${field.parentType.name}'::text`
      case 'nodes':
        return this.#list(this.#node(field))
      case 'edges':
        return this.#list(this.#edge(field))
      case 'pageInfo':
        return this.#info(field)
      case 'page':
        return number(page)
      case 'limit':
        return number(limit)
      case 'pages':
        return limit === null ? number(null) : `(${countSql(this.#inside)} + ${number(limit)} - 1) / ${number(limit)}`
      default:
        return countSql(this.#inside, listing.counts[field.field.name])
    }
  }

  get #read() {
    const { listing, statement } = this.#inside
    if (!this.#rows) {
      const rows = rowsOf(this.#inside)
      this.#rows = { ...rows, ...spanSql(listing, rows.alias, statement) }
    }
    return this.#rows
  }

  #query(columns: string): string {
    const { from, where, beyond, order } = this.#read
    const limit = limitSql(this.#inside.listing, this.#hasInfo ? 1 : 0, this.#inside.statement)
    return `select ${columns} from ${from} where ${[...where, ...beyond].join(' and ')} order by ${order}${limit}`
  }

  #node({ value }: FieldPlan): string {
    const plan = planIn(value)
    return plan ? this.#inside.write(plan, this.#read.alias) : 'null'
  }

  #edge({ value }: FieldPlan): string {
    const { listing, statement } = this.#inside
    const written = fieldsIn(value).map((field) => {
      if (field.field.name === 'node') return pairOf(field, this.#node(field))
      const isCursor = field.field.name === 'cursor'
      return pairOf(field, isCursor ? cursorSql(listing, this.#read.alias) : `'${field.parentType.name}'::text`)
    })
    return objectSql(written, statement)
  }

  #isOfPage(): string {
    const { offset, size = 0 } = this.#inside.listing.span
    return `filter (where r.place <= ${this.#inside.statement.place(offset + size)})`
  }

  #list(shown: string): string {
    if (this.#isPlain) return `array(${this.#query(shown)})`
    const name = `v${this.#columns.length}`
    this.#columns.push(`${shown} as ${name}`)
    const way = this.#inside.listing.span.isBackwards ? 'desc' : 'asc'
    return `coalesce(json_agg(r.${name} order by r.place ${way}) ${this.#isOfPage()}, '[]'::json)`
  }

  #info(field: FieldPlan): string {
    const { listing, statement } = this.#inside
    const { isBackwards, size, page, after, before } = listing.span
    const hasMore = () => `count(*) > ${statement.place(size)}`
    const cursor = (isFirst: boolean) => {
      const name = `v${this.#columns.length}`
      this.#columns.push(`${cursorSql(listing, this.#read.alias)} as ${name}`)
      const way = isFirst === isBackwards ? 'desc' : 'asc'
      return `(array_agg(r.${name} order by r.place ${way}) ${this.#isOfPage()})[1]`
    }
    const parts: Record<string, () => string> = {
      hasNextPage: () => (isBackwards ? `${before !== undefined}` : hasMore()),
      hasPreviousPage: () => (isBackwards ? hasMore() : `${after !== undefined || (page ?? 1) > 1}`),
      startCursor: () => cursor(true),
      endCursor: () => cursor(false),
    }
    const written = fieldsIn(field.value).map((part) =>
      pairOf(part, parts[part.field.name]?.() ?? `'${part.parentType.name}'::text`),
    )
    return objectExpression(written, statement)
  }
}

/** What is selected of a list inside of a row, as JSON. */
export function connectionSql(plan: ObjectPlan, inside: Inside): string {
  const page = new PageSql(inside, plan)
  const pairs = plan.fields.map((field) => pairOf(field, page.value(field)))
  return objectSql(pairs, inside.statement, page.source)
}

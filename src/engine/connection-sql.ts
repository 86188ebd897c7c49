import { type GraphQLField, TypeNameMetaFieldDef } from 'graphql'
import { names } from '../data/tenant.ts'
import type { Listing } from '../graphql/lists.ts'
import { declared } from './guard.ts'
import { conditionsSql, isKept, keptSql, limitSql, spanSql } from './list-sql.ts'
import type { FieldPlan, ObjectPlan } from './plan.ts'
import { fieldsIn, planIn, type Written } from './row-plan.ts'
import { column, objectExpression, objectSql, type Pair, type Statement } from './statement.ts'

/*
 * A connection as the database writes it, of a root field or inside of a row: its page, its cursors and its counts.
 */

/** A list, and where it stands. `write` has what is selected of its rows. */
export interface Listed {
  readonly listing: Listing
  readonly statement: Statement
  /** The row that it is inside of, and the column by which its rows refer to that; of a root field, all rows are listed. */
  readonly inside?: { readonly parent: string; readonly key: string }
  write(plan: ObjectPlan, alias: string): string
}

const pairOf = ({ key, field }: FieldPlan, value: string): Pair => ({ key, isGiven: key !== field.name, value })

/** What `decodeCursor` reads: the value that a row is ordered by, its id and the column, as base64url of JSON. */
function cursorSql({ order: { field }, columns }: Listing, alias: string): string {
  const stored = column(alias, field)
  const isMoment = columns.get(field) === 'timestamptz(3)'
  const value = isMoment ? `to_char(${stored} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : stored
  const json = `'[' || to_json(${value})::text || ',"' || ${alias}.id || '","${field}"]'`
  return `translate(encode(convert_to(${json}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`
}

/** Rows that belong to the list, of an alias of their own. */
function rowsOf(
  { listing, inside, statement }: Listed,
  conditions = listing.conditions,
): { alias: string; from: string; where: string[] } {
  const { alias, from, isOwn } = statement.from(names.stored(listing.table))
  const where = inside ? [isOwn, `${column(alias, inside.key)} = ${inside.parent}.id`] : [isOwn]
  return { alias, from, where: [...where, ...conditionsSql(conditions, alias, statement)] }
}

/** How many rows there are. Counted anew only where they are not counted already, or nobody knows. */
function countSql(listed: Listed, conditions = listed.listing.conditions): string {
  const { listing, statement, inside } = listed
  const counted = () => {
    const { from, where } = rowsOf(listed, conditions)
    return `(select count(*) from ${from} where ${where.join(' and ')})`
  }
  if (inside || !isKept(listing, conditions)) return counted()
  return `coalesce(${keptSql(listing, conditions, statement)}, ${counted()})`
}

const isNode = ({ field }: FieldPlan) => field.name === 'node'

/** The SQL of a field that is declared to be a long text. */
const longText = ([{ field }, how]: [FieldPlan, Written | 'scripted']) =>
  declared(field as GraphQLField<unknown, unknown>).textPoints && how !== 'scripted' && how.kind === 'sql'
    ? [how.sql]
    : []

const ROWS = ['nodes', 'edges', 'pageInfo']

/**
 * The page of a list: what is shown of its rows is written in one query, and put together around it. PostgreSQL
 * aggregates rows in the order of the query that they are from, unless another aggregate beside asks for an order.
 */
class PageSql {
  readonly #listed: Listed
  readonly #hasInfo: boolean
  readonly #hasRows: boolean
  /** What is shown of each row, and of all of them together. */
  readonly #columns: string[] = []
  readonly #together = new Map<string, string>()
  /** Conditions of the statement as a whole. */
  readonly #limits: string[] = []
  /** Written once, and not at all where no rows are shown: a parameter that stands nowhere has no type. */
  #rows: (ReturnType<typeof rowsOf> & ReturnType<typeof spanSql>) | undefined

  constructor(listed: Listed, { fields }: ObjectPlan) {
    this.#listed = listed
    this.#hasInfo = fields.some(({ field }) => field.name === 'pageInfo')
    this.#hasRows = !listed.inside || fields.some(({ field }) => ROWS.includes(field.name))
  }

  /** What is selected of it, as JSON. */
  object({ fields }: ObjectPlan): string {
    const pairs = fields.map((field) => pairOf(field, this.#value(field)))
    return objectSql(pairs, this.#listed.statement)
  }

  /** Where the values of the page are from, unless each is a query of its own. To be written behind them. */
  source(): string {
    if (this.#together.size === 0) return ''
    const place = `row_number() over (order by ${this.#read.order}) as place`
    const columns = this.#isPlaced ? [place, ...this.#columns] : this.#columns
    const together = [...this.#together].map(([name, value]) => `${value} as ${name}`)
    return ` from (select ${together.join(', ')} from (${this.#query(columns.join(', ') || '1')}) as r) as p`
  }

  /** How many rows the page has. */
  get size(): string {
    return this.#ofAll('size', () => `count(*)${this.#isOfPage()}`)
  }

  #value(field: FieldPlan): string {
    const { listing } = this.#listed
    const { page, limit } = listing.span
    switch (field.field.name) {
      case TypeNameMetaFieldDef.name:
        return `'${field.parentType.name}'::text`
      case 'nodes':
        return this.#list(this.#node(field))
      case 'edges':
        return this.#list(this.#edge(field))
      case 'pageInfo':
        return this.#info(field)
      case 'totalCount':
        return this.#total()
      case 'page':
        return this.#number(page)
      case 'limit':
        return this.#number(limit)
      case 'pages':
        return limit === null
          ? this.#number(null)
          : `(${this.#total()} + ${this.#number(limit)} - 1) / ${this.#number(limit)}`
      default:
        return countSql(this.#listed, listing.counts[field.field.name])
    }
  }

  #number(value: number | null): string {
    return value === null ? 'null::integer' : `${this.#listed.statement.place(value)}::integer`
  }

  get #read() {
    const { listing, statement } = this.#listed
    if (!this.#rows) {
      const rows = rowsOf(this.#listed)
      this.#rows = { ...rows, ...spanSql(listing, rows.alias, statement) }
    }
    return this.#rows
  }

  #query(columns: string, conditions: readonly string[] = this.#limits): string {
    const { from, where, beyond, order } = this.#read
    const limit = limitSql(this.#listed.listing, this.#hasInfo ? 1 : 0, this.#listed.statement)
    const all = [...where, ...beyond, ...conditions].join(' and ')
    return `select ${columns} from ${from} where ${all} order by ${order}${limit}`
  }

  /** Shows no row unless the condition holds, which names no row. */
  limitBy(condition: string): void {
    this.#limits.push(condition)
  }

  /** The bytes of the long texts of all rows. PostgreSQL knows the size of a text without reading the text. */
  longTexts({ fields }: ObjectPlan): string | undefined {
    const nodes = fields.flatMap((field) =>
      field.field.name === 'edges' ? fieldsIn(field.value).filter(isNode) : field.field.name === 'nodes' ? [field] : [],
    )
    const texts = nodes.flatMap(({ value }) => [...(planIn(value)?.row?.fields ?? [])].flatMap(longText))
    if (texts.length === 0) return undefined
    const lengths = texts.map((sql) => `coalesce(octet_length(${sql(this.#read.alias)}), 0)`).join(' + ')
    return `(select coalesce(sum(b.bytes), 0) from (${this.#query(`${lengths} as bytes`, [])}) as b)`
  }

  /** A value of all rows together, written and worked out once. */
  #ofAll(name: string, write: () => string): string {
    if (!this.#together.has(name)) this.#together.set(name, write())
    return `p.${name}`
  }

  #node({ value }: FieldPlan): string {
    const plan = planIn(value)
    return plan ? this.#listed.write(plan, this.#read.alias) : 'null'
  }

  #edge({ value }: FieldPlan): string {
    const { listing, statement } = this.#listed
    const written = fieldsIn(value).map((field) => {
      if (isNode(field)) return pairOf(field, this.#node(field))
      const isCursor = field.field.name === 'cursor'
      return pairOf(field, isCursor ? cursorSql(listing, this.#read.alias) : `'${field.parentType.name}'::text`)
    })
    return objectSql(written, statement)
  }

  /** Those that are read beyond the page only tell that there are any. */
  #isOfPage(): string {
    const { offset, size } = this.#listed.listing.span
    return this.#hasInfo && size !== undefined ? ` filter (where r.place <= ${this.#number(offset + size)})` : ''
  }

  get #isBackwards(): boolean {
    return this.#listed.listing.span.isBackwards
  }

  /** Whether rows are told apart by their places. Otherwise they come as they are read, which is their order. */
  get #isPlaced(): boolean {
    return this.#hasInfo || this.#isBackwards
  }

  #list(shown: string): string {
    const name = `v${this.#columns.length}`
    this.#columns.push(`${shown} as ${name}`)
    const order = this.#isPlaced ? ` order by r.place ${this.#isBackwards ? 'desc' : 'asc'}` : ''
    return this.#ofAll(name, () => `coalesce(json_agg(r.${name}${order})${this.#isOfPage()}, '[]'::json)`)
  }

  #total(): string {
    const { total } = this.#listed.listing
    if (total !== undefined) return this.#number(total)
    return this.#hasRows ? this.#ofAll('total', () => this.#counted()) : countSql(this.#listed)
  }

  /** A page that is not full, with nothing before it, is all that there is. */
  #counted(): string {
    const { size, offset, after, before } = this.#listed.listing.span
    if (size === undefined) return 'count(*)'
    const counted = countSql(this.#listed)
    if (offset > 0 || after !== undefined || before !== undefined) return counted
    return `case when count(*) < ${this.#number(size + (this.#hasInfo ? 1 : 0))} then count(*) else ${counted} end`
  }

  #info(field: FieldPlan): string {
    const { listing, statement } = this.#listed
    const { isBackwards, size, page, after, before } = listing.span
    const hasMore = () => (size === undefined ? 'false' : this.#ofAll('more', () => `count(*) > ${this.#number(size)}`))
    const cursor = (isFirst: boolean) => {
      const name = `v${this.#columns.length}`
      this.#columns.push(`${cursorSql(listing, this.#read.alias)} as ${name}`)
      const way = isFirst === isBackwards ? 'desc' : 'asc'
      return this.#ofAll(name, () => `(array_agg(r.${name} order by r.place ${way})${this.#isOfPage()})[1]`)
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
export function connectionSql(plan: ObjectPlan, listed: Listed): string {
  const page = new PageSql(listed, plan)
  return `(select ${page.object(plan)}${page.source()})`
}

/**
 * The statement that reads what is selected of a list of a root field: its JSON text, the bytes of the text, and how many
 * rows it shows. The text is null where it exceeds the room. Where long texts alone exceed the room, no row is read.
 */
export function connectionQuery(plan: ObjectPlan, listed: Listed, room: number): string {
  const most = `${listed.statement.place(room)}::integer`
  const page = new PageSql(listed, plan)
  const texts = page.longTexts(plan)
  if (texts) page.limitBy(`${texts} <= ${most}`)
  const written = `select ${page.object(plan)}::text as text, ${page.size}::integer as size${page.source()}`
  const bytes = texts ? `greatest(octet_length(w.text), ${texts})` : 'octet_length(w.text)'
  // The offsets keep PostgreSQL from working a value out once for each place that names it.
  return `select case when q.bytes <= ${most} then q.text end as text, q.bytes, q.size
    from (select w.*, ${bytes} as bytes from (${written} offset 0) as w offset 0) as q`
}

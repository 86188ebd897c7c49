import { type GraphQLField, TypeNameMetaFieldDef } from 'graphql'
import { names } from '../../data/tenant.ts'
import type { Listing } from '../../graphql/lists.ts'
import { declared } from '../declare/declarations.ts'
import { type FieldPlan, fieldsIn, type ObjectPlan, planIn, type SqlField } from '../plan/plan.ts'
import { conditionsSql } from './conditions-sql.ts'
import type { ListShape } from './list-shape.ts'
import { isKept, keptSql, limitSql, orderedBy, rangeSql } from './list-sql.ts'
import { column, Late, objectExpression, objectSql, type Pair, ROOM, type Statement } from './statement.ts'

/* SQL for a connection, of a root field or inside a row: its page, its cursors and its counts. */

/** A list and its position in a statement. `write` returns the SQL of the selections on its rows. */
export interface Listed {
  readonly list: ListShape
  readonly statement: Statement
  /**
   * For a list inside a row: the alias of that row, and the column that has its id, or one of the ids in its column
   * `among`. A root field lists all rows.
   */
  readonly inside?: { readonly parent: string; readonly key: string; readonly among?: string | undefined }
  write(plan: ObjectPlan, alias: string): string
}

const pairOf = ({ key, field }: FieldPlan, value: string): Pair => ({ key, isGiven: key !== field.name, value })

/**
 * Writes the cursor that `decodeCursor` reads: the order value of a row, its id and the field, as base64url of JSON.
 */
function cursorSql(list: ListShape, alias: string): string {
  const { field, kind } = list.by
  const stored = orderedBy(list, alias)
  const isMoment = kind === 'timestamptz(3)'
  const value = isMoment ? `to_char(${stored} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : stored
  const json = `'[' || to_json(${value})::text || ',"' || ${alias}.id || '","${field}"]'`
  return `translate(encode(convert_to(${json}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`
}

function isInside({ parent, key, among }: NonNullable<Listed['inside']>, alias: string): string {
  const id = column(alias, key)
  return among ? `${id} = any(${column(parent, among)}::uuid[])` : `${id} = ${parent}.id`
}

/** The rows of the list under a new alias. */
function rowsOf(
  { list, inside, statement }: Listed,
  conditions = list.conditions,
): { alias: string; from: string; where: string[] } {
  const { alias, from, isOwn } = statement.from(names.stored(list.table))
  const where = inside ? [isOwn, isInside(inside, alias)] : [isOwn]
  return { alias, from, where: [...where, ...conditionsSql(conditions, alias, statement)] }
}

/** The number of rows. It runs a count only if no stored count exists. */
function countSql(listed: Listed, conditions = listed.list.conditions): string {
  const { list, statement, inside } = listed
  const counted = () => {
    const { from, where } = rowsOf(listed, conditions)
    return `(select count(*) from ${from} where ${where.join(' and ')})`
  }
  if (inside || !isKept(list, conditions)) return counted()
  return `coalesce(${keptSql(list, conditions, statement)}, ${counted()})`
}

const isNode = ({ field }: FieldPlan) => field.name === 'node'

/** The SQL of a field that is declared as a long text. */
const longText = ([{ field }, how]: [FieldPlan, SqlField | 'scripted']) =>
  declared(field as GraphQLField<unknown, unknown>).textPoints && how !== 'scripted' && how.kind === 'sql'
    ? [how.sql]
    : []

const SHOW_ROWS = ['nodes', 'edges', 'pageInfo']
const NO_NUMBER = 'null::integer'

/**
 * The page of a list. One query writes the selections on its rows, and the values of the page are built around it.
 * PostgreSQL aggregates rows in the order of their query, unless another aggregate of the same query has an order of
 * its own.
 */
class PageSql {
  readonly #listed: Listed
  readonly #hasInfo: boolean
  readonly #hasRows: boolean
  /** Columns of each row, and aggregates of all rows. */
  readonly #columns: string[] = []
  readonly #together = new Map<string, string>()
  /** Conditions of the whole statement. */
  readonly #limits: string[] = []
  /**
   * The rows of the page. They are written at most once, and only if rows are selected: PostgreSQL cannot infer the
   * type of an unused parameter.
   */
  #rows: (ReturnType<typeof rowsOf> & ReturnType<typeof rangeSql>) | undefined

  constructor(listed: Listed, { fields }: ObjectPlan) {
    this.#listed = listed
    this.#hasInfo = fields.some(({ field }) => field.name === 'pageInfo')
    this.#hasRows = !listed.inside || fields.some(({ field }) => SHOW_ROWS.includes(field.name))
  }

  /** The selections of the connection as JSON. */
  object({ fields }: ObjectPlan): string {
    const pairs = fields.map((field) => pairOf(field, this.#value(field)))
    return objectSql(pairs, this.#listed.statement)
  }

  /**
   * The `from` clause for the values of the page. Empty if each value is a query of its own. Call this after the values
   * are written, because they determine the clause.
   */
  source(): string {
    if (this.#together.size === 0) return ''
    const place = `row_number() over (order by ${this.#read.order}) as place`
    const columns = this.#isPlaced ? [place, ...this.#columns] : this.#columns
    const together = [...this.#together].map(([name, value]) => `${value} as ${name}`)
    return ` from (select ${together.join(', ')} from (${this.#query(columns.join(', ') || '1')}) as r) as p`
  }

  /** The number of rows of the page. */
  get size(): string {
    return this.#ofAll('size', () => `count(*)${this.#isOfPage()}`)
  }

  #value(field: FieldPlan): string {
    const { list } = this.#listed
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
        return list.isNumbered ? this.#late(({ range }) => range.page) : NO_NUMBER
      case 'limit':
        return this.#limit
      case 'pages':
        return list.limit === null ? NO_NUMBER : `(${this.#total()} + ${this.#limit} - 1) / ${this.#limit}`
      default:
        return countSql(this.#listed, list.countedIn(field.field.name))
    }
  }

  /** A number that depends on the arguments of an execution. */
  #late(read: (listing: Listing) => number | null | undefined): string {
    const { list, statement } = this.#listed
    return `${statement.place(new Late((inputs) => read(list.listingIn(inputs))))}::integer`
  }

  get #limit(): string {
    return `${this.#listed.list.limit ?? 'null'}::integer`
  }

  get #read() {
    const { list, statement } = this.#listed
    if (!this.#rows) {
      const rows = rowsOf(this.#listed)
      this.#rows = { ...rows, ...rangeSql(list, rows.alias, statement) }
    }
    return this.#rows
  }

  #query(columns: string, conditions: readonly string[] = this.#limits): string {
    const { from, join, where, beyond, order } = this.#read
    const limit = limitSql(this.#listed.list, this.#hasInfo ? 1 : 0, this.#listed.statement)
    const all = [...where, ...beyond, ...conditions].join(' and ')
    return `select ${columns} from ${from}${join} where ${all} order by ${order}${limit}`
  }

  /** Returns no row unless the condition holds. The condition must not refer to a row. */
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

  /** An aggregate of all rows, written and computed once. */
  #ofAll(name: string, write: () => string): string {
    if (!this.#together.has(name)) this.#together.set(name, write())
    return `p.${name}`
  }

  #node({ value }: FieldPlan): string {
    const plan = planIn(value)
    return plan ? this.#listed.write(plan, this.#read.alias) : 'null'
  }

  #edge({ value }: FieldPlan): string {
    const { list, statement } = this.#listed
    const written = fieldsIn(value).map((field) => {
      if (isNode(field)) return pairOf(field, this.#node(field))
      const isCursor = field.field.name === 'cursor'
      return pairOf(field, isCursor ? cursorSql(list, this.#read.alias) : `'${field.parentType.name}'::text`)
    })
    return objectSql(written, statement)
  }

  /** Leaves out the row after the page, which is read only to find out whether there are more rows. */
  #isOfPage(): string {
    const { hasOffset, size } = this.#listed.list
    if (!this.#hasInfo || size === undefined) return ''
    const last = hasOffset ? this.#late(({ range }) => range.offset + size) : size
    return ` filter (where r.place <= ${last})`
  }

  get #isBackwards(): boolean {
    return this.#listed.list.isBackwards
  }

  /** Whether rows are distinguished by their positions. Otherwise they keep the order in which they are read. */
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
    if (this.#listed.list.hasTotal) return this.#late(({ total }) => total)
    return this.#hasRows ? this.#ofAll('total', () => this.#counted()) : countSql(this.#listed)
  }

  /** The number of rows. A page that is not full and has nothing before it contains all rows, so no count is needed. */
  #counted(): string {
    const { size, hasOffset, hasAfter, hasBefore } = this.#listed.list
    if (size === undefined) return 'count(*)'
    const counted = countSql(this.#listed)
    if (hasOffset || hasAfter || hasBefore) return counted
    return `case when count(*) < ${size + (this.#hasInfo ? 1 : 0)} then count(*) else ${counted} end`
  }

  #info(field: FieldPlan): string {
    const { list, statement } = this.#listed
    const { isBackwards, size } = list
    const hasMore = () => (size === undefined ? 'false' : this.#ofAll('more', () => `count(*) > ${size}`))
    const cursor = (isFirst: boolean) => {
      const name = `v${this.#columns.length}`
      this.#columns.push(`${cursorSql(list, this.#read.alias)} as ${name}`)
      const way = isFirst === isBackwards ? 'desc' : 'asc'
      return this.#ofAll(name, () => `(array_agg(r.${name} order by r.place ${way})${this.#isOfPage()})[1]`)
    }
    const parts: Record<string, () => string> = {
      hasNextPage: () => (isBackwards ? `${list.hasBefore}` : hasMore()),
      hasPreviousPage: () => (isBackwards ? hasMore() : `${list.hasAfter || list.isLaterPage}`),
      startCursor: () => cursor(true),
      endCursor: () => cursor(false),
    }
    const written = fieldsIn(field.value).map((part) =>
      pairOf(part, parts[part.field.name]?.() ?? `'${part.parentType.name}'::text`),
    )
    return objectExpression(written, statement)
  }
}

/** SQL for the selections of a list inside a row, as JSON. */
export function connectionSql(plan: ObjectPlan, listed: Listed): string {
  const page = new PageSql(listed, plan)
  return `(select ${page.object(plan)}${page.source()})`
}

/**
 * The statement that reads the selections of a list of a root field: its JSON text, the bytes of the text, and the
 * number of rows. The text is null if it exceeds the limit. No row is read if long texts alone exceed the limit.
 */
export function connectionQuery(plan: ObjectPlan, listed: Listed): string {
  const most = `${listed.statement.place(ROOM)}::integer`
  const page = new PageSql(listed, plan)
  const texts = page.longTexts(plan)
  if (texts) page.limitBy(`${texts} <= ${most}`)
  const written = `select ${page.object(plan)}::text as text, ${page.size}::integer as size${page.source()}`
  const bytes = texts ? `greatest(octet_length(w.text), ${texts})` : 'octet_length(w.text)'
  // The offsets prevent PostgreSQL from computing a value once for each reference to it.
  return `select case when q.bytes <= ${most} then q.text end as text, q.bytes, q.size
    from (select w.*, ${bytes} as bytes from (${written} offset 0) as w offset 0) as q`
}

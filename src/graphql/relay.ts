import { IsOptional, Max, MaxLength, Min } from 'class-validator'
import type { GraphQLResolveInfo } from 'graphql'
import { type CompiledQuery, type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { ArgsType, type ClassType, Extensions, Field, Int, ObjectType } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import { describeEnum } from '../common/enums.ts'
import { invalid } from '../common/errors.ts'
import type { Tables } from '../data/transaction.ts'
import { FIRST_MOMENT } from './columns.ts'
import { countOf } from './page.ts'
import { narrowed, selectedColumns } from './selection.ts'

/** `ASC` or `DESC`. */
export enum OrderDirection {
  ASC = 'ASC',
  DESC = 'DESC',
}
describeEnum('OrderDirection', OrderDirection, 'Direction of an order.', {
  ASC: 'Ascending.',
  DESC: 'Descending.',
})

/** Relay's pagination arguments. */
@ArgsType()
export class ConnectionArgs {
  @Field(() => Int, { nullable: true, description: 'Number of items from the start, 1 to 100. Default 20.' })
  @IsOptional()
  @Min(1, { message: 'must be a positive integer' })
  @Max(100, { message: 'must be at most 100' })
  first?: number

  @Field(() => String, { nullable: true, description: 'Items after this cursor.' })
  @IsOptional()
  @MaxLength(1000)
  after?: string

  @Field(() => Int, { nullable: true, description: 'Number of items from the end, 1 to 100.' })
  @IsOptional()
  @Min(1, { message: 'must be a positive integer' })
  @Max(100, { message: 'must be at most 100' })
  last?: number

  @Field(() => String, { nullable: true, description: 'Items before this cursor.' })
  @IsOptional()
  @MaxLength(1000)
  before?: string
}

/** Relay's PageInfo. */
@ObjectType({ simpleResolvers: true, description: 'Position of a page in a list (Relay).' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are items after this page.' })
  hasNextPage: boolean

  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage: boolean

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null for an empty page.' })
  startCursor: string | null

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null for an empty page.' })
  endCursor: string | null
}

/** One page of a Relay connection. */
export interface Page<T> {
  edges: { cursor: string; node: T }[]
  nodes: T[]
  pageInfo: PageInfo
  /** What `totalCount` is, once it is selected. */
  count: () => Promise<number>
}

/** Makes the connection and edge types of `Node`, named `<Node>Connection` and `<Node>Edge`. */
export function connectionOf<T extends object>(Node: ClassType<T>): ClassType<Page<T>> {
  @ObjectType(`${Node.name}Edge`, { simpleResolvers: true, description: 'Item of a list, with its cursor.' })
  class Edge {
    @Field(() => String, { description: 'Opaque cursor of the item; valid for the same order only.' })
    cursor: string

    @Field(() => Node, { description: 'The item.' })
    node: T
  }

  @ObjectType(`${Node.name}Connection`, { simpleResolvers: true })
  class Connection implements Page<T> {
    @Field(() => [Edge], { description: 'Items of this page with their cursors.' })
    edges: Edge[]

    @Field(() => [Node], { description: 'Items of this page.' })
    nodes: T[]

    @Field(() => PageInfo, { description: 'Position of this page in the list.' })
    pageInfo: PageInfo

    @Field(() => Int, { description: 'Total number of matches.' })
    totalCount(): Promise<number> {
      return this.count()
    }

    count: () => Promise<number>
  }
  return Connection
}

/** The column that a connection is ordered by (the id breaks ties), and the direction. */
export interface Order<F extends string> {
  field: F
  direction: OrderDirection
}

type Key = [value: string | number, id: string, field: string]

const encode = (key: Key) => Buffer.from(JSON.stringify(key)).toString('base64url')

const sortValue = (value: unknown) => (value instanceof Date ? value.toISOString() : (value as string | number))

/** Whether a text is a moment as `sortValue` writes it, and of a year that PostgreSQL has. */
function isMoment(text: string): boolean {
  const moment = new Date(text)
  return moment.getTime() >= FIRST_MOMENT && moment.toISOString() === text
}

/** Whether the database can compare a value from outside with the column: a moment, a sequence number or a text. */
function isSortValue(field: string, value: unknown): boolean {
  if (field === 'sequence') return Number.isSafeInteger(value)
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return false
  return !field.endsWith('At') || isMoment(value)
}

function decode(cursor: string, argument: 'after' | 'before', field: string): Key {
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const [value, id, forField] = key as Key
    if (forField === field && isUuid(id) && isSortValue(field, value)) return key
  } catch {
    // falls through to the refusal
  }
  throw invalid({ [argument]: 'must be a cursor of this connection in the same order' })
}

/*
 * Cursors are made when they are read: most queries ask for none, and a page has a hundred. Getters of a class, since an
 * object literal with a getter is given a layout of its own by the engine, which holds all of its request until the
 * next full collection.
 */

class RowEdge<O extends { id: string }> {
  readonly node: O
  readonly #field: string

  constructor(node: O, field: string) {
    this.node = node
    this.#field = field
  }

  get cursor(): string {
    return encode([sortValue(this.node[this.#field as keyof O]), this.node.id, this.#field])
  }
}

class RowsInfo implements PageInfo {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly #edges: readonly { cursor: string }[]

  constructor(hasNextPage: boolean, hasPreviousPage: boolean, edges: readonly { cursor: string }[]) {
    this.hasNextPage = hasNextPage
    this.hasPreviousPage = hasPreviousPage
    this.#edges = edges
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null
  }
}

/** Of an operation that takes rows as JSON text. */
export interface TextInfo extends GraphQLResolveInfo {
  /** Whether it asks for nothing of the page but its rows: neither for their places nor whether there are more. */
  isRowsOnly: boolean
  /** What it selects of a row, from a table or its alias. */
  rowText(alias: string): RawBuilder<string>
  /** The rows of a statement, which is made once for the same variables. */
  read<O>(compile: () => CompiledQuery<O>): Promise<O[]>
}

/**
 * Declares that the rows of a connection may be read as JSON text: its resolver returns what `paginate` gives it for its
 * `info`, and the statement depends on nothing but the arguments.
 */
export const ReadsText = () => Extensions({ readsText: true })

/** Where a page begins and ends, in the rows of the table with the alias `alias`. */
interface Span {
  alias: string
  /** The columns that say where a row lies. */
  key: string[]
  size: number
  isBackwards: boolean
  /** The order of the rows as they are read, from the cursor on. */
  order: RawBuilder<unknown>
  isBeyond: Expression<boolean>[]
}

function spanOf(
  alias: string,
  { field, direction }: Order<string>,
  { first, after, last, before }: ConnectionArgs,
): Span {
  if (first !== undefined && last !== undefined) throw invalid({ last: 'must not be given together with first' })
  const isBackwards = last !== undefined || (before !== undefined && first === undefined)
  const [column, id] = [sql.ref(`${alias}.${field}`), sql.ref(`${alias}.id`)]
  const isDescending = direction === OrderDirection.DESC
  const beyond = (argument: 'after' | 'before', cursor: string | undefined) => {
    if (cursor === undefined) return []
    const [value, behind] = decode(cursor, argument, field)
    const comparison = sql.raw((argument === 'after') !== isDescending ? '>' : '<')
    return sql<boolean>`(${column}, ${id}) ${comparison} (${value}, ${behind})`
  }
  const way = sql.raw(isDescending !== isBackwards ? 'desc' : 'asc')
  return {
    alias,
    key: ['id', field],
    size: last ?? first ?? 20,
    isBackwards,
    order: sql`${column} ${way}, ${id} ${way}`,
    isBeyond: [beyond('after', after), beyond('before', before)].flat(),
  }
}

function within<T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  { order, isBeyond }: Span,
  most: number,
): SelectQueryBuilder<Tables, T, O> {
  const beyond = isBeyond.reduce((rows, condition) => rows.where(condition), query)
  return beyond.orderBy(order).limit(most)
}

/** What the operation reads of the rows of a page; one row more says whether there are others. */
function read<T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  span: Span,
  info: GraphQLResolveInfo | TextInfo | undefined,
): Promise<O[]> {
  const { alias, key, size } = span
  if (!info) return within(query, span, size + 1).execute()
  if (!('rowText' in info)) return within(narrowed(query, selectedColumns(info, key)), span, size + 1).execute()
  return info.read(() => {
    const [columns, most] = info.isRowsOnly ? [[], size] : [key, size + 1]
    const rows = narrowed(query, columns).select(info.rowText(alias).as('text')).$castTo<O>()
    return within(rows, span, most).compile()
  })
}

/**
 * Runs one page of a connection by key set: the cost does not grow with the depth of the page.
 * `query` must select the order's column and the id, from a table with the alias `alias`. With `info`, the query's
 * columns are cut down to those that the operation reads.
 */
export async function paginate<T extends keyof Tables, O extends { id: string }>(
  query: SelectQueryBuilder<Tables, T, O>,
  alias: string,
  order: Order<string>,
  args: ConnectionArgs,
  info?: GraphQLResolveInfo | TextInfo,
): Promise<Page<O>> {
  const span = spanOf(alias, order, args)
  const { size, isBackwards } = span
  const rows = await read(query, span, info)
  const hasMore = rows.length > size
  const nodes = rows.slice(0, size)
  if (isBackwards) nodes.reverse()
  const edges = nodes.map((node) => new RowEdge(node, order.field))
  return {
    edges,
    nodes,
    pageInfo: new RowsInfo(
      isBackwards ? args.before !== undefined : hasMore,
      isBackwards ? hasMore : args.after !== undefined,
      edges,
    ),
    count: () => countOf(query),
  }
}

import { IsOptional, Max, MaxLength, Min } from 'class-validator'
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql'
import { describeEnum } from '../common/enums.ts'
import { invalid } from '../common/errors.ts'
import type { Tables } from '../data/transaction.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { countOf } from './page.ts'

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
  hasNextPage!: boolean

  @Field(() => Boolean, { description: 'Whether there are items before this page.' })
  hasPreviousPage!: boolean

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null for an empty page.' })
  startCursor!: string | null

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null for an empty page.' })
  endCursor!: string | null
}

/** One page of a Relay connection. */
export interface Page<T> {
  edges: { cursor: string; node: T }[]
  nodes: T[]
  pageInfo: PageInfo
  /** What `totalCount` is, once it is selected. */
  totalCount: () => Promise<number>
}

/** Makes the connection and edge types of `Node`, named `<Node>Connection` and `<Node>Edge`. */
export function connectionOf<T extends object>(Node: ClassType<T>): ClassType<Page<T>> {
  @ObjectType(`${Node.name}Edge`, { simpleResolvers: true, description: 'Item of a list, with its cursor.' })
  class Edge {
    @Field(() => String, { description: 'Opaque cursor of the item; valid for the same order only.' })
    cursor!: string

    @Field(() => Node, { description: 'The item.' })
    node!: T
  }

  @ObjectType(`${Node.name}Connection`, { simpleResolvers: true })
  class Connection implements Page<T> {
    @Field(() => [Edge], { description: 'Items of this page with their cursors.' })
    edges!: Edge[]

    @Field(() => [Node], { description: 'Items of this page.' })
    nodes!: T[]

    @Field(() => PageInfo, { description: 'Position of this page in the list.' })
    pageInfo!: PageInfo

    @Field(() => Int, { description: 'Total number of matches.' })
    totalCount!: () => Promise<number>
  }
  return Connection
}

/** The column that a connection is ordered by (the id breaks ties), and the direction. */
export interface Order<F extends string> {
  field: F
  direction: OrderDirection
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
    return encodeCursor(this.node[this.#field as keyof O], this.node.id, this.#field)
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

/** Where a page begins and ends, in the rows of the table with the alias `alias`. */
interface Span {
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
    const [value, behind] = decodeCursor(cursor, argument, field)
    const comparison = sql.raw((argument === 'after') !== isDescending ? '>' : '<')
    return sql<boolean>`(${column}, ${id}) ${comparison} (${value}, ${behind})`
  }
  const way = sql.raw(isDescending !== isBackwards ? 'desc' : 'asc')
  return {
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

/**
 * Runs one page of a connection by key set: the cost does not grow with the depth of the page.
 * `query` must select the order's column and the id, from a table with the alias `alias`.
 */
export async function paginate<T extends keyof Tables, O extends { id: string }>(
  query: SelectQueryBuilder<Tables, T, O>,
  alias: string,
  order: Order<string>,
  args: ConnectionArgs,
): Promise<Page<O>> {
  const span = spanOf(alias, order, args)
  const { size, isBackwards } = span
  const rows = await within(query, span, size + 1).execute()
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
    totalCount: () => countOf(query),
  }
}

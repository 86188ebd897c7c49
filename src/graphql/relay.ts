import { IsOptional, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, type ClassType, Field, InputType, Int, ObjectType } from 'type-graphql'
import { describeEnum } from '../common/enums.ts'
import { decodePlace, encodePlace } from './cursor.ts'
import { type Span, spanOf } from './span.ts'

/** `ASC` or `DESC`. */
export enum OrderDirection {
  ASC = 'ASC',
  DESC = 'DESC',
}
describeEnum('OrderDirection', OrderDirection, 'Direction of an order.', {
  ASC: 'Ascending.',
  DESC: 'Descending.',
})

/** A number of items or of a page, at least 1. */
const NumberField =
  (description: string, max?: number): PropertyDecorator =>
  (target, key) => {
    Field(() => Int, { nullable: true, description })(target, key)
    IsOptional()(target, key)
    if (max) Max(max, { message: `must be at most ${max}` })(target, String(key))
    Min(1, { message: 'must be a positive integer' })(target, String(key))
  }

const CursorField =
  (description: string): PropertyDecorator =>
  (target, key) => {
    Field(() => String, { nullable: true, description })(target, key)
    IsOptional()(target, key)
    MaxLength(1000)(target, String(key))
  }

/** Which items of a list are asked for: by cursor, as Relay has it, or by the number of a page. */
@ArgsType()
export class ConnectionArgs {
  @NumberField('Number of items from the start, 1 to 100. Default 20.', 100)
  first?: number

  @CursorField('Items after this cursor.')
  after?: string

  @NumberField('Number of items from the end, 1 to 100.', 100)
  last?: number

  @CursorField('Items before this cursor.')
  before?: string

  @NumberField('Number of the page, from 1. Default 1.')
  page?: number

  @NumberField('Items per page, 1 to 100. Default 10.', 100)
  limit?: number
}

/** The same for a list that can be asked for as a whole. */
@ArgsType()
export class WholeArgs extends ConnectionArgs {
  @Field(() => Boolean, { nullable: true, description: 'Without `page` and `limit`, all items at once.' })
  all?: boolean
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

/** One page of a Relay connection that is put together in JavaScript. */
export interface Page<T> {
  edges: readonly { readonly cursor: string; readonly node: T }[]
  nodes: T[]
  pageInfo: PageInfo
  totalCount: number
  page: number | null
  limit: number | null
  pages: number | null
}

/** What is said of a connection beside its type: its own name, and counts that it has, each with its description. */
interface ConnectionOptions {
  name?: string
  counts?: Readonly<Record<string, string>>
}

/** Makes the connection and edge types of `Node`, named `<Node>Connection` and `<Node>Edge`. */
export function connectionOf<T extends object>(
  Node: ClassType<T>,
  description: string,
  { name = `${Node.name}Connection`, counts = {} }: ConnectionOptions = {},
): ClassType<Page<T>> {
  @ObjectType(`${Node.name}Edge`, { simpleResolvers: true, description: 'Item of a list, with its cursor.' })
  class Edge {
    @Field(() => String, { description: 'Opaque cursor of the item; valid for the same order only.' })
    cursor!: string

    @Field(() => Node, { description: 'The item.' })
    node!: T
  }

  @ObjectType(name, { simpleResolvers: true, description })
  class Connection implements Page<T> {
    @Field(() => [Edge], { description: 'Items of this page with their cursors.' })
    edges!: Edge[]

    @Field(() => [Node], { description: 'Items of this page.' })
    nodes!: T[]

    @Field(() => PageInfo, { description: 'Position of this page in the list.' })
    pageInfo!: PageInfo

    @Field(() => Int, { description: 'Total number of matches.' })
    totalCount!: number

    @Field(() => Int, {
      nullable: true,
      description: 'Number of this page; null where the list is not paginated by number.',
    })
    page!: number | null

    @Field(() => Int, {
      nullable: true,
      description: 'Items per page; null where the list is not paginated by number.',
    })
    limit!: number | null

    @Field(() => Int, { nullable: true, description: 'Number of pages: `totalCount` divided by `limit`, rounded up.' })
    pages!: number | null
  }
  for (const [count, of] of Object.entries(counts)) Field(() => Int, { description: of })(Connection.prototype, count)
  return Connection
}

/** The column that a connection is ordered by (the id breaks ties), and the direction. */
export interface Order<F extends string> {
  field: F
  direction: OrderDirection
}

/** Makes the input of an order by one of some fields. */
export function orderInput<F extends string>(
  name: string,
  fields: Readonly<Record<string, F>>,
  what: string,
): ClassType<Order<F>> {
  @InputType(name, { description: `Order of ${what}. Ties are broken by id.` })
  class OrderInput implements Order<F> {
    @Field(() => fields, { description: 'Field to order by.' })
    field!: F

    @Field(() => OrderDirection, {
      defaultValue: OrderDirection.ASC,
      description: 'Direction of the order. Default ASC.',
    })
    direction!: OrderDirection
  }
  return OrderInput
}

/** Where a page of a list lies that is put together in JavaScript: how many items it skips, and how many it has at most. */
export function partOf(args: ConnectionArgs, total: number): { offset: number; size: number; span: Span<number> } {
  const span = spanOf(args, decodePlace)
  const from = span.after === undefined ? 0 : span.after + 1
  const to = Math.min(span.before ?? total, total)
  const size = Math.max(0, Math.min(span.size ?? total, to - from - span.offset))
  return { offset: span.isBackwards ? to - size : from + span.offset, size, span }
}

/** Items of a list that is put together in JavaScript, as a page: their cursors are their places in it. */
export function placedPage<T>(items: T[], { offset, span }: ReturnType<typeof partOf>, total: number): Page<T> {
  const edges = items.map((node, index) => ({ node, cursor: encodePlace(offset + index) }))
  return {
    edges,
    nodes: items,
    pageInfo: {
      hasNextPage: offset + items.length < total,
      hasPreviousPage: offset > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: total,
    page: span.page,
    limit: span.limit,
    pages: span.limit === null ? null : Math.ceil(total / span.limit),
  }
}

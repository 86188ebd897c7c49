import { Max, MaxLength, Min } from 'class-validator'
import { type ClassType, Int } from 'type-graphql'
import { describeNames } from '../common/enums.ts'
import { Output, outputOf } from './columns.ts'
import { decodePlace, encodePlace } from './cursor.ts'
import { field, fields, fieldsAfter, nullable } from './fields.ts'
import { Arguments, Input, optional, says } from './inputs.ts'
import { type PageRange, pageRangeOf } from './page-range.ts'

/** `ASC` or `DESC`. */
export const OrderDirection = describeNames('OrderDirection', 'Direction of an order.', {
  ASC: 'Ascending.',
  DESC: 'Descending.',
})
export type OrderDirection = keyof typeof OrderDirection

/** A number of items or of a page, at least 1. */
export const positive = (description: string, max?: number) =>
  optional(Int, description, {
    rules: [...(max ? [Max(max, says('TOO_LARGE', { most: max }))] : []), Min(1, says('NOT_POSITIVE'))],
  })

/** Enough for the longest sort value, an e-mail address of 254 characters, of which each can be 7 bytes of JSON. */
const LONGEST_CURSOR = 3000

const cursor = (description: string) =>
  optional(String, description, {
    rules: [MaxLength(LONGEST_CURSOR, says('TEXT_TOO_LONG', { most: LONGEST_CURSOR }))],
  })

/** The requested items of a list: by cursor (Relay), or by page number. */
@Arguments()
export class ConnectionArgs extends fields({
  first: positive('Number of items from the start, 1 to 100. Default 20.', 100),
  after: cursor('Items after this cursor.'),
  last: positive('Number of items from the end, 1 to 100.', 100),
  before: cursor('Items before this cursor.'),
  page: positive('Number of the page, from 1. Default 1.'),
  limit: positive('Items per page, 1 to 100. Default 10.', 100),
}) {}

/** Arguments of a list that may be requested whole. */
@Arguments()
export class WholeArgs extends fieldsAfter(ConnectionArgs, {
  all: optional(Boolean, 'true returns all items at once, if `page` and `limit` are absent.'),
}) {}

/** Relay's PageInfo. */
@Output('Position of a page in a list (Relay).')
export class PageInfo extends fields({
  hasNextPage: field(Boolean, 'Whether there are items after this page.'),
  hasPreviousPage: field(Boolean, 'Whether there are items before this page.'),
  startCursor: nullable(String, 'Cursor of the first item. Null for an empty page.'),
  endCursor: nullable(String, 'Cursor of the last item. Null for an empty page.'),
}) {}

/** One page of a connection that JavaScript composes. */
export interface Page<T> {
  edges: readonly { readonly cursor: string; readonly node: T }[]
  nodes: T[]
  pageInfo: PageInfo
  totalCount: number
  page: number | null
  limit: number | null
  pages: number | null
}

/** Options of a connection: its name, and additional counts with their descriptions. */
interface ConnectionOptions {
  name?: string
  counts?: Readonly<Record<string, string>>
}

/** Creates the connection and edge types of `Node`, named `<Node>Connection` and `<Node>Edge`. */
export function connectionOf<T extends object>(
  Node: ClassType<T>,
  description: string,
  { name = `${Node.name}Connection`, counts = {} }: ConnectionOptions = {},
): ClassType<Page<T>> {
  const Edge = outputOf(`${Node.name}Edge`, 'Item of a list, with its cursor.', {
    cursor: field(String, 'Opaque cursor of the item. Valid only for the same order.'),
    node: field(Node, 'The item.'),
  })
  return outputOf(name, description, {
    edges: field([Edge], 'Items of this page with their cursors.'),
    nodes: field([Node], 'Items of this page.'),
    pageInfo: field(PageInfo, 'Position of this page in the list.'),
    totalCount: field(Int, 'Total number of matches.'),
    page: nullable(Int, 'Number of this page. Null if the list is not paginated by number.'),
    limit: nullable(Int, 'Items per page. Null if the list is not paginated by number.'),
    pages: nullable(Int, 'Number of pages: `totalCount` divided by `limit`, rounded up.'),
    ...Object.fromEntries(Object.entries(counts).map(([count, of]) => [count, field(Int, of)])),
  })
}

/** The column and direction of a connection's order. Ties are broken by the id. */
export interface Order<F extends string> {
  field: F
  direction: OrderDirection
}

/** Creates the input type of an order. */
export function orderInput<F extends string>(
  name: string,
  columns: Readonly<Record<string, F>>,
  what: string,
): ClassType<Order<F>> {
  @Input(`Order of ${what}. Ties are broken by id; items without a value are last.`, name)
  class OrderInput extends fields({
    field: field(columns as Readonly<Record<string, string>>, 'Field to order by.'),
    direction: field(OrderDirection, 'Direction of the order. Default ASC.', { defaultValue: OrderDirection.ASC }),
  }) {}
  return OrderInput as ClassType<Order<string>> as ClassType<Order<F>>
}

/** The range of a page in a list that JavaScript composes: offset and maximum size. */
export function partOf(
  args: ConnectionArgs,
  total: number,
): { offset: number; size: number; range: PageRange<number> } {
  const range = pageRangeOf(args, decodePlace)
  const from = range.after === undefined ? 0 : range.after + 1
  const to = Math.min(range.before ?? total, total)
  const size = Math.max(0, Math.min(range.size ?? total, to - from - range.offset))
  return { offset: range.isBackwards ? to - size : from + range.offset, size, range }
}

/** Items of a list that JavaScript composes, as a page. Their cursors are their positions in the list. */
export function placedPage<T>(items: T[], { offset, range }: ReturnType<typeof partOf>, total: number): Page<T> {
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
    page: range.page,
    limit: range.limit,
    pages: range.limit === null ? null : Math.ceil(total / range.limit),
  }
}

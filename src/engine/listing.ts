import { validate as isUuid } from 'uuid'
import { invalid } from '../common/errors.ts'
import { names } from '../data/tenant.ts'
import { decodeCursor, encodeCursor } from '../graphql/cursor.ts'
import type { Condition, Listing } from '../graphql/lists.ts'
import { type ConnectionArgs, OrderDirection, type Page, type PageInfo } from '../graphql/relay.ts'
import type { FieldPlan, ObjectPlan, ValuePlan } from './plan.ts'
import { rowJson, Statement } from './row-sql.ts'
import type { Run } from './run.ts'
import { ListedRow } from './stored-rows.ts'

/*
 * Cursors are made when they are read: most queries ask for none, and a page has a hundred. Getters of a class, since an
 * object literal with a getter is given a layout of its own by the engine, which holds all of its request until the
 * next full collection.
 */

class RowEdge {
  readonly node: ListedRow
  readonly #column: string

  constructor(node: ListedRow, column: string) {
    this.node = node
    this.#column = column
  }

  get cursor(): string {
    return encodeCursor(this.node.key, this.node.id, this.#column)
  }
}

class RowsInfo implements PageInfo {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly #edges: readonly RowEdge[]

  constructor(hasNextPage: boolean, hasPreviousPage: boolean, edges: readonly RowEdge[]) {
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

/** What an operation asks of a connection: its rows, in each place where they are selected, and what else there is. */
interface Asked {
  plans: readonly ObjectPlan[]
  hasPlaces: boolean
  hasTotal: boolean
}

const known = new WeakMap<FieldPlan, Asked>()

function askedOf(field: FieldPlan): Asked {
  const found = known.get(field) ?? findAsked(field)
  known.set(field, found)
  return found
}

function findAsked({ value }: FieldPlan): Asked {
  const selected = fieldsIn(value)
  const named = (name: string, fields = selected) => fields.filter(({ field }) => field.name === name)
  const nodes = [...named('nodes'), ...named('edges').flatMap((edges) => named('node', fieldsIn(edges.value)))]
  return {
    plans: nodes.flatMap((node) => planIn(node.value) ?? []),
    hasPlaces: named('edges').length > 0 || named('pageInfo').length > 0,
    hasTotal: named('totalCount').length > 0,
  }
}

function planIn(value: ValuePlan): ObjectPlan | undefined {
  if (value.kind === 'list') return planIn(value.item)
  return value.kind === 'object' ? value.plan : undefined
}

const fieldsIn = (value: ValuePlan): readonly FieldPlan[] => planIn(value)?.fields ?? []

const column = (alias: string, name: string) => `${alias}."${names.stored(name)}"`

const TESTS: Record<Condition['test'], (column: string, value: unknown, place: Statement['place']) => string> = {
  contains: (name, value, place) => `strpos(lower(${name}), lower(${place(String(value))}::text)) > 0`,
  is: (name, value, place) => `${name} = ${place(value)}`,
  from: (name, value, place) => `${name} >= ${place(value)}`,
  to: (name, value, place) => `${name} <= ${place(value)}`,
  isAny: (name, value, place) => `${name} = any(${place(value)}::text[])`,
  isId: (name, value, place) => (isUuid(String(value)) ? `${name} = ${place(value)}` : 'false'),
}

/** Where a page begins and ends. */
interface Span {
  size: number
  isBackwards: boolean
  order: string
  beyond: string[]
}

/** The row from the cursor on, in the order as it is read. */
function spanOf({ order, page }: Listing, alias: string, statement: Statement): Span {
  const { first, after, last, before } = page
  if (first !== undefined && last !== undefined) throw invalid({ last: 'must not be given together with first' })
  const isBackwards = last !== undefined || (before !== undefined && first === undefined)
  const by = [column(alias, order.field), `${alias}.id`]
  const isDescending = order.direction === OrderDirection.DESC
  const beyond = (argument: 'after' | 'before', cursor: string | undefined) => {
    if (cursor === undefined) return []
    const [value, id] = decodeCursor(cursor, argument, order.field)
    const sign = (argument === 'after') !== isDescending ? '>' : '<'
    return `(${by}) ${sign} (${statement.place(value)}, ${statement.place(id)})`
  }
  const way = isDescending !== isBackwards ? 'desc' : 'asc'
  return {
    size: last ?? first ?? 20,
    isBackwards,
    order: by.map((each) => `${each} ${way}`).join(', '),
    beyond: [beyond('after', after), beyond('before', before)].flat(),
  }
}

function conditionsOf({ conditions }: Listing, alias: string, statement: Statement): string[] {
  const place = (value: unknown) => statement.place(value)
  return conditions.map(({ column: name, key, test, value }) => {
    const stored = column(alias, name)
    return TESTS[test](key ? `${stored}->>'${key}'` : stored, value, place)
  })
}

/** Runs one page of a list by key set: the cost does not grow with the depth of the page. */
export async function readListing(run: Run, field: FieldPlan, listing: Listing): Promise<Page<ListedRow>> {
  const { context } = run
  if (!context) throw new Error('A list is read in a transaction')
  const { plans, hasPlaces, hasTotal } = askedOf(field)
  const statement = new Statement()
  const { alias, from, isOwn } = statement.from(names.stored(listing.table))
  const texts = plans.map(({ row }, index) => `${row && rowJson(row, alias, statement, run)}::text as r${index}`)
  const place = hasPlaces ? [`${alias}.id as id`, `${column(alias, listing.order.field)} as key`] : []
  const where = [isOwn, ...conditionsOf(listing, alias, statement)]
  const { size, isBackwards, order, beyond } = spanOf(listing, alias, statement)
  const most = statement.place(hasPlaces ? size + 1 : size)
  const select = [...texts, ...place].join(', ') || '1'
  const sql = `select ${select} from ${from} where ${[...where, ...beyond].join(' and ')} order by ${order} limit ${most}`
  const total = hasTotal ? countRows(run, listing) : undefined
  // Heard where it is selected, or not at all.
  total?.catch(() => {})
  const found = await context.rows<Record<string, unknown>>(sql, statement.parameters)
  const rows = found.slice(0, size).map(
    (row) =>
      new ListedRow(
        plans,
        plans.map((_, index) => String(row[`r${index}`])),
        String(row.id),
        row.key,
      ),
  )
  if (isBackwards) rows.reverse()
  return pageOf(rows, found.length > size, isBackwards, listing, total)
}

async function countRows({ context }: Run, listing: Listing): Promise<number> {
  const statement = new Statement()
  const { alias, from, isOwn } = statement.from(names.stored(listing.table))
  const where = [isOwn, ...conditionsOf(listing, alias, statement)].join(' and ')
  const counted = await context?.rows<{ count: number }>(
    `select count(*) as count from ${from} where ${where}`,
    statement.parameters,
  )
  return counted?.[0]?.count ?? 0
}

function pageOf(
  nodes: ListedRow[],
  hasMore: boolean,
  isBackwards: boolean,
  { order, page }: { order: { field: string }; page: ConnectionArgs },
  total: Promise<number> | undefined,
): Page<ListedRow> {
  const edges = nodes.map((node) => new RowEdge(node, order.field))
  const hasNext = isBackwards ? page.before !== undefined : hasMore
  const hasPrevious = isBackwards ? hasMore : page.after !== undefined
  return {
    edges,
    nodes,
    pageInfo: new RowsInfo(hasNext, hasPrevious, edges),
    totalCount: async () => total ?? 0,
  }
}

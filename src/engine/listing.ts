import { countsOf } from '../data/row-counts.ts'
import { names } from '../data/tenant.ts'
import { encodeCursor } from '../graphql/cursor.ts'
import type { Given, Listing } from '../graphql/lists.ts'
import { numbersOf, type Page, type PageInfo } from '../graphql/relay.ts'
import type { Context } from './context.ts'
import { conditionsSql, limitSql, spanSql } from './list-sql.ts'
import type { FieldPlan, ObjectPlan } from './plan.ts'
import { fieldsIn, planIn } from './row-plan.ts'
import { rowJson } from './row-sql.ts'
import type { Run } from './run.ts'
import { column, Statement } from './statement.ts'
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
  names: ReadonlySet<string>
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
  const asked = new Set(selected.map(({ field }) => field.name))
  return {
    plans: nodes.flatMap((node) => planIn(node.value) ?? []),
    hasPlaces: asked.has('edges') || asked.has('pageInfo'),
    hasTotal: asked.has('totalCount') || asked.has('pages'),
    names: asked,
  }
}

/** Runs one page of a list by key set: the cost does not grow with the depth of the page. */
export async function readListing(run: Run, field: FieldPlan, listing: Listing): Promise<Page<ListedRow>> {
  const { context } = run
  if (!context) throw new Error('A list is read in a transaction')
  const { plans, hasPlaces } = askedOf(field)
  const statement = new Statement()
  const { alias, from, isOwn } = statement.from(names.stored(listing.table))
  const texts = plans.map(({ row }, index) => `${row && rowJson(row, alias, statement, run)}::text as r${index}`)
  const place = hasPlaces ? [`${alias}.id as id`, `${column(alias, listing.order.field)} as key`] : []
  const where = [isOwn, ...conditionsSql(listing.conditions, alias, statement)]
  const { order, beyond } = spanSql(listing, alias, statement)
  const select = [...texts, ...place].join(', ') || '1'
  const limit = limitSql(listing, hasPlaces ? 1 : 0, statement)
  const sql = `select ${select} from ${from} where ${[...where, ...beyond].join(' and ')} order by ${order}${limit}`
  const counts = new Counts(context, listing, askedOf(field))
  const found = await context.rows<Record<string, unknown>>(sql, statement.parameters)
  const { size = found.length } = listing.span
  const rows = found.slice(0, size).map(
    (row) =>
      new ListedRow(
        plans,
        plans.map((_, index) => String(row[`r${index}`])),
        String(row.id),
        row.key,
      ),
  )
  counts.note(rows.length)
  return pageOf(rows, found.length > size, listing, counts)
}

/** How many rows a list has, and what else its connection counts: one statement for what is selected of it. */
class Counts {
  readonly #context: Context
  readonly #listing: Listing
  readonly #names: readonly string[]
  /** Whether the rows of the page may be all that there are. */
  readonly #mayBeWhole: boolean
  #read: Promise<Record<string, number>> | undefined
  #whole: number | undefined

  constructor(context: Context, listing: Listing, { hasTotal, names: selected }: Asked) {
    const { size, page } = listing.span
    this.#context = context
    this.#listing = listing
    this.#names = Object.keys(listing.counts).filter((name) => selected.has(name))
    this.#whole = listing.total
    this.#mayBeWhole = size === undefined || page === 1
    const isCounted = hasTotal && !this.#mayBeWhole && this.#whole === undefined
    if (this.#names.length > 0 || isCounted) this.#ask()
  }

  /** Says how many rows the page has. */
  note(rows: number): void {
    const { size } = this.#listing.span
    if (this.#mayBeWhole && (size === undefined || rows < size)) this.#whole ??= rows
  }

  total = async (): Promise<number> => this.#whole ?? (await this.#ask()).total ?? 0

  /** The counts that are selected, by their fields. */
  get others(): Record<string, () => Promise<number>> {
    return Object.fromEntries(this.#names.map((name) => [name, async () => (await this.#ask())[name] ?? 0]))
  }

  #ask(): Promise<Record<string, number>> {
    this.#read ??= this.#count()
    // Heard where it is selected, or not at all.
    this.#read.catch(() => {})
    return this.#read
  }

  async #count(): Promise<Record<string, number>> {
    const { table, conditions, counts, countedBy } = this.#listing
    const asked = [conditions, ...this.#names.map((name) => counts[name] ?? [])]
    if (countedBy && asked.flat().every((given) => isKept(given, countedBy)))
      return this.#named(await this.#keptFor(asked))
    const statement = new Statement()
    const { alias, from, isOwn } = statement.from(names.stored(table))
    const matching = conditionsSql(conditions, alias, statement)
    const others = asked.slice(1).map((given) => conditionsSql(given, alias, statement))
    // Whatever is counted beside the total has conditions of its own.
    const isAlone = others.length === 0
    const filter = (given: string[]) => (given.length > 0 ? ` filter (where ${given.join(' and ')})` : '')
    const counted = [matching, ...others].map((given, index) => `count(*)${isAlone ? '' : filter(given)} as c${index}`)
    const where = [isOwn, ...(isAlone ? matching : [])].join(' and ')
    const sql = `select ${counted.join(', ')} from ${from} where ${where}`
    const [row = {}] = await this.#context.rows<Record<string, number>>(sql, statement.parameters)
    return this.#named(counted.map((_, index) => row[`c${index}`] ?? 0))
  }

  /** The same of what is counted by who writes: nothing is counted anew. */
  async #keptFor(asked: readonly (readonly Given[])[]): Promise<number[]> {
    const kept = Object.entries(await countsOf(this.#context, names.stored(this.#listing.table)))
    const isMet = (value: string) => (given: Given) =>
      given.test === 'is' ? given.value === value : (given.value as string[]).includes(value)
    return asked.map((all) =>
      kept.filter(([value]) => all.every(isMet(value))).reduce((sum, [, count]) => sum + count, 0),
    )
  }

  #named(values: readonly number[]): Record<string, number> {
    return Object.fromEntries(['total', ...this.#names].map((name, index) => [name, values[index] ?? 0]))
  }
}

/** Whether the rows that meet a condition are counted already, by a column. */
const isKept = ({ column: name, key, derived, test }: Given, countedBy: string) =>
  name === countedBy && !key && !derived && (test === 'is' || test === 'isAny')

function pageOf(nodes: ListedRow[], hasMore: boolean, { order, span }: Listing, counts: Counts): Page<ListedRow> {
  const { isBackwards, after, before, page } = span
  const edges = nodes.map((node) => new RowEdge(node, order.field))
  const hasNext = isBackwards ? before !== undefined : hasMore
  const hasPrevious = isBackwards ? hasMore : after !== undefined || (page ?? 1) > 1
  if (isBackwards) {
    edges.reverse()
    nodes.reverse()
  }
  const pageInfo = new RowsInfo(hasNext, hasPrevious, edges)
  return { edges, nodes, pageInfo, ...numbersOf(span, counts.total), ...counts.others }
}

/** The ids of the first rows of a list. */
export async function idsOf(context: Context, listing: Listing): Promise<string[]> {
  const statement = new Statement()
  const { alias, from, isOwn } = statement.from(names.stored(listing.table))
  const where = [isOwn, ...conditionsSql(listing.conditions, alias, statement)].join(' and ')
  const limit = limitSql(listing, 1, statement)
  const sql = `select ${alias}.id as id from ${from} where ${where} order by ${alias}.id${limit}`
  return (await context.rows<{ id: string }>(sql, statement.parameters)).map(({ id }) => id)
}

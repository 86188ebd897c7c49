import { names } from '../data/tenant.ts'
import type { Listing } from '../graphql/lists.ts'
import { connectionQuery } from './connection-sql.ts'
import type { Context } from './context.ts'
import { conditionsSql, limitSql } from './list-sql.ts'
import type { FieldPlan, ObjectPlan } from './plan.ts'
import { planIn, type RowPlan } from './row-plan.ts'
import { rowJson } from './row-sql.ts'
import type { Run } from './run.ts'
import { Statement } from './statement.ts'
import { StoredPage } from './stored-rows.ts'

interface SizedPage {
  /** Null when the page exceeds the room. */
  text: string | null
  bytes: number
  size: number
}

/** Reads what is selected of a list. By cursors the cost does not grow with the depth of the page. */
export async function readListing(run: Run, field: FieldPlan, listing: Listing): Promise<StoredPage> {
  const plan = planIn(field.value)
  if (!run.context || !plan) throw new Error('A list is a connection, and is read in a transaction')
  const { room } = run.context
  const page = await room.inTurn((bytes) => readWithin(run, plan, field.field.name, listing, bytes))
  if (listing.span.size === undefined) room.wholeRows += page.size
  return page
}

/** Reads a page that has at most so many bytes. */
async function readWithin(run: Run, plan: ObjectPlan, list: string, listing: Listing, bytes: number) {
  const statement = new Statement()
  const write = (row: ObjectPlan, alias: string) => rowJson(row.row as RowPlan, alias, statement, run) ?? 'null'
  const sql = connectionQuery(plan, { listing, statement, write }, bytes)
  const context = run.context as Context
  const [page] = await context.rows<SizedPage>(sql, statement.parameters)
  if (!page) throw new Error('The database returned no page')
  if (page.text === null) throw context.room.withheld(list, page.bytes)
  context.room.count(list, page.bytes)
  return new StoredPage(page.text, page.size)
}

/**
 * Locks the first rows of a list in the order of their ids, and returns the ids. A row that no longer matches when its
 * lock is granted is left out.
 */
export async function lockListed(context: Context, listing: Listing): Promise<string[]> {
  const statement = new Statement()
  const { alias, from, isOwn } = statement.from(names.stored(listing.table))
  const where = [isOwn, ...conditionsSql(listing.conditions, alias, statement)].join(' and ')
  const rows = `from ${from} where ${where} order by ${alias}.id${limitSql(listing, 1, statement)}`
  const sql = `select ${alias}.id as id ${rows} for update of ${alias}`
  return (await context.rows<{ id: string }>(sql, statement.parameters)).map(({ id }) => id)
}

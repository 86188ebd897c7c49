import { names } from '../data/tenant.ts'
import type { Listing } from '../graphql/lists.ts'
import { connectionQuery } from './connection-sql.ts'
import type { Context } from './context.ts'
import { conditionsSql, limitSql } from './list-sql.ts'
import type { FieldPlan } from './plan.ts'
import { planIn, type RowPlan } from './row-plan.ts'
import { rowJson } from './row-sql.ts'
import type { Run } from './run.ts'
import { Statement } from './statement.ts'
import { StoredPage } from './stored-rows.ts'

/** Reads what is selected of a list. By cursors the cost does not grow with the depth of the page. */
export async function readListing(run: Run, { value }: FieldPlan, listing: Listing): Promise<StoredPage> {
  const plan = planIn(value)
  if (!run.context || !plan) throw new Error('A list is a connection, and is read in a transaction')
  const statement = new Statement()
  const sql = connectionQuery(plan, {
    listing,
    statement,
    write: (row, alias) => rowJson(row.row as RowPlan, alias, statement, run) ?? 'null',
  })
  const [page] = await run.context.rows<{ text: string; size: number }>(sql, statement.parameters)
  if (!page) throw new Error('The database returned no page')
  return new StoredPage(page.text, page.size)
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

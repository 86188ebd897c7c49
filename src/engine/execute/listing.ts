import { names } from '../../data/tenant.ts'
import type { Listing } from '../../graphql/lists.ts'
import { type FieldPlan, type ObjectPlan, planIn, type RowPlan } from '../plan/plan.ts'
import { compiledFor, parametersFor, shapeOf } from '../sql/compiled.ts'
import { conditionsSql } from '../sql/conditions-sql.ts'
import { connectionQuery } from '../sql/connection-sql.ts'
import type { FieldAccess } from '../sql/field-access.ts'
import { ListShape } from '../sql/list-shape.ts'
import { limitSql } from '../sql/list-sql.ts'
import { rowJson } from '../sql/row-sql.ts'
import { type Inputs, Statement } from '../sql/statement.ts'
import type { Context } from './context.ts'
import type { Execution } from './execution.ts'
import { readSized } from './sized.ts'
import { StoredPage } from './stored-rows.ts'

/** The list of the root field in an execution. */
const rootListing = ({ listing }: Inputs) => listing as Listing

/** Reads the selections of a list. With cursors, the cost does not grow with the depth of the page. */
export async function readListing(execution: Execution, field: FieldPlan, listing: Listing): Promise<StoredPage> {
  const plan = planIn(field.value)
  if (!plan) throw new Error('A list is a connection')
  const list = new ListShape(listing, rootListing)
  const compiled = compiledFor(plan, `many ${list.key} ${shapeOf(plan, execution)}`, (statement) => {
    const write = (row: ObjectPlan, alias: string) => rowJson(row.row as RowPlan, alias, statement, execution) ?? 'null'
    return connectionQuery(plan, { list, statement, write })
  })
  const [page] = await readSized(execution, field.field.name, compiled, { listing })
  if (!page) throw new Error('The database returned no page')
  if (listing.range.size === undefined && execution.context) execution.context.room.wholeRows += page.size
  return new StoredPage(page.text, page.size)
}

/** The field access of locked rows, which have no lists inside. */
const NO_FIELDS: FieldAccess = {
  isRefused: () => true,
  listingFor: () => {
    throw new Error('No list inside of rows')
  },
}

/**
 * Locks the first rows of a list in the order of their ids, and returns the ids. A row that no longer matches when its
 * lock is granted is left out.
 */
export async function lockListed(context: Context, listing: Listing): Promise<string[]> {
  const statement = new Statement()
  const list = new ListShape(listing, rootListing)
  const { alias, from, isOwn } = statement.from(names.stored(list.table))
  const where = [isOwn, ...conditionsSql(list.conditions, alias, statement)].join(' and ')
  const rows = `from ${from} where ${where} order by ${alias}.id${limitSql(list, 1, statement)}`
  const sql = `select ${alias}.id as id ${rows} for update of ${alias}`
  const parameters = parametersFor(statement, { context, fields: NO_FIELDS, listing })
  return (await context.rows<{ id: string }>(sql, parameters)).map(({ id }) => id)
}

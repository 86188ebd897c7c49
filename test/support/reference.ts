import { type GraphQLField, type GraphQLResolveInfo, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { invalid } from '../../src/common/errors.ts'
import type { Context } from '../../src/engine/context.ts'
import { checkPermission, declared } from '../../src/engine/guard.ts'
import { decodeCursor } from '../../src/graphql/cursor.ts'
import { type Listing } from '../../src/graphql/lists.ts'
import { listFault, type RowField, type RowValue, rowFieldOf } from '../../src/graphql/row-fields.ts'
import { createSchema } from '../../src/main/schema.ts'
import type { Json } from './server.ts'

/*
 * What the engine is compared with: graphql-js, and rows that are read one by one with plain queries and put together in
 * JavaScript.
 */

const tableOf = (typeName: string) => typeName.charAt(0).toLowerCase() + typeName.slice(1)

const rowsOf = ({ db }: Context, table: string) => db.selectFrom(table as 'campaign').selectAll()

async function readValue(ctx: Context, row: Json, value: RowValue): Promise<unknown> {
  if (value.kind === 'own') return row[value.column]
  const by = value.kind === 'linked' ? row[value.by] : row.id
  const all: Json[] = await rowsOf(ctx, value.table).execute()
  const matching = all.filter((each) => by !== null && each[value.key] === by)
  if (value.kind === 'count') return matching.length
  return matching[0]?.[value.column] ?? value.otherwise ?? null
}

async function fieldOf(ctx: Context, row: Json, args: Json, declaration: RowField, type: string): Promise<unknown> {
  if (declaration.kind === 'value') return readValue(ctx, row, declaration.from)
  if (declaration.kind === 'computed') {
    const values: Json = {}
    for (const [name, value] of Object.entries(declaration.from)) values[name] = await readValue(ctx, row, value)
    return declaration.compute(values)
  }
  const all: Json[] = await rowsOf(ctx, tableOf(type)).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute()
  if (declaration.kind === 'one') return all.find(({ id }) => id === row[declaration.by]) ?? null
  const fault = listFault(args)
  if (fault) throw fault
  return all.filter((each) => each[declaration.key] === row.id).slice(0, args.first)
}

function resolveRowField(field: GraphQLField<Json, Context>, declaration: RowField): void {
  const type = getNamedType(field.type).name
  field.resolve = async (row, args, ctx) => {
    checkPermission(ctx.caller, declared(field as never).permit)
    return fieldOf(ctx, row, args, declaration, type)
  }
}

/** The tests of conditions, on a value in JavaScript. */
const TESTS: Record<string, (stored: Json, value: Json) => boolean> = {
  contains: (stored, value) => String(stored).toLowerCase().includes(value.toLowerCase()),
  is: (stored, value) => stored === value,
  isAny: (stored, value) => value.includes(stored),
  isId: (stored, value) => stored === value,
  from: (stored, value) => stored >= value,
  to: (stored, value) => stored <= value,
}

/** Reads all rows of a table, in order, and then leaves out what is not asked for. */
async function readAll(ctx: Context, { table, conditions, order, page }: Listing): Promise<Json> {
  if (page.first !== undefined && page.last !== undefined)
    throw invalid({ last: 'must not be given together with first' })
  for (const argument of ['after', 'before'] as const) {
    const cursor = page[argument]
    if (cursor !== undefined) decodeCursor(cursor, argument, order.field)
  }
  const way = order.direction === 'DESC' ? 'desc' : 'asc'
  const all: Json[] = await rowsOf(ctx, table)
    .orderBy(order.field as 'id', way)
    .orderBy('id', way)
    .execute()
  const matching = all.filter((row) =>
    conditions.every(({ column, key, test, value }) => TESTS[test]?.(key ? row[column]?.[key] : row[column], value)),
  )
  const cursorOf = (row: Json) => {
    const value = row[order.field]
    const key = [value instanceof Date ? value.toISOString() : value, row.id, order.field]
    return Buffer.from(JSON.stringify(key)).toString('base64url')
  }
  const place = (cursor: string) => all.findIndex((row) => cursorOf(row) === cursor)
  const within = matching.filter((row) => {
    const at = all.indexOf(row)
    return (!page.after || at > place(page.after)) && (!page.before || at < place(page.before))
  })
  const isBackwards = page.last !== undefined || (page.before !== undefined && page.first === undefined)
  const size = page.last ?? page.first ?? 20
  const nodes = isBackwards ? within.slice(-size) : within.slice(0, size)
  const hasMore = within.length > size
  return {
    nodes,
    edges: nodes.map((node) => ({ node, cursor: cursorOf(node) })),
    totalCount: matching.length,
    pageInfo: {
      hasNextPage: isBackwards ? page.before !== undefined : hasMore,
      hasPreviousPage: isBackwards ? hasMore : page.after !== undefined,
      startCursor: nodes[0] ? cursorOf(nodes[0]) : null,
      endCursor: nodes.length > 0 ? cursorOf(nodes.at(-1)) : null,
    },
  }
}

/** A schema whose fields all have resolvers of their own, for graphql-js to execute. */
export async function referenceSchema(): Promise<GraphQLSchema> {
  const schema = await createSchema()
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const declaration = rowFieldOf(field)
      if (declaration) resolveRowField(field, declaration)
    }
  }
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const { resolve } = field
    field.resolve = (source, args, ctx, info: GraphQLResolveInfo) =>
      resolve?.(source, args, ctx, { ...info, read: (listing: Listing) => readAll(ctx, listing) } as GraphQLResolveInfo)
  }
  return schema
}

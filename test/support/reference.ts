import { type GraphQLField, type GraphQLResolveInfo, type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { sql } from 'kysely'
import pg from 'pg'
import { names } from '../../src/data/tenant.ts'
import { checkField } from '../../src/engine/access/permits.ts'
import type { Context } from '../../src/engine/execute/context.ts'
import { findRow } from '../../src/engine/execute/find-row.ts'
import { orderedBy, orderJoin } from '../../src/engine/sql/list-sql.ts'
import type { Late } from '../../src/engine/sql/statement.ts'
import type { Position } from '../../src/graphql/cursor.ts'
import type { Given, Listing } from '../../src/graphql/lists.ts'
import type { Lookup } from '../../src/graphql/lookup.ts'
import { type RowField, type RowValue, rowFieldOf } from '../../src/graphql/row-fields.ts'
import type { TenantRow } from '../../src/graphql/tenant-row.ts'
import { createSchema } from '../../src/main/schema.ts'
import type { Permission } from '../../src/security/auth/permissions.ts'
import type { Json } from './server.ts'

/*
 * The reference implementation for the engine: graphql-js with resolvers that read rows one by one with plain queries
 * and combine them in JavaScript.
 */

const tableOf = (typeName: string) => typeName.charAt(0).toLowerCase() + typeName.slice(1)

const entityOf = ({ metadata }: Context, { returnType }: GraphQLResolveInfo) =>
  metadata.getByClassName<TenantRow>(getNamedType(returnType).name).class

const rowsOf = ({ db }: Context, table: string) => db.selectFrom(table as 'campaign').selectAll()

async function readValue(ctx: Context, row: Json, value: RowValue): Promise<unknown> {
  if (value.kind === 'own') return row[value.column]
  const by = value.kind === 'linked' ? row[value.by] : row.id
  const all: Json[] = await rowsOf(ctx, value.table).execute()
  const ofUser = (each: Json) => value.kind === 'count' || !value.of || each[value.of] === ctx.caller.userId
  const matching = all.filter((each) => by !== null && each[value.key] === by && ofUser(each))
  if (value.kind === 'count')
    return matching.filter((each) => !value.only || each[value.only[0]] === value.only[1]).length
  return matching[0]?.[value.column] ?? value.otherwise ?? null
}

async function fieldOf(ctx: Context, row: Json, args: Json, declaration: RowField, type: string): Promise<unknown> {
  if (declaration.kind === 'value') return readValue(ctx, row, declaration.from)
  if (declaration.kind === 'computed') {
    const values: Json = {}
    for (const [name, value] of Object.entries(declaration.from)) values[name] = await readValue(ctx, row, value)
    return declaration.compute(values)
  }
  if (declaration.kind === 'many')
    return readAll(ctx, declaration.list(args), ({ [declaration.key]: key }) =>
      declaration.among ? row[declaration.among].includes(key) : key === row.id,
    )
  const all: Json[] = await rowsOf(ctx, tableOf(type)).execute()
  return all.find(({ id, userId }) => row[declaration.by] === (declaration.key === 'id' ? id : userId)) ?? null
}

function resolveRowField(field: GraphQLField<Json, Context>, declaration: RowField): void {
  const type = getNamedType(field.type).name
  field.resolve = async (row, args, ctx) => {
    checkField(ctx.caller, field as never)
    return fieldOf(ctx, row, args, declaration, type)
  }
}

const keyOf = (text: string) => text.replace(/^ +| +$/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** The tests of conditions, for values in JavaScript. */
const TESTS: Record<string, (stored: Json, value: Json) => boolean> = {
  contains: (stored, value) => String(stored).toLowerCase().includes(value.toLowerCase()),
  is: (stored, value) => stored === value,
  isAny: (stored, value) => value.includes(stored),
  isId: (stored, value) => stored === value,
  isAbsent: (stored, value) => (stored === null) === value,
  isNamed: (stored, value) => stored.includes(keyOf(value)),
  isFilled: (stored, value) => stored.length > 0 === value,
  // As in SQL, a comparison with null is never true.
  before: (stored, value) => stored !== null && stored < value,
  from: (stored, value) => stored !== null && stored >= value,
  to: (stored, value) => stored !== null && stored <= value,
}

function testNamed(name: string): (stored: Json, value: Json) => boolean {
  const test = TESTS[name]
  if (!test) throw new Error(`The reference has no test ${name}`)
  return test
}

/**
 * Returns a test for rows that meet a condition. If only the database can compare, the test uses the ids of matching
 * rows.
 */
async function meeting(ctx: Context, table: string, given: Given): Promise<(row: Json) => boolean> {
  const { column, key, derived, marks, decision, owned, permits, test, value } = given
  const { userId, permissions } = ctx.caller
  if (test === 'isOwn') return (row) => row[column] === userId
  if (owned) return (row) => row[column] || row[owned.by] === userId
  if (permits) return (row) => permissions.has(permits[row[column]] as Permission)
  if (decision) {
    const mayDecide = decision.permits.every((permit) => permissions.has(permit))
    const isOthers = (row: Json) => decision.authors.every((author) => row[author] !== userId)
    return (row) => (row[column] === decision.on && mayDecide && isOthers(row)) === value
  }
  if (marks) {
    const all: Json[] = await rowsOf(ctx, marks.table)
      .where(marks.by as 'id', '=', userId)
      .execute()
    return ({ id }) => all.some((mark) => mark[marks.key] === id) !== value
  }
  if (!derived) return (row) => testNamed(test)(key ? row[column]?.[key] : row[column], value)
  const text = derived((name) => `"${names.stored(name)}"`)
  const by = sql<string>`${sql.raw(test === 'isNamed' ? `array[${text}]` : text)}`
  if (test === 'from' || test === 'before' || test === 'isNamed') {
    const values: Json[] = await rowsOf(ctx, table).select(by.as('derived')).execute()
    const byId = new Map(values.map((each) => [each.id, each.derived]))
    return ({ id }) => testNamed(test)(byId.get(id) ?? null, value)
  }
  const all: Json[] = await rowsOf(ctx, table)
    .where(sql<boolean>`${by}::text = any(${[value].flat()}::text[])`)
    .execute()
  return ({ id }) => all.some((each) => each.id === id)
}

/** Reads all rows of a table in order, and then filters them. */
async function readAll(ctx: Context, listing: Listing, isInside = (_: Json) => true): Promise<Json> {
  const { table, conditions, range, counts } = listing
  const way = listing.direction === 'DESC' ? 'desc' : 'asc'
  const placing = {
    place: (late: unknown) => String((late as Late).valueFor({ context: ctx } as never)),
    organization: pg.escapeLiteral(ctx.organizationId),
  }
  const stored = names.stored(table)
  const join = orderJoin(listing, stored, placing)
  const by = sql<Json>`${sql.raw(`(select ${orderedBy(listing, stored)} from (select 1) as one${join})`)}`
  const rows: Json[] = await rowsOf(ctx, table).select(by.as('place')).orderBy(by, way).orderBy('id', way).execute()
  const all = rows.filter(isInside)
  const those = async (given: readonly Given[]) => {
    const tests = await Promise.all(given.map((each) => meeting(ctx, table, each)))
    return all.filter((row) => tests.every((test) => test(row)))
  }
  const matching = await those(conditions)
  const { total = matching.length } = listing
  const counted = Object.entries(counts).map(async ([name, given]) => [name, (await those(given)).length])
  const cursorOf = (row: Json) => {
    const value = row.place
    const key = [value instanceof Date ? value.toISOString() : value, row.id, listing.by.field]
    return Buffer.from(JSON.stringify(key)).toString('base64url')
  }
  const { isBackwards, offset, size = rows.length, page, limit } = range
  /** The ids of the rows before or after a position, in the order of the database. */
  const beyond = async (position: Position | undefined, sign: '<' | '>') => {
    if (!position) return undefined
    const [value, id] = position
    const isBeyond = sql<boolean>`(${by}, id) ${sql.raw(sign)} (${value}, ${id})`
    return new Set((await rowsOf(ctx, table).where(isBeyond).execute()).map((row) => row.id))
  }
  const [later, earlier] = way === 'asc' ? (['>', '<'] as const) : (['<', '>'] as const)
  const [after, before] = [await beyond(range.after, later), await beyond(range.before, earlier)]
  const within = matching.filter(({ id }) => (after?.has(id) ?? true) && (before?.has(id) ?? true)).slice(offset)
  const nodes = isBackwards ? within.slice(-size) : within.slice(0, size)
  const hasMore = within.length > size
  return {
    nodes,
    edges: nodes.map((node) => ({ node, cursor: cursorOf(node) })),
    ...Object.fromEntries(await Promise.all(counted)),
    totalCount: total,
    page,
    limit,
    pages: limit && Math.ceil(total / limit),
    pageInfo: {
      hasNextPage: isBackwards ? range.before !== undefined : hasMore,
      hasPreviousPage: isBackwards ? hasMore : range.after !== undefined || (page ?? 1) > 1,
      startCursor: nodes[0] ? cursorOf(nodes[0]) : null,
      endCursor: nodes.length > 0 ? cursorOf(nodes.at(-1)) : null,
    },
  }
}

/** A schema for graphql-js, in which every field has a resolver. */
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
      resolve?.(source, args, ctx, {
        ...info,
        read: (listing: Listing) => readAll(ctx, listing),
        lookUp: ({ id, resource }: Lookup) => findRow(ctx, entityOf(ctx, info), id, resource),
      } as GraphQLResolveInfo)
  }
  return schema
}

import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { validate as isUuid } from 'uuid'
import { anyOf } from '../../data/any-of.ts'
import { isPresent } from '../../data/removed-rows.ts'
import { names } from '../../data/tenant.ts'
import { mayRead, rowTypeOf } from '../../engine/access/permits.ts'
import { declared } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import type { TenantTable } from '../../graphql/tenant-row.ts'
import { includesOf } from '../../security/audit/includes.ts'

/** A Node type: its table, and its resource name in audit records. */
interface NodeType {
  name: string
  table: TenantTable
  resourceType: string
}

const known = new WeakMap<GraphQLSchema, readonly NodeType[]>()

/** The resource name of each type, from the root fields that return or list it. */
function resourcesByType(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const type = getNamedType(field.type)
    const { audit } = declared(field)
    if (isObjectType(type) && audit) found.set(rowTypeOf(type).name, audit.resourceType)
  }
  return found
}

/** All Node types. @throws Error for a type that no root field lists with an audit record */
function nodeTypes(schema: GraphQLSchema): readonly NodeType[] {
  const made = known.get(schema)
  if (made) return made
  const resources = resourcesByType(schema)
  const all = typesOfNodes(schema).map(({ name, extensions }): NodeType => {
    const resourceType = resources.get(name)
    if (!resourceType) throw new Error(`No root field lists ${name} with a record`)
    return { name, table: extensions.table as TenantTable, resourceType }
  })
  known.set(schema, all)
  return all
}

/** The object types that implement Node. */
export function typesOfNodes(schema: GraphQLSchema): readonly GraphQLObjectType[] {
  const node = schema.getType('Node')
  return isInterfaceType(node) ? schema.getPossibleTypes(node) : []
}

/** The type of each id, by one statement over all tables that the caller may read. */
async function typesById(
  ctx: Context,
  types: readonly NodeType[],
  ids: readonly string[],
): Promise<Map<string, NodeType>> {
  const [first, ...others] = types.map(({ table }, place) =>
    ctx.db
      // The cast is safe: all tables share the columns of TenantRow.
      .selectFrom(table as 'client')
      .select(({ lit }) => ['id', lit(place).as('place')])
      .where('id', '=', anyOf(ids)),
  )
  const found = first && (await others.reduce((all, each) => all.unionAll(each), first).execute())
  return new Map((found ?? []).flatMap(({ id, place }) => (types[place] ? [[id, types[place]] as const] : [])))
}

/** A requested row: its id, and its type unless any type is accepted. */
export interface Reference {
  id: string
  __typename?: string
}

/** A row with the name of its type. */
export type FoundNode = Required<Reference>

const fits = ({ __typename: name }: Reference, type: string) => name === undefined || name === type

/**
 * The referenced rows, in the order of the references. Each row needs the permission of its type and gets its own audit
 * record, as if it were requested alone. Undefined for a row that does not exist, has another type, or that the caller
 * may not read.
 */
export async function findNodes(
  ctx: Context,
  info: GraphQLResolveInfo,
  references: readonly Reference[],
): Promise<(FoundNode | undefined)[]> {
  const asked = references.map((each) => ({ ...each, id: each.id.toLowerCase() }))
  const ids = asked.map(({ id }) => id).filter((id) => isUuid(id))
  const types = nodeTypes(info.schema).filter(({ name }) => mayRead(ctx.caller, name))
  const typeOf = ids.length > 0 ? await typesById(ctx, types, ids) : new Map<string, NodeType>()
  const found = new Map<string, FoundNode>()
  for (const type of new Set(typeOf.values())) {
    const own = asked.filter((each) => typeOf.get(each.id) === type && fits(each, type.name))
    const rows = await ctx.db
      .selectFrom(type.table as 'client')
      .selectAll()
      .where('id', '=', anyOf(own.map(({ id }) => id)))
      .execute()
    ctx.room.countRead(type.name, textOf(rows))
    for (const row of rows.filter((each) => isPresent(names.stored(type.table), each))) {
      found.set(row.id, { ...row, __typename: type.name })
      record(ctx, info, type, row.id)
    }
  }
  return asked.map((each) => {
    const row = found.get(each.id)
    return row && fits(each, row.__typename) ? row : undefined
  })
}

/** Number of text characters in the rows. Other values are small. */
const textOf = (rows: readonly object[]): number =>
  rows.flatMap(Object.values).reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

function record(ctx: Context, info: GraphQLResolveInfo, { resourceType }: NodeType, resourceId: string): void {
  const details = { includes: includesOf(info, resourceType) }
  ctx.trail.push({ action: `${resourceType}_VIEWED`, resourceType, resourceId, isRead: true, details })
}

import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { validate as isUuid } from 'uuid'
import { anyOf } from '../graphql/page.ts'
import type { TenantTable } from '../graphql/tenant-row.ts'
import { includesOf } from '../security/audit/includes.ts'
import type { Permission } from '../security/auth/permissions.ts'
import type { Context } from './context.ts'
import { declared } from './guard.ts'

/** A type of node: where its rows are, who may read them, and what a record calls them. */
interface NodeType {
  name: string
  table: TenantTable
  permit: Permission
  resourceType: string
}

const known = new WeakMap<GraphQLSchema, readonly NodeType[]>()

/** What a root field returns one of, or lists. */
function rowTypeOf(type: GraphQLObjectType): GraphQLObjectType {
  const node = getNamedType(type.getFields().nodes?.type)
  return isObjectType(node) ? node : type
}

/** @throws Error for a type of node that no root field lists with a permission and a record */
function nodeTypes(schema: GraphQLSchema): readonly NodeType[] {
  const made = known.get(schema)
  if (made) return made
  const declarations = new Map(
    Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
      const type = getNamedType(field.type)
      return isObjectType(type) ? [[rowTypeOf(type).name, declared(field)] as const] : []
    }),
  )
  const node = schema.getType('Node')
  const types = isInterfaceType(node) ? schema.getPossibleTypes(node) : []
  const all = types.map(({ name, extensions }): NodeType => {
    const { permit, audit } = declarations.get(name) ?? {}
    if (!permit || !audit) throw new Error(`No root field says who may read a ${name}`)
    return { name, table: extensions.table as TenantTable, permit, resourceType: audit.resourceType }
  })
  known.set(schema, all)
  return all
}

/** Which type each id is of: one statement over all tables that the caller may read. */
async function typesById(
  ctx: Context,
  types: readonly NodeType[],
  ids: readonly string[],
): Promise<Map<string, NodeType>> {
  const [first, ...others] = types.map(({ table }, place) =>
    ctx.db
      // Any one table stands for all here: they share the columns of a TenantRow.
      .selectFrom(table as 'client')
      .select(({ lit }) => ['id', lit(place).as('place')])
      .where('id', '=', anyOf(ids)),
  )
  const found = first && (await others.reduce((all, each) => all.unionAll(each), first).execute())
  return new Map((found ?? []).flatMap(({ id, place }) => (types[place] ? [[id, types[place]] as const] : [])))
}

/**
 * The rows with these ids, in their order, each with the name of its type, as if it had been asked for alone: with the
 * permission for its type and a record of its own. Undefined for what the caller may not read, or is not there.
 */
export async function findNodes(ctx: Context, info: GraphQLResolveInfo, given: readonly string[]) {
  const ids = given.filter((id) => isUuid(id))
  const types = nodeTypes(info.schema).filter(({ permit }) => ctx.caller.permissions.has(permit))
  const typeOf = ids.length > 0 ? await typesById(ctx, types, ids) : new Map<string, NodeType>()
  const found = new Map<string, { __typename: string; id: string }>()
  for (const type of new Set(typeOf.values())) {
    const own = ids.filter((id) => typeOf.get(id) === type)
    const rows = await ctx.db
      .selectFrom(type.table as 'client')
      .selectAll()
      .where('id', '=', anyOf(own))
      .execute()
    for (const row of rows) {
      found.set(row.id, { ...row, __typename: type.name })
      record(ctx, info, type, row.id)
    }
  }
  return given.map((id) => found.get(id.toLowerCase()))
}

function record(ctx: Context, info: GraphQLResolveInfo, { resourceType }: NodeType, resourceId: string): void {
  const details = { includes: includesOf(info, resourceType) }
  ctx.trail.push({ action: `${resourceType}_VIEWED`, resourceType, resourceId, isRead: true, details })
}

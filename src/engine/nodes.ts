import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { validate as isUuid } from 'uuid'
import { anyOf } from '../data/any-of.ts'
import { isPresent } from '../data/removed-rows.ts'
import { names } from '../data/tenant.ts'
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

/** What the root fields demand that return one of a type, or list them. @throws Error where they do not agree */
function permissionsByType(schema: GraphQLSchema): ReadonlyMap<string, Pick<NodeType, 'permit' | 'resourceType'>> {
  const found = new Map<string, Pick<NodeType, 'permit' | 'resourceType'>>()
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const type = getNamedType(field.type)
    const { permit, audit } = declared(field)
    if (!isObjectType(type) || !permit || !audit) continue
    const { name } = rowTypeOf(type)
    if ((found.get(name)?.permit ?? permit) !== permit)
      throw new Error(`Root fields ask for different permissions of ${name}`)
    found.set(name, { permit, resourceType: audit.resourceType })
  }
  return found
}

/** Every type of node. @throws Error for one that no root field lists with a permission and a record */
function nodeTypes(schema: GraphQLSchema): readonly NodeType[] {
  const made = known.get(schema)
  if (made) return made
  const permissions = permissionsByType(schema)
  const all = typesOfNodes(schema).map(({ name, extensions }): NodeType => {
    const permission = permissions.get(name)
    if (!permission) throw new Error(`No root field says who may read a ${name}`)
    return { name, table: extensions.table as TenantTable, ...permission }
  })
  known.set(schema, all)
  return all
}

/** The types that are a Node. */
export function typesOfNodes(schema: GraphQLSchema): readonly GraphQLObjectType[] {
  const node = schema.getType('Node')
  return isInterfaceType(node) ? schema.getPossibleTypes(node) : []
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

/** What is asked for: a row by its id, of whatever type where none is named. */
export interface Reference {
  id: string
  __typename?: string
}

/** A row, and the name of its type. */
export type FoundNode = Required<Reference>

const fits = ({ __typename: name }: Reference, type: string) => name === undefined || name === type

/**
 * The rows that are referred to, in their order, as if each had been asked for alone: with the permission for its type
 * and a record of its own. Undefined for what the caller may not read, is of another type, or is not there.
 */
export async function findNodes(
  ctx: Context,
  info: GraphQLResolveInfo,
  references: readonly Reference[],
): Promise<(FoundNode | undefined)[]> {
  const asked = references.map((each) => ({ ...each, id: each.id.toLowerCase() }))
  const ids = asked.map(({ id }) => id).filter((id) => isUuid(id))
  const types = nodeTypes(info.schema).filter(({ permit }) => ctx.caller.permissions.has(permit))
  const typeOf = ids.length > 0 ? await typesById(ctx, types, ids) : new Map<string, NodeType>()
  const found = new Map<string, FoundNode>()
  for (const type of new Set(typeOf.values())) {
    const own = asked.filter((each) => typeOf.get(each.id) === type && fits(each, type.name))
    const rows = await ctx.db
      .selectFrom(type.table as 'client')
      .selectAll()
      .where('id', '=', anyOf(own.map(({ id }) => id)))
      .execute()
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

function record(ctx: Context, info: GraphQLResolveInfo, { resourceType }: NodeType, resourceId: string): void {
  const details = { includes: includesOf(info, resourceType) }
  ctx.trail.push({ action: `${resourceType}_VIEWED`, resourceType, resourceId, isRead: true, details })
}

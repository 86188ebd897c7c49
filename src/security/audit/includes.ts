import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isUnionType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
} from 'graphql'

/** The resource of each type, from the root fields that return the type. */
const resources = new WeakMap<GraphQLSchema, ReadonlyMap<string, string>>()

/** Stores the resource of each type, for audit records that list what was read together with a resource. */
export function noteResources(schema: GraphQLSchema, named: ReadonlyMap<string, string>): void {
  resources.set(schema, named)
}

/** Results by position in a document, because documents are parsed once and executed often. */
const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], string[] | undefined>()

interface Walk {
  schema: GraphQLSchema
  types: ReadonlyMap<string, string>
  fragments: Record<string, FragmentDefinitionNode>
  /** Fragments already visited, by the type that they were spread on. */
  seen: Set<string>
  found: Set<string>
}

function walkType(output: GraphQLOutputType, selection: SelectionSetNode | undefined, walk: Walk): void {
  const type = getNamedType(output)
  if (!selection || !isCompositeType(type)) return
  const resource = walk.types.get(type.name)
  if (resource) walk.found.add(resource)
  walkSelection(type, selection, walk)
}

function walkSelection(type: GraphQLCompositeType, { selections }: SelectionSetNode, walk: Walk): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const field = isUnionType(type) ? undefined : type.getFields()[selection.name.value]
      if (field) walkType(field.type, selection.selectionSet, walk)
    } else if (selection.kind === Kind.INLINE_FRAGMENT)
      walkSelection(conditioned(type, selection.typeCondition, walk), selection.selectionSet, walk)
    else walkFragment(type, selection.name.value, walk)
  }
}

/** The type whose fields a fragment selects. For a Node, that is one of its types. */
function conditioned(
  type: GraphQLCompositeType,
  condition: NamedTypeNode | undefined,
  walk: Walk,
): GraphQLCompositeType {
  const named = condition && walk.schema.getType(condition.name.value)
  return isCompositeType(named) ? named : type
}

function walkFragment(type: GraphQLCompositeType, name: string, walk: Walk): void {
  const fragment = walk.fragments[name]
  if (!fragment || walk.seen.has(`${type.name} ${name}`)) return
  walk.seen.add(`${type.name} ${name}`)
  walkSelection(conditioned(type, fragment.typeCondition, walk), fragment.selectionSet, walk)
}

/**
 * The names of the resources that an operation reads together with the record's resource. Undefined if there are none.
 */
export function includesOf(info: GraphQLResolveInfo, own: string): string[] | undefined {
  const { fieldNodes, schema, fragments, returnType } = info
  if (known.has(fieldNodes)) return known.get(fieldNodes)
  const types = resources.get(schema) ?? new Map<string, string>()
  const walk: Walk = { schema, types, fragments, seen: new Set(), found: new Set() }
  for (const { selectionSet } of fieldNodes) walkType(returnType, selectionSet, walk)
  walk.found.delete(own)
  const includes = walk.found.size > 0 ? [...walk.found].sort() : undefined
  known.set(fieldNodes, includes)
  return includes
}

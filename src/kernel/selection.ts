import {
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'

type Columns = string[] | undefined

/** What was found for a place in a document: a list asks for each of its rows, and a document comes again. */
const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], { columns: Columns }>()

/**
 * The columns that an operation reads of the rows which a resolver returns: the fields that it selects of them, and
 * `always`. Undefined means all of them: some selected field is computed, from who knows which columns.
 */
export function selectedColumns(info: GraphQLResolveInfo, always: readonly string[]): Columns {
  const found = known.get(info.fieldNodes) ?? { columns: readColumns(info, always) }
  known.set(info.fieldNodes, found)
  return found.columns
}

function readColumns(info: GraphQLResolveInfo, always: readonly string[]): Columns {
  const type = getNamedType(info.returnType)
  if (!isObjectType(type)) return undefined
  const names = info.fieldNodes.flatMap(({ selectionSet }) => selectedFields(selectionSet, info.fragments))
  const fields = names.filter((name) => name !== '__typename').map((name) => type.getFields()[name])
  if (fields.some((field) => !field || field.resolve)) return undefined
  return [...new Set([...always, ...fields.flatMap((field) => field?.name ?? [])])].sort()
}

function selectedFields(
  selectionSet: SelectionSetNode | undefined,
  fragments: Record<string, FragmentDefinitionNode>,
): string[] {
  return (selectionSet?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]
    return selectedFields(inner?.selectionSet, fragments)
  })
}

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { Extensions } from 'type-graphql'

/** Declares which columns of its row a computed field reads. Without it, all columns are read. */
export const Reads = (...reads: string[]) => Extensions({ reads })

/** The names of the fields that an operation selects of a resolver's result, or of an object at a path in it. */
export function selectedIn(info: GraphQLResolveInfo, ...path: string[]): ReadonlySet<string> {
  const inside = (nodes: readonly FieldNode[]) =>
    nodes.flatMap(({ selectionSet }) => fieldsOf(selectionSet, info.fragments))
  const nodes = path.reduce(
    (outer, name) => inside(outer.filter((node) => node.name.value === name)),
    inside(info.fieldNodes),
  )
  return new Set(nodes.map((node) => node.name.value))
}

type Fragments = Record<string, FragmentDefinitionNode>

function fieldsOf(selectionSet: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return (selectionSet?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]
    return fieldsOf(inner?.selectionSet, fragments)
  })
}

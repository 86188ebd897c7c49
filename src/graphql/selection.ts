import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { SelectQueryBuilder } from 'kysely'
import { Extensions } from 'type-graphql'
import type { Tables } from '../data/transaction.ts'

type Columns = string[] | undefined

/** Declares which columns of its row a computed field reads; without it, all of them are read for the field's sake. */
export const Reads = (...reads: string[]) => Extensions({ reads })

/** What was found for a place in a document: a list asks for each of its rows, and a document comes again. */
const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], { columns: Columns }>()

/**
 * The columns that an operation reads of the rows which a resolver returns, a list of them or a connection: the fields
 * that it selects of them, and `always`. Undefined means all: a computed field does not say what it reads.
 */
export function selectedColumns(info: GraphQLResolveInfo, always: readonly string[]): Columns {
  const found = known.get(info.fieldNodes) ?? { columns: readColumns(info, always) }
  known.set(info.fieldNodes, found)
  return found.columns
}

/** The names of the fields that an operation selects of what a resolver returns, or of an object at a path below it. */
export function selectedIn(info: GraphQLResolveInfo, ...path: string[]): ReadonlySet<string> {
  const inside = (nodes: readonly FieldNode[]) =>
    nodes.flatMap(({ selectionSet }) => fieldsOf(selectionSet, info.fragments))
  const nodes = path.reduce(
    (outer, name) => inside(outer.filter((node) => node.name.value === name)),
    inside(info.fieldNodes),
  )
  return new Set(nodes.map((node) => node.name.value))
}

/** A query that reads only these columns. Its type stays: nobody reads the others. */
export const narrowed = <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>, columns: Columns) =>
  columns
    ? query
        .clearSelect()
        .select(columns as never[])
        .$castTo<O>()
    : query

function readColumns(info: GraphQLResolveInfo, always: readonly string[]): Columns {
  const returned = getNamedType(info.returnType)
  if (!isObjectType(returned)) return undefined
  const selected = info.fieldNodes.flatMap(({ selectionSet }) => fieldsOf(selectionSet, info.fragments))
  const { type, fields } = rowsOf(returned, selected, info.fragments)
  const reads = fields
    .filter(({ name }) => name.value !== '__typename')
    .map(({ name }) => columnsOf(type.getFields()[name.value]))
  if (reads.includes(undefined)) return undefined
  return [...new Set([...always, ...reads.flatMap((columns) => columns ?? [])])].sort()
}

function columnsOf(field: GraphQLField<unknown, unknown> | undefined): Columns {
  const { reads } = (field?.extensions ?? {}) as { reads?: string[] }
  return reads ?? (field && !field.resolve ? [field.name] : undefined)
}

/** The rows of a connection are its nodes, and those of its edges. */
function rowsOf(type: GraphQLObjectType, fields: FieldNode[], fragments: Fragments) {
  const { nodes } = type.getFields()
  const row = nodes && getNamedType(nodes.type)
  if (!isObjectType(row)) return { type, fields }
  const inside = (name: string, of: FieldNode[]) =>
    of.filter((field) => field.name.value === name).flatMap(({ selectionSet }) => fieldsOf(selectionSet, fragments))
  return { type: row, fields: [...inside('nodes', fields), ...inside('node', inside('edges', fields))] }
}

type Fragments = Record<string, FragmentDefinitionNode>

function fieldsOf(selectionSet: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return (selectionSet?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]
    return fieldsOf(inner?.selectionSet, fragments)
  })
}

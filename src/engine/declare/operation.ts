import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql'
import { invalid } from '../../common/errors.ts'
import { declared, declaredCost, requestsOf } from './declarations.ts'

type RootField = GraphQLField<unknown, unknown>

/** A parsed and validated operation with the facts that are known before it runs. */
export interface Operation {
  schema: GraphQLSchema
  document: DocumentNode
  name: string | undefined
  type: OperationTypeNode
  /** Whether the operation needs no active organization. */
  isOutside: boolean
  /** Whether the operation is an export. */
  isExport: boolean
  /** Whether an organization can demand a recent sign-in for the operation. */
  needsFreshSignIn: boolean
  /** The root fields that access data; empty for introspection. */
  fields: readonly RootField[]
  /** The number of requests that the declared costs of its fields count for. The cost of rows is not included. */
  countsAs: (variables: Record<string, unknown>) => number
}

/** Parses and validates a document. @throws Error that names the unknown parts of the document */
export function parseOperation(schema: GraphQLSchema, source: string): Operation {
  const document = parse(source)
  const [error] = validate(schema, document)
  if (error) throw error
  return describe(schema, document, undefined)
}

/** A name from the schema for metrics and traces, because the caller's operation name may contain personal data. */
export function labelOf({ fields: [first, ...others] }: Operation): string {
  if (!first) return 'introspection'
  return others.length === 0 ? first.name : 'several'
}

/**
 * Describes an operation of a valid document. @throws VALIDATION_ERROR if the document has no operation of that name
 */
export function describe(schema: GraphQLSchema, document: DocumentNode, name: string | undefined): Operation {
  const operations = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const node = name === undefined ? operations[0] : operations.find((each) => each.name?.value === name)
  if (!node) throw invalid({ operationName: 'must name an operation of the document' })
  const root = schema.getRootType(node.operation)?.getFields() ?? {}
  const names = new Set(rootNames(node.selectionSet, fragmentsOf(document)))
  const fields = [...names].flatMap((each) => root[each] ?? [])
  const isOutside = fields.length > 0 && fields.every((field) => declared(field).withoutOrganization)
  const isExport = fields.some((field) => declared(field).audit?.verb === 'EXPORTED')
  const needsFreshSignIn = isExport || fields.some((field) => declared(field).needsFreshSignIn)
  const countsAs = (variables: Record<string, unknown>) =>
    requestsOf(fields.reduce((sum, field) => sum + declaredCost(field, variables), 0))
  return { schema, document, name, type: node.operation, fields, isOutside, isExport, needsFreshSignIn, countsAs }
}

const fragmentsOf = (document: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )

/** Each fragment is visited once, even if the document spreads it several times. */
function rootNames({ selections }: SelectionSetNode, fragments: Map<string, FragmentDefinitionNode>): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootNames(selection.selectionSet, fragments)
    const fragment = fragments.get(selection.name.value)
    fragments.delete(selection.name.value)
    return fragment ? rootNames(fragment.selectionSet, fragments) : []
  })
}

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { declared } from '../../src/engine/guard.ts'
import type { CompiledRoute } from '../compile.ts'
import type { Fragments } from './schemas.ts'

/** The root field of a row as its document writes it. */
export function rootNode({ path, operation }: CompiledRoute): FieldNode {
  const query = operation.document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const [root] = query?.selectionSet.selections ?? []
  if (root?.kind !== Kind.FIELD) throw new Error(`${path} has no root field`)
  return root
}

/** The root field of a row as the schema has it. */
export function rootField({ path, operation }: CompiledRoute): GraphQLField<unknown, unknown> {
  const [root] = operation.fields
  if (!root) throw new Error(`${path} has no root field`)
  return root
}

/** What the resolver of a root field declares. */
export const declaredOn = (route: CompiledRoute) => declared(rootField(route))

/** An argument of the root field, or a field of its filter, and the value that the document gives it. */
export interface GivenArgument {
  name: string
  value: ValueNode
  definition: GraphQLArgument | GraphQLInputField | undefined
}

/** What the document gives to the root field. */
export function givenArguments(route: CompiledRoute): GivenArgument[] {
  const { args } = rootField(route)
  return (rootNode(route).arguments ?? []).flatMap(({ name, value }): GivenArgument[] => {
    const definition = args.find((each) => each.name === name.value)
    if (value.kind !== Kind.OBJECT) return [{ name: name.value, value, definition }]
    const filter = getNamedType(definition?.type)
    const fields = isInputObjectType(filter) ? filter.getFields() : {}
    return value.fields.map((field) => ({
      name: field.name.value,
      value: field.value,
      definition: fields[field.name.value],
    }))
  })
}

/** The fragments that a row's document uses. */
export function fragmentsOf({ operation }: CompiledRoute): Fragments {
  const { definitions } = operation.document
  const fragments = definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((node) => [node.name.value, node]))
}

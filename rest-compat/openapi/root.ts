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
import { declared } from '../../src/engine/declare/declarations.ts'
import type { CompiledRoute } from '../compile.ts'
import type { Fragments } from './schemas.ts'

/** The root field of a route, as its document selects it. */
export function rootNode({ path, operation }: CompiledRoute): FieldNode {
  const query = operation.document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const [root] = query?.selectionSet.selections ?? []
  if (root?.kind !== Kind.FIELD) throw new Error(`${path} has no root field`)
  return root
}

/** The root field of a route, as the schema defines it. */
export function rootField({ path, operation }: CompiledRoute): GraphQLField<unknown, unknown> {
  const [root] = operation.fields
  if (!root) throw new Error(`${path} has no root field`)
  return root
}

/** The declaration of the root field's resolver. */
export const declaredOn = (route: CompiledRoute) => declared(rootField(route))

/** An argument of the root field, or a field of its filter, with the value that the document passes. */
export interface GivenArgument {
  name: string
  value: ValueNode
  definition: GraphQLArgument | GraphQLInputField | undefined
}

/** The arguments that the document passes to the root field. */
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

/** The fragments that a route's document uses. */
export function fragmentsOf({ operation }: CompiledRoute): Fragments {
  const { definitions } = operation.document
  const fragments = definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((node) => [node.name.value, node]))
}

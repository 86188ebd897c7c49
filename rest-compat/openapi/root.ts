import {
  type ArgumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  Kind,
  type OperationDefinitionNode,
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

/** Arguments that the document itself fixes. */
export const fixedArguments = (route: CompiledRoute): ArgumentNode[] =>
  (rootNode(route).arguments ?? []).filter(({ value }) => value.kind !== Kind.VARIABLE)

/** The fragments that a row's document uses. */
export function fragmentsOf({ operation }: CompiledRoute): Fragments {
  const { definitions } = operation.document
  const fragments = definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((node) => [node.name.value, node]))
}

import { GraphQLError, GraphQLScalarType, GraphQLString, Kind, print, type ValueNode } from 'graphql'
import { JSONObjectResolver, SafeIntResolver } from 'graphql-scalars'

/*
 * Scalars that say what a number or text is, and are JSON as before. What an e-mail address or URL must be, inputs say by
 * field; what is stored may be a pseudonym, since a person was erased.
 */

const named = <I, O>(type: GraphQLScalarType<I, O>, name: string, description: string): GraphQLScalarType<I, O> => {
  const { specifiedByURL: _, ...config } = type.toConfig()
  return new GraphQLScalarType({ ...config, name, description })
}

/** Money. */
export const CentsScalar = named(
  SafeIntResolver,
  'Cents',
  'Amount of money in cents of the South African rand: an integer up to 2^53.',
)
export const EmailAddress = named(
  GraphQLString,
  'EmailAddress',
  'E-mail address, such as `n.dlamini@example.org`. After an erasure a pseudonym may be in its place.',
)
export const Url = named(GraphQLString, 'URL', 'Absolute URL, such as `https://example.org/hooks`.')

type Variables = Readonly<Record<string, unknown>> | null | undefined

/** A JSON value out of a document, as `JSON.parse` returns one: its objects have the usual prototype. */
function jsonOf(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.OBJECT: {
      const fields = node.fields.map(({ name, value }) => [name.value, jsonOf(value, variables)] as const)
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
    }
    case Kind.LIST:
      return node.values.map((value) => jsonOf(value, variables) ?? null)
    case Kind.VARIABLE:
      return variables?.[node.name.value]
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.NULL:
      return null
    case Kind.ENUM:
      throw new GraphQLError(`JSON has no value ${node.value}: write "${node.value}"`, { nodes: node })
    default:
      return node.value
  }
}

const json = JSONObjectResolver.toConfig()
/** Any JSON object. */
export const JSONObject = new GraphQLScalarType({
  ...json,
  parseLiteral: (node, variables) => {
    if (node.kind === Kind.OBJECT) return jsonOf(node, variables)
    throw new GraphQLError(`JSONObject cannot represent non-object value: ${print(node)}`, { nodes: node })
  },
})

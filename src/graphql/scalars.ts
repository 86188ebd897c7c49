import { GraphQLError, GraphQLScalarType, GraphQLString, Kind, print, type ValueNode } from 'graphql'
import { JSONObjectResolver, SafeIntResolver } from 'graphql-scalars'

/*
 * Scalars that describe a number or text. Their JSON stays a number or text. Inputs validate e-mail addresses and URLs
 * by field; stored values are not validated, since an erasure may have replaced them with a pseudonym.
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
) as GraphQLScalarType<number>
export const EmailAddress = named(
  GraphQLString,
  'EmailAddress',
  'E-mail address, such as `n.dlamini@example.org`. After an erasure, a pseudonym may replace it.',
)
export const Url = named(GraphQLString, 'URL', 'Absolute URL, such as `https://example.org/hooks`.')

type Variables = Readonly<Record<string, unknown>> | null | undefined

/** The JSON value of a literal in a document, like the result of `JSON.parse`: its objects have the usual prototype. */
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
export const JSONObject = new GraphQLScalarType({
  ...json,
  parseLiteral: (node, variables) => {
    if (node.kind === Kind.OBJECT) return jsonOf(node, variables)
    throw new GraphQLError(`JSONObject cannot represent non-object value: ${print(node)}`, { nodes: node })
  },
}) as GraphQLScalarType<Record<string, unknown>>

/** A JSON object whose TypeScript type is `T`. */
export const JSONObjectOf = <T extends object>() => JSONObject as GraphQLScalarType<unknown> as GraphQLScalarType<T>

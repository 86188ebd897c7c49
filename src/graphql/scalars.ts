import { GraphQLScalarType, GraphQLString } from 'graphql'
import { SafeIntResolver } from 'graphql-scalars'

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

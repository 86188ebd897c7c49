import { hash } from 'node:crypto'
import { type GraphQLSchema, isIntrospectionType, isSpecifiedScalarType, printType } from 'graphql'

/**
 * The schema as it is published. Types by name, so that the order of the registry does not matter; fields as declared,
 * since their order does.
 */
export function publishedText(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return `${types.map((type) => printType(type)).join('\n\n')}\n`
}

/** What tells schemas apart: the beginning of the SHA-256 of what is published. */
export const schemaVersion = (schema: GraphQLSchema): string => hash('sha256', publishedText(schema)).slice(0, 12)

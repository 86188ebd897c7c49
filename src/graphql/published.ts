import { hash } from 'node:crypto'
import { type GraphQLSchema, isIntrospectionType, isSpecifiedScalarType, printType } from 'graphql'

/**
 * The published text of the schema. Types are sorted by name, so that the order of registration does not matter. Fields
 * keep their declared order.
 */
export function publishedText(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return `${types.map((type) => printType(type)).join('\n\n')}\n`
}

/** Identifies a version of the schema: the start of the SHA-256 of the published text. */
export const schemaVersion = (schema: GraphQLSchema): string => hash('sha256', publishedText(schema)).slice(0, 12)

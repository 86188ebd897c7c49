import type { GraphQLSchema } from 'graphql'
import { declared } from './declarations.ts'

declare module '../../common/services.ts' {
  interface Services {
    /** Every type that an event can have. */
    eventTypes: ReadonlySet<string>
  }
}

/** The types of all events: the event types of the mutations in the schema, and the given other types. */
export function eventTypesOf(schema: GraphQLSchema, others: readonly string[]): ReadonlySet<string> {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
  const types = mutations.flatMap((field) => {
    const { audit } = declared(field)
    return audit ? [`${audit.resourceType}_${audit.verb}`] : []
  })
  return new Set([...types, ...others].sort())
}

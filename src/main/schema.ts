import 'reflect-metadata'
import { hash } from 'node:crypto'
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  isInterfaceType,
  isIntrospectionType,
  isSpecifiedScalarType,
  printType,
} from 'graphql'
import { buildSchema, type PubSub } from 'type-graphql'
import { guardSchema } from '../engine/guard.ts'
import { noteConstraints } from '../graphql/constraints.ts'
import { validateInput } from '../graphql/inputs.ts'
import { resolvers } from './features.ts'

/** type-graphql wants one; but subscriptions here follow the events of an organization, and none is by topic. */
const noTopics: PubSub = {
  publish: (topic) => {
    throw new Error(`Nothing is published by topic: ${topic}`)
  },
  subscribe: (topic) => {
    throw new Error(`Nothing is followed by topic: ${topic}`)
  },
}

/** type-graphql makes the root types itself, without a word. */
function describeRoots(schema: GraphQLSchema): GraphQLSchema {
  const describe = (type: GraphQLObjectType | null | undefined, description: string) =>
    type && Object.assign(type, { description })
  describe(schema.getQueryType(), 'Reads. They change nothing but the audit trail.')
  describe(schema.getMutationType(), 'Changes. Each is done in whole or not at all.')
  describe(schema.getSubscriptionType(), 'Event streams, over Server-Sent Events.')
  return schema
}

/** Nodes say by `__typename` what they are. type-graphql would ask a promise of each. */
function resolveTypesByName(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) if (isInterfaceType(type)) type.resolveType = undefined
  return schema
}

/** Builds the GraphQL schema of all features, guarded, with its constraints noted. */
export async function createSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({ resolvers: [...resolvers], validateFn: validateInput, pubSub: noTopics })
  return noteConstraints(guardSchema(describeRoots(resolveTypesByName(schema))))
}

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

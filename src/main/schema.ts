import 'reflect-metadata'
import { type GraphQLObjectType, type GraphQLSchema, getNullableType, isAbstractType } from 'graphql'
import { buildSchema, type PubSub } from 'type-graphql'
import { subgraph } from '../engine/federation.ts'
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
  for (const type of Object.values(schema.getTypeMap())) if (isAbstractType(type)) type.resolveType = undefined
  return schema
}

/** A root field of a query that fails is null, and the error says why: the others stand. */
function letRootsFail(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) field.type = getNullableType(field.type)
  return schema
}

/** Builds the GraphQL schema of all features, guarded, with its constraints noted; if need be, as a subgraph of others. */
export async function createSchema({ isSubgraph = false } = {}): Promise<GraphQLSchema> {
  const schema = await buildSchema({ resolvers: [...resolvers], validateFn: validateInput, pubSub: noTopics })
  const whole = letRootsFail(describeRoots(resolveTypesByName(schema)))
  return noteConstraints(guardSchema(isSubgraph ? subgraph(whole) : whole))
}

const kept = new Map<boolean, Promise<GraphQLSchema>>()

/** The schema of the gateways of this process, built once: nothing of it belongs to one of them. */
export function sharedSchema({ isSubgraph = false } = {}): Promise<GraphQLSchema> {
  const schema = kept.get(isSubgraph) ?? createSchema({ isSubgraph })
  kept.set(isSubgraph, schema)
  return schema
}

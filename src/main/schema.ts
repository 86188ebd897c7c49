import 'reflect-metadata'
import { type GraphQLObjectType, type GraphQLSchema, getNullableType, isAbstractType } from 'graphql'
import { buildSchema, type PubSub } from 'type-graphql'
import { guardSchema } from '../engine/execute/guard.ts'
import { subgraph } from '../features/nodes/federation.ts'
import { noteConstraints } from '../graphql/constraints.ts'
import { validateInput } from '../graphql/inputs.ts'
import { resolvers } from './features.ts'

/** type-graphql requires a PubSub, but subscriptions here follow the events of an organization instead of topics. */
const noTopics: PubSub = {
  publish: (topic) => {
    throw new Error(`Nothing is published by topic: ${topic}`)
  },
  subscribe: (topic) => {
    throw new Error(`Nothing is followed by topic: ${topic}`)
  },
}

/** type-graphql creates the root types without descriptions. */
function describeRoots(schema: GraphQLSchema): GraphQLSchema {
  const describe = (type: GraphQLObjectType | null | undefined, description: string) =>
    type && Object.assign(type, { description })
  describe(schema.getQueryType(), 'Queries. They change nothing except the audit trail.')
  describe(schema.getMutationType(), 'Mutations. Each takes effect completely or not at all.')
  describe(schema.getSubscriptionType(), 'Event streams, over Server-Sent Events.')
  return schema
}

/** `__typename` identifies the type of a Node. type-graphql's own check would create a promise for each object. */
function resolveTypesByName(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) if (isAbstractType(type)) type.resolveType = undefined
  return schema
}

/** A query's root field that fails is null, with an error. The other fields keep their results. */
function letRootsFail(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) field.type = getNullableType(field.type)
  return schema
}

/**
 * Builds the GraphQL schema of all features, with permissions and constraints. With `isSubgraph`: as a subgraph of a
 * federation.
 */
export async function createSchema({ isSubgraph = false } = {}): Promise<GraphQLSchema> {
  const schema = await buildSchema({ resolvers: [...resolvers], validateFn: validateInput, pubSub: noTopics })
  const whole = letRootsFail(describeRoots(resolveTypesByName(schema)))
  return noteConstraints(guardSchema(isSubgraph ? subgraph(whole) : whole))
}

const kept = new Map<boolean, Promise<GraphQLSchema>>()

/** The schema that all gateways of this process share. It holds no state of a gateway. */
export function sharedSchema({ isSubgraph = false } = {}): Promise<GraphQLSchema> {
  const schema = kept.get(isSubgraph) ?? createSchema({ isSubgraph })
  kept.set(isSubgraph, schema)
  return schema
}

import 'reflect-metadata'
import type { GraphQLSchema } from 'graphql'
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

/** Builds the GraphQL schema of all features, guarded, with its constraints noted. */
export async function createSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({ resolvers: [...resolvers], validateFn: validateInput, pubSub: noTopics })
  return noteConstraints(guardSchema(schema))
}

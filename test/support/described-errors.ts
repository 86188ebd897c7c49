import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from 'graphql'
import type { ErrorCode } from '../../src/common/errors.ts'
import type { Json } from './server.ts'

/** The errors that only some operations have. The description of an operation names those that it has. */
const OF_SOME: readonly ErrorCode[] = [
  'CONFLICT',
  'CONSENT_REQUIRED',
  'INSUFFICIENT_HISTORY',
  'INVALID_STATE_TRANSITION',
  'INVITATION_EXPIRED',
  'LEGAL_HOLD',
  'ORGANIZATION_NOT_FOUND',
]

/** The texts of conflicts that every operation can have: the database found that another request came first. */
const OF_ALL = ['RECORD_EXISTS', 'RECORD_GONE']

const SCHEMA = join(import.meta.dirname, '../../schema/schema.graphql')
let published: GraphQLSchema | undefined

/** The root field of a response key. Undefined for a field in a fragment. */
function rootField(query: string, key: unknown) {
  published ??= buildSchema(readFileSync(SCHEMA, 'utf8'))
  const operations = parse(query).definitions.filter((each): each is OperationDefinitionNode => 'operation' in each)
  for (const { operation, selectionSet } of operations)
    for (const field of selectionSet.selections)
      if (field.kind === Kind.FIELD && (field.alias ?? field.name).value === key)
        return published.getRootType(operation)?.getFields()[field.name.value]
  return undefined
}

/** @throws Error for an error of an operation whose description, or that of its arguments, does not name the code */
export function demandDescribed(query: string, errors: Json[] = []): void {
  for (const { path, extensions } of errors) {
    if (path?.length !== 1 || !OF_SOME.includes(extensions.code) || OF_ALL.includes(extensions.reason)) continue
    const field = rootField(query, path[0])
    const texts = field && [field.description, ...field.args.map(({ description }) => description)]
    if (texts && !texts.join(' ').includes(extensions.code))
      throw new Error(`The description of ${field.name} does not name ${extensions.code}. Declare it with @Fails`)
  }
}

import { type DocumentNode, type GraphQLSchema, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { Caller } from '../security/auth/caller.ts'
import type { Permission } from '../security/auth/permissions.ts'
import type { Operation } from './operation.ts'
import { checkPermission, permitsOf } from './permits.ts'

/** What is kept of an answer, for who asks again. */
export interface SavedAnswer {
  data: Record<string, unknown> | null | undefined
  /** The organization that an operation entered which began in none. */
  entered?: string
}

/** An answer as it is kept: what was to be shown once is not in it. */
export const textOf = (answer: SavedAnswer, shownOnce: readonly string[]): string =>
  JSON.stringify(answer, (_, value: unknown) =>
    typeof value === 'string' && shownOnce.some((secret) => value.includes(secret)) ? null : value,
  )

const permits = new WeakMap<Operation, ReadonlySet<Permission>>()

/** The permissions of all that a document selects. */
function permitsIn(schema: GraphQLSchema, operation: Operation): ReadonlySet<Permission> {
  const known = permits.get(operation)
  if (known) return known
  const found = new Set<Permission>()
  const types = new TypeInfo(schema)
  const Field = () => {
    const field = types.getFieldDef()
    for (const permit of field ? permitsOf(field) : []) found.add(permit)
  }
  visit(executedOf(operation), visitWithTypeInfo(types, { Field }))
  permits.set(operation, found)
  return found
}

/** The document without its other operations. */
const executedOf = ({ document, name }: Operation): DocumentNode => ({
  ...document,
  definitions: document.definitions.filter(
    (node) => node.kind !== Kind.OPERATION_DEFINITION || name === undefined || node.name?.value === name,
  ),
})

/**
 * What was done once is answered again only to who may still do all of it.
 * @throws FORBIDDEN
 */
export function demandReplayable(schema: GraphQLSchema, operation: Operation, caller: Caller): void {
  for (const permit of permitsIn(schema, operation)) checkPermission(caller, permit)
}

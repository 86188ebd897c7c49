import { type DocumentNode, type GraphQLSchema, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { Caller } from '../../security/auth/caller.ts'
import type { Permission } from '../../security/auth/permissions.ts'
import { checkPermission, permitsOf } from '../access/permits.ts'
import type { Operation } from '../declare/operation.ts'

/** The stored part of a response, for a repeated request. */
export interface SavedAnswer {
  data: Record<string, unknown> | null | undefined
  /** The organization that an operation without an organization entered. */
  entered?: string
}

/** Serializes a response for storage. Secrets that are shown once are left out. */
export const textOf = (answer: SavedAnswer, shownOnce: readonly string[]): string =>
  JSON.stringify(answer, (_, value: unknown) =>
    typeof value === 'string' && shownOnce.some((secret) => value.includes(secret)) ? null : value,
  )

const permits = new WeakMap<Operation, ReadonlySet<Permission>>()

/** The permissions of everything that a document selects. */
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

const executedOf = ({ document, name }: Operation): DocumentNode => ({
  ...document,
  definitions: document.definitions.filter(
    (node) => node.kind !== Kind.OPERATION_DEFINITION || name === undefined || node.name?.value === name,
  ),
})

/**
 * Checks that the caller still has every permission of the operation before its stored response is returned.
 * @throws FORBIDDEN
 */
export function demandReplayable(schema: GraphQLSchema, operation: Operation, caller: Caller): void {
  for (const permit of permitsIn(schema, operation)) checkPermission(caller, permit)
}

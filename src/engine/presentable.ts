import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { ServiceError } from '../common/errors.ts'
import { codeOf, faultOf } from '../data/database-faults.ts'
import { heldError } from '../data/hold-refusal.ts'

/** SQLSTATEs that are a caller's affair. */
const CONFLICTS: Record<string, string> = {
  23505: 'The change conflicts with a record that exists already',
  23503: 'The change refers to a record that is gone',
}

/** Whether the same may succeed later: a fault of the database, or what callers are told of one. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ServiceError ? error.code === 'NOT_READY' : faultOf(error) !== undefined

/**
 * What a caller may know of an error: a `ServiceError`. A fault of the database is NOT_READY, and anything unforeseen
 * INTERNAL_ERROR: both carry the request's id, and are logged under it.
 */
export function presentable(error: unknown, requestId: string, log: Logger): ServiceError {
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error
  if (cause instanceof ServiceError) return cause
  if (cause instanceof GraphQLError) return new ServiceError('VALIDATION_ERROR', cause.message, {})
  const held = heldError(cause)
  if (held) return held
  const conflict = CONFLICTS[codeOf(cause)]
  if (conflict) return new ServiceError('CONFLICT', conflict)
  log.error({ err: cause, requestId }, 'request failed')
  const fault = faultOf(cause)
  if (fault) {
    return new ServiceError('NOT_READY', fault.message, { requestId }, { 'Retry-After': String(fault.retryAfter) })
  }
  return new ServiceError('INTERNAL_ERROR', 'Internal server error', { requestId })
}

/** @throws the fault of the database among the errors of an operation: nothing that it read or did holds then */
export function refuseFaults(errors: readonly GraphQLError[] | undefined): void {
  for (const { originalError } of errors ?? []) if (faultOf(originalError)) throw originalError
}

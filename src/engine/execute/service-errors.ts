import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { type FaultCode, refusal, ServiceError } from '../../common/errors.ts'
import { codeOf, faultOf } from '../../data/database-faults.ts'
import { heldError } from '../../data/hold-refusal.ts'

/** SQLSTATE codes of errors that the caller caused. */
const CONFLICTS: Record<string, FaultCode> = {
  23505: 'RECORD_EXISTS',
  23503: 'RECORD_GONE',
}

/** Whether the same request may succeed later: for a fault of the database, or the error that reports it to callers. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ServiceError ? error.code === 'NOT_READY' : faultOf(error) !== undefined

/**
 * Converts an error to a `ServiceError` for the caller. A fault of the database becomes NOT_READY, any unexpected error
 * INTERNAL_ERROR. Both contain the request's id and are logged with it.
 */
export function toServiceError(error: unknown, requestId: string, log: Logger): ServiceError {
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error
  if (cause instanceof ServiceError) return cause
  if (cause instanceof GraphQLError) return new ServiceError('VALIDATION_ERROR', cause.message, {})
  const held = heldError(cause)
  if (held) return held
  const conflict = CONFLICTS[codeOf(cause)]
  if (conflict) return refusal('CONFLICT', conflict)
  log.error({ err: cause, requestId }, 'request failed')
  const fault = faultOf(cause)
  if (fault) {
    return new ServiceError('NOT_READY', fault.message, { requestId }, { 'Retry-After': String(fault.retryAfter) })
  }
  return new ServiceError('INTERNAL_ERROR', 'Internal server error', { requestId })
}

/** @throws the fault of the database among the errors of an operation: its reads and writes are invalid then */
export function refuseFaults(errors: readonly GraphQLError[] | undefined): void {
  for (const { originalError } of errors ?? []) if (faultOf(originalError)) throw originalError
}

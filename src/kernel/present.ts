import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { ServiceError } from './errors.ts'

/** SQLSTATEs that are a caller's affair. */
const CONFLICTS: Record<string, string> = {
  23505: 'The change conflicts with a record that exists already',
  23503: 'The change refers to a record that is gone',
  40001: 'The change conflicts with another one; try again',
  '40P01': 'The change conflicts with another one; try again',
  '55P03': 'The record is being changed by someone else; try again',
}

const stateOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

const isUnreachable = (error: unknown) =>
  /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|57P0|08)/.test(stateOf(error)) ||
  (error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message))

/**
 * What a caller may know of an error: a `ServiceError`. Anything unforeseen becomes INTERNAL_ERROR with the request's
 * id, and is logged under that id.
 */
export function presentable(error: unknown, requestId: string, log: Logger): ServiceError {
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error
  if (cause instanceof ServiceError) return cause
  if (cause instanceof GraphQLError) return new ServiceError('VALIDATION_ERROR', cause.message, {})
  const conflict = CONFLICTS[stateOf(cause)]
  if (conflict) return new ServiceError('CONFLICT', conflict)
  log.error({ err: cause, requestId }, 'request failed')
  if (isUnreachable(cause)) {
    return new ServiceError('NOT_READY', 'The database cannot be reached', { requestId }, { 'Retry-After': '2' })
  }
  return new ServiceError('INTERNAL_ERROR', 'Internal server error', { requestId })
}

import type { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import type { ServiceError } from '../../common/errors.ts'
import type { Executed } from './executor.ts'
import { toServiceError } from './service-errors.ts'

/** An error that the caller may see, with its position in the document. */
export interface ShownError {
  error: ServiceError
  path?: GraphQLError['path']
  locations?: GraphQLError['locations']
}

/** The result of an operation. The caller may see its errors. */
export interface OperationResult {
  data?: Record<string, unknown> | null | undefined
  /** The data as JSON text, for a caller that accepts text. */
  text?: string
  errors?: readonly ShownError[]
  /** Whether this is the stored response of an earlier request. */
  replayed?: boolean
  /** For a replay: the organization that the operation had entered, if it started without one. */
  entered?: string
  /** Rows of lists that are requested with `all`. */
  wholeRows?: number
  /** Whether the operation was a rehearsal, whose changes are rolled back. */
  rehearsed?: boolean
  /** Unused points of the declared cost. */
  refunded?: number
}

/** Converts an execution result to the form that the caller may see. */
export function presented({ data, errors, text }: Executed, requestId: string, log: Logger): OperationResult {
  if (text !== undefined) return { text }
  if (!errors) return { data }
  const shown = errors.map((error) => ({
    error: toServiceError(error, requestId, log),
    path: error.path,
    locations: error.locations,
  }))
  return { data, errors: shown }
}

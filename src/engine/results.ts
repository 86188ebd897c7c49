import type { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import type { ServiceError } from '../common/errors.ts'
import type { Executed } from './executor.ts'
import { presentable } from './presentable.ts'

/** An error that the caller may see, and where in the document it arose. */
export interface ShownError {
  error: ServiceError
  path?: GraphQLError['path']
  locations?: GraphQLError['locations']
}

/** What an operation came to. Its errors are fit for the caller. */
export interface OperationResult {
  data?: Record<string, unknown> | null | undefined
  /** The data as JSON text, for who takes it. */
  text?: string
  errors?: readonly ShownError[]
  /** Whether this is the saved response of an earlier request. */
  replayed?: boolean
  /** Of a replay: the organization that the operation had entered, where it began in none. */
  entered?: string
  /** Rows of the lists that were asked for as a whole. */
  wholeRows?: number
  /** Whether it was a rehearsal, of which nothing stays. */
  rehearsed?: boolean
  /** Points of the declared cost that were not used. */
  refunded?: number
}

/** What was executed, as the caller may see it. */
export function presented({ data, errors, text }: Executed, requestId: string, log: Logger): OperationResult {
  if (text !== undefined) return { text }
  if (!errors) return { data }
  const shown = errors.map((error) => ({
    error: presentable(error, requestId, log),
    path: error.path,
    locations: error.locations,
  }))
  return { data, errors: shown }
}

import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { type ErrorCode, STATUS } from '../../common/errors.ts'
import type { Disclosure } from '../http/disclosure.ts'
import { LIMITS } from './document-limits.ts'

/** Limits that graphql-js enforces. Its messages contain neither a code nor the limit. */
const REFUSED: [RegExp, string][] = [
  [/Maximum call stack size exceeded/, 'Query nested too deep'],
  [/Document contains more that \d+ tokens/, `Too many tokens (limit ${LIMITS.tokens})`],
  [/^Validation aborted\.$/, 'Too many fields of the same name'],
  [/Maximum introspection depth exceeded/, 'Introspection nested too deep (limit 2 lists)'],
]

const BY_STATUS: Record<number, ErrorCode> = {
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

/** Gives a code of the contract to errors that Apollo creates. The text of an unexpected error is not sent. */
export const errorFormat =
  ({ message }: Disclosure) =>
  (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const shown = coded(formatted, error)
    return { ...shown, message: message(shown.message) }
  }

function coded(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { code } = formatted.extensions ?? {}
  if (typeof code === 'string' && Object.hasOwn(STATUS, code)) return formatted
  const refusal = REFUSED.find(([sign]) => sign.test(formatted.message))
  if (refusal) return { ...formatted, message: refusal[1], extensions: { code: 'QUERY_TOO_COMPLEX' } }
  if (code === 'INTERNAL_SERVER_ERROR')
    return { message: 'Internal server error', extensions: { code: 'INTERNAL_ERROR' } }
  const status = error instanceof GraphQLError && (error.extensions.http as { status?: number } | undefined)?.status
  return { ...formatted, extensions: { code: BY_STATUS[status || 400] ?? 'VALIDATION_ERROR' } }
}

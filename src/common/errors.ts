import { GraphQLError } from 'graphql'

/** All error codes of the service with their HTTP statuses, for REST and GraphQL. */
export const STATUS = {
  VALIDATION_ERROR: 400,
  MALFORMED_JSON: 400,
  ORGANIZATION_REQUIRED: 400,
  INVITATION_EXPIRED: 400,
  QUERY_TOO_COMPLEX: 400,
  INSUFFICIENT_HISTORY: 400,
  UNAUTHORIZED: 401,
  STEP_UP_REQUIRED: 401,
  FORBIDDEN: 403,
  CONSENT_REQUIRED: 403,
  MEMBERSHIP_ENDED: 403,
  NETWORK_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  ORGANIZATION_NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  INVALID_STATE_TRANSITION: 409,
  LEGAL_HOLD: 409,
  CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  NOT_READY: 503,
} as const

/** A key of `STATUS`. */
export type ErrorCode = keyof typeof STATUS

/** Facts about an error in addition to its sentence. For VALIDATION_ERROR: one entry per field with its fault. */
export type ErrorDetails = Record<string, unknown>

/**
 * An error that may be shown to callers: a code, a sentence, and details. It is a GraphQLError, so GraphQL returns it
 * unchanged, with the code in `extensions.code`.
 */
export class ServiceError extends GraphQLError {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  /** Response headers of this error (`Allow`, `Retry-After`). */
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, details?: ErrorDetails, headers: Record<string, string> = {}) {
    super(message, { extensions: { code, ...(details && { details }) } })
    this.code = code
    this.details = details
    this.headers = headers
  }

  get status(): number {
    return STATUS[this.code]
  }
}

const CHALLENGE = 'Bearer realm="gateway"'
const LONGEST_REASON = 200

/**
 * Keeps only characters that RFC 6750 allows in a description. Any other character could end the value or the header.
 */
const quotable = (text: string) => text.slice(0, LONGEST_REASON).replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')

/**
 * 401 `Unauthorized`: the user could not be identified. The reason is in `WWW-Authenticate` and in the log, not in the
 * body. There is no reason if the request had no token.
 */
export const unauthorized = (reason?: string) =>
  new ServiceError('UNAUTHORIZED', 'Unauthorized', undefined, {
    'WWW-Authenticate': reason
      ? `${CHALLENGE}, error="invalid_token", error_description="${quotable(reason)}"`
      : CHALLENGE,
  })

/** 401: the sign-in of the user is too long ago for the operation (RFC 9470). `seconds` is the maximum age. */
export const stepUpRequired = (seconds: number) =>
  new ServiceError(
    'STEP_UP_REQUIRED',
    'Your sign-in is too long ago for this. Sign in again',
    { maxAge: seconds },
    {
      'WWW-Authenticate':
        `${CHALLENGE}, error="insufficient_user_authentication", ` +
        `error_description="A more recent sign-in is required", max_age="${seconds}"`,
    },
  )

/** 400 `Organization required`: the user is known, but has no active organization. */
export const organizationRequired = () => new ServiceError('ORGANIZATION_REQUIRED', 'Organization required')

/** 404 `<thing> not found`, the same for rows that do not exist and for rows of other tenants. */
export const notFound = (thing: string) => new ServiceError('NOT_FOUND', `${thing} not found`)

/** The fault of a required field that is absent, null, empty or blank. */
export const REQUIRED = 'is required'

/**
 * A 400 for which the legacy API documents the sentence about the first invalid field. `details` names every invalid
 * field.
 */
export class FieldError extends ServiceError {
  readonly field: string

  constructor(field: string, sentence: string, faults: Record<string, string> = {}) {
    super('VALIDATION_ERROR', sentence, { [field]: sentence.replace(`${field} `, ''), ...faults })
    this.field = field
  }
}

/** 400 with a sentence about one field. */
export const misfit = (field: string, sentence: string, faults?: Record<string, string>) =>
  new FieldError(field, sentence, faults)

/** 400 `<field> is required`: a required field that is absent, null, empty or blank. */
export const required = (field: string, faults?: Record<string, string>) =>
  misfit(field, `${field} ${REQUIRED}`, faults)

/** 400 that names each invalid field and its fault. */
export const invalid = (details: Record<string, string>) =>
  new ServiceError(
    'VALIDATION_ERROR',
    Object.entries(details)
      .map((fault) => fault.join(' '))
      .join('; '),
    details,
  )

/** 403: the caller lacks a permission. */
export const forbidden = (permission: string) =>
  new ServiceError('FORBIDDEN', `Requires the permission ${permission}`, { permission })

/** One fault of an input. */
interface Fault {
  field: string | null
  message: string
}

export interface ItemFault extends Fault {
  /** Position of the item, from 0. */
  index: number
}

/** The faults in an error, by field. @throws the error itself if it is not a ServiceError */
export function faultsIn(error: unknown): Fault[] {
  if (!(error instanceof ServiceError)) throw error
  const { message, details } = error
  if (!details) return [{ field: null, message }]
  const isSentence = error instanceof FieldError
  return Object.entries(details).map(([field, fault]) => ({
    field,
    message: isSentence ? `${field} ${fault}` : String(fault),
  }))
}

/** 400 that names each fault by the index of its item and the field. */
export const invalidItems = (errors: readonly ItemFault[]) =>
  new ServiceError('VALIDATION_ERROR', 'Nothing was changed: some items are invalid', { errors })

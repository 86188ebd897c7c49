import { GraphQLError } from 'graphql'
import texts from '../web/i18n/en/faults.json' with { type: 'json' }

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

/** The code of a text of the catalogue `faults`, which the dashboard has in each language. */
export type FaultCode = keyof typeof texts

/** A fault: the code of its text, and the values in the text. */
export interface CodedFault {
  code: FaultCode
  [value: string]: unknown
}

/** The English text of a fault. Programs read it too, so its values are not formatted. */
export const faultText = ({ code, ...values }: CodedFault): string =>
  texts[code].replace(/\{\{(\w+)(?:,[^}]*)?\}\}/g, (_, name: string) => [values[name]].flat().join(', '))

const coded = (fault: FaultCode | CodedFault): CodedFault => (typeof fault === 'string' ? { code: fault } : fault)

/** The codes of the texts of an error: of its sentence, or of the fault of each field. */
interface Reasons {
  reason?: FaultCode
  reasons?: Record<string, CodedFault>
}

/**
 * An error that may be shown to callers: a code, a sentence, and details. It is a GraphQLError, so GraphQL returns it
 * unchanged, with the code in `extensions.code`.
 */
export class ServiceError extends GraphQLError {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  /** Response headers of this error (`Allow`, `Retry-After`). */
  readonly headers: Record<string, string>
  /** The codes of the texts of the fields in `details`. */
  readonly reasons: Readonly<Record<string, CodedFault>>
  readonly #reason: FaultCode | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details?: ErrorDetails,
    headers: Record<string, string> = {},
    { reason, reasons }: Reasons = {},
  ) {
    super(message, {
      extensions: { code, ...(reason && { reason }), ...(reasons && { reasons }), ...(details && { details }) },
    })
    this.code = code
    this.details = details
    this.headers = headers
    this.#reason = reason
    this.reasons = reasons ?? {}
  }

  get status(): number {
    return STATUS[this.code]
  }

  /** The coded form of the message, for pages that show it in their language. Of several fields, the fault of the first. */
  get fault(): CodedFault | null {
    if (this.#reason) return { ...this.details, code: this.#reason }
    const [first] = Object.entries(this.reasons)
    return first ? { ...first[1], field: first[0] } : null
  }
}

/** An error with a text of the catalogue `faults`. The values in the text are the details. */
export const refusal = (code: ErrorCode, reason: FaultCode, details?: ErrorDetails) =>
  new ServiceError(code, faultText({ ...details, code: reason }), details, {}, { reason })

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

export const REQUIRED_FAULT = { code: 'REQUIRED' } as const

/** The fault of a required field that is absent, null, empty or blank. */
export const REQUIRED = faultText(REQUIRED_FAULT)

/**
 * A 400 for which the legacy API documents the sentence about the first invalid field. `details` names every invalid
 * field.
 */
export class FieldError extends ServiceError {
  readonly field: string

  constructor(field: string, sentence: string, faults: Record<string, string> = {}, reasons?: Reasons['reasons']) {
    super(
      'VALIDATION_ERROR',
      sentence,
      { [field]: sentence.replace(`${field} `, ''), ...faults },
      {},
      { ...(reasons && { reasons }) },
    )
    this.field = field
  }
}

/** 400 with a sentence about one field. */
export const misfit = (
  field: string,
  sentence: string,
  faults: Record<string, string>,
  reasons: Record<string, CodedFault>,
) => new FieldError(field, sentence, faults, reasons)

/** 400 `<field> is required`: a required field that is absent, null, empty or blank. */
export const required = (field: string, faults?: Record<string, string>, reasons?: Record<string, CodedFault>) =>
  new FieldError(field, `${field} ${REQUIRED}`, faults, { [field]: REQUIRED_FAULT, ...reasons })

/** 400 that names each invalid field and its fault, for requests that no form of the dashboard sends. */
export const invalid = (details: Record<string, string>, reasons?: Record<string, CodedFault>) =>
  new ServiceError(
    'VALIDATION_ERROR',
    Object.entries(details)
      .map((fault) => fault.join(' '))
      .join('; '),
    details,
    {},
    { ...(reasons && { reasons }) },
  )

/** 400 that names each field of the body of a program that does not match its schema. */
export const invalidBody = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
  invalid(Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'body', message])))

/** 400 that names each invalid field and its fault, by the code of its text. */
export function invalidFields(faults: Record<string, FaultCode | CodedFault>): ServiceError {
  const reasons = Object.entries(faults).map(([field, fault]) => [field, coded(fault)] as const)
  return invalid(
    Object.fromEntries(reasons.map(([field, fault]) => [field, faultText(fault)])),
    Object.fromEntries(reasons),
  )
}

/** 403: the caller lacks a permission. */
export const forbidden = (permission: string) => refusal('FORBIDDEN', 'PERMISSION_MISSING', { permission })

/** One fault of an input. */
interface Fault {
  field: string | null
  message: string
  /** The code of the text. Null if only programs send such an input. */
  cause: CodedFault | null
}

export interface ItemFault extends Fault {
  /** Position of the item, from 0. */
  index: number
}

/** The faults in an error, by field. @throws the error itself if it is not a ServiceError */
export function faultsIn(error: unknown): Fault[] {
  if (!(error instanceof ServiceError)) throw error
  const { message, details, reasons } = error
  if (!details) return [{ field: null, message, cause: error.fault }]
  const isSentence = error instanceof FieldError
  return Object.entries(details).map(([field, fault]) => ({
    field,
    message: isSentence ? `${field} ${fault}` : String(fault),
    cause: reasons[field] ?? null,
  }))
}

/** 400 that names each fault by the index of its item and the field. The keys of the codes are `<index>.<field>`. */
export const invalidItems = (faults: readonly ItemFault[]) =>
  new ServiceError(
    'VALIDATION_ERROR',
    'Nothing was changed: some items are invalid',
    { errors: faults.map(({ index, field, message }) => ({ index, field, message })) },
    {},
    {
      reasons: Object.fromEntries(
        faults.flatMap(({ index, field, cause }) => (cause ? [[`${index}.${field}`, cause]] : [])),
      ),
    },
  )

/** A fault of an item, by the code of its text. */
export const itemFault = (index: number, field: string, fault: FaultCode | CodedFault): ItemFault => ({
  index,
  field,
  message: faultText(coded(fault)),
  cause: coded(fault),
})

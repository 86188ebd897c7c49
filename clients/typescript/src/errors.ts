/** The facts of an error in addition to its message. */
export interface ErrorFacts {
  status: number
  code: string
  details?: unknown
  requestId?: string | undefined
  /** The delay from `Retry-After`, in milliseconds. */
  retryAfterMs?: number | undefined
}

/** The gateway answered with an error. Each code has its own class, except codes that are newer than this client. */
export class GatewayError extends Error {
  readonly status: number
  readonly code: string
  /** For VALIDATION_ERROR: each invalid field with the reason. */
  readonly details: unknown
  /** The id of the request in the gateway's log. */
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(message: string, { status, code, details, requestId, retryAfterMs }: ErrorFacts) {
    super(message)
    this.name = code
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }
}

export class ValidationError extends GatewayError {}
export class MalformedJsonError extends GatewayError {}
export class OrganizationRequiredError extends GatewayError {}
export class InvitationExpiredError extends GatewayError {}
export class QueryTooComplexError extends GatewayError {}
export class InsufficientHistoryError extends GatewayError {}
export class UnauthorizedError extends GatewayError {}
export class StepUpRequiredError extends GatewayError {}
export class ForbiddenError extends GatewayError {}
export class ConsentRequiredError extends GatewayError {}
export class MembershipEndedError extends GatewayError {}
export class NetworkNotAllowedError extends GatewayError {}
export class NotFoundError extends GatewayError {}
export class OrganizationNotFoundError extends NotFoundError {}
export class RouteNotFoundError extends NotFoundError {}
export class MethodNotAllowedError extends GatewayError {}
export class NotAcceptableError extends GatewayError {}
export class ConflictError extends GatewayError {}
export class InvalidStateTransitionError extends ConflictError {}
export class LegalHoldError extends ConflictError {}
export class IdempotencyInProgressError extends ConflictError {}
export class PreconditionFailedError extends GatewayError {}
export class PayloadTooLargeError extends GatewayError {}
export class UnsupportedMediaTypeError extends GatewayError {}
export class IdempotencyKeyReusedError extends GatewayError {}
export class RateLimitError extends GatewayError {}
export class InternalError extends GatewayError {}
export class NotReadyError extends GatewayError {}

/** The connection failed or was cut before the answer was complete. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** The deadline of the call has passed. The deadline includes retries. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/** The error class of each code. */
export const ERRORS: Readonly<Record<string, typeof GatewayError>> = {
  VALIDATION_ERROR: ValidationError,
  MALFORMED_JSON: MalformedJsonError,
  ORGANIZATION_REQUIRED: OrganizationRequiredError,
  INVITATION_EXPIRED: InvitationExpiredError,
  QUERY_TOO_COMPLEX: QueryTooComplexError,
  INSUFFICIENT_HISTORY: InsufficientHistoryError,
  UNAUTHORIZED: UnauthorizedError,
  STEP_UP_REQUIRED: StepUpRequiredError,
  FORBIDDEN: ForbiddenError,
  CONSENT_REQUIRED: ConsentRequiredError,
  MEMBERSHIP_ENDED: MembershipEndedError,
  NETWORK_NOT_ALLOWED: NetworkNotAllowedError,
  NOT_FOUND: NotFoundError,
  ORGANIZATION_NOT_FOUND: OrganizationNotFoundError,
  ROUTE_NOT_FOUND: RouteNotFoundError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  NOT_ACCEPTABLE: NotAcceptableError,
  INVALID_STATE_TRANSITION: InvalidStateTransitionError,
  LEGAL_HOLD: LegalHoldError,
  CONFLICT: ConflictError,
  IDEMPOTENCY_IN_PROGRESS: IdempotencyInProgressError,
  PRECONDITION_FAILED: PreconditionFailedError,
  PAYLOAD_TOO_LARGE: PayloadTooLargeError,
  UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaTypeError,
  IDEMPOTENCY_KEY_REUSED: IdempotencyKeyReusedError,
  RATE_LIMIT_EXCEEDED: RateLimitError,
  INTERNAL_ERROR: InternalError,
  NOT_READY: NotReadyError,
}

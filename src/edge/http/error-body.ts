import { STATUS_CODES } from 'node:http'
import type { Request, Response } from 'express'
import { type ErrorCode, type ErrorDetails, FieldError, type ServiceError } from '../../common/errors.ts'

/** Codes whose body has the message only, without the code. */
export const BARE: readonly string[] = ['UNAUTHORIZED', 'ORGANIZATION_REQUIRED']
/** Codes whose body has the message as `error`, and the code. */
export const MINIMAL: readonly string[] = ['NOT_FOUND', 'ORGANIZATION_NOT_FOUND', 'ROUTE_NOT_FOUND', 'INTERNAL_ERROR']

/** `status` can be one without a code of its own. */
export interface Facts {
  status: number
  code: ErrorCode
  message: string
  details?: ErrorDetails | undefined
}

/** The body of an error: minimal where the legacy API returns a text as `error`, complete everywhere else. */
export function errorBody(error: ServiceError): unknown {
  const { code, message, status, details } = error
  if (BARE.includes(code)) return { error: message }
  if (error instanceof FieldError) return { error: message, code, details }
  const isSentence = MINIMAL.includes(code) || (code === 'VALIDATION_ERROR' && !details)
  if (isSentence) return { error: message, code, ...(code === 'INTERNAL_ERROR' && details) }
  return completeBody({ status, message, code, details })
}

/** The body with everything that is known of an error. */
export const completeBody = ({ status, message, code, details = {} }: Facts): unknown => ({
  error: STATUS_CODES[status],
  message,
  code,
  statusCode: status,
  details,
})

/** The error in the format of RFC 9457. */
const problem = ({ code, message, status, details }: ServiceError, instance: string) => ({
  type: `urn:problem:${code.toLowerCase().replaceAll('_', '-')}`,
  title: STATUS_CODES[status],
  status,
  detail: message,
  instance,
  code,
  ...(details && { details }),
})

const PROBLEM = 'application/problem+json'

/** Sends an error, as `application/problem+json` to a client that prefers it. */
export function sendError(request: Request, response: Response, error: ServiceError): void {
  response.status(error.status).set(error.headers)
  if (request.accepts(['application/json', PROBLEM]) === PROBLEM)
    response.type(PROBLEM).send(JSON.stringify(problem(error, request.baseUrl + request.path)))
  else response.json(errorBody(error))
}

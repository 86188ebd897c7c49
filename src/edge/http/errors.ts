import type { NextFunction, Request, Response } from 'express'
import type { Logger } from 'pino'
import { ServiceError } from '../../common/errors.ts'
import { toServiceError } from '../../engine/execute/service-errors.ts'
import { sendError } from './error-body.ts'

/** Converts errors of body-parser and of the router to errors of the contract. */
function fromHttp(error: unknown): unknown {
  if (error instanceof ServiceError || typeof error !== 'object' || error === null || !('status' in error)) return error
  const { status, type, limit } = error as { status: unknown; type?: string; limit?: number }
  if (type === 'entity.too.large')
    return new ServiceError('PAYLOAD_TOO_LARGE', `The body exceeds ${limit} bytes`, { limit })
  if (status === 415) return new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body’s encoding is not supported', {})
  if (type === 'request.aborted' || type === 'request.size.invalid' || type === 'encoding.unsupported') {
    return new ServiceError('VALIDATION_ERROR', 'The body did not arrive as its headers announced it', {})
  }
  if (error instanceof URIError) return new ServiceError('ROUTE_NOT_FOUND', 'Route not found')
  return typeof status === 'number' && status < 500
    ? new ServiceError('VALIDATION_ERROR', 'The request is malformed', {})
    : error
}

/** The last handler: sends every error in the format of its surface. */
export const errorHandler =
  (log: Logger) =>
  (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    const shown = toServiceError(fromHttp(error), response.locals.requestId, log)
    if (response.headersSent) {
      response.destroy()
      return
    }
    if (request.path.startsWith('/graphql')) sendGraphQLError(request, response, shown)
    else sendError(request, response, shown)
  }

/** The newer media type of GraphQL responses. */
export const MODERN = 'application/graphql-response+json'

const JSON_TYPE = 'application/json'

/** The media type of a GraphQL response: the newer one when the client asks for it; false when it accepts neither. */
export const acceptedType = (request: Request): string | false =>
  request.headers.accept === JSON_TYPE ? JSON_TYPE : request.accepts([JSON_TYPE, MODERN])

function sendGraphQLError(request: Request, response: Response, error: ServiceError): void {
  const { message, extensions, status } = error
  response
    .status(status)
    .set(error.headers)
    .type(acceptedType(request) || 'application/json')
    .send(JSON.stringify({ errors: [{ message, extensions }] }))
}

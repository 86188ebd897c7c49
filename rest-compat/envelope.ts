import { hash } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import canonicalize from 'canonicalize'
import type { Request, Response } from 'express'
import { ServiceError } from '../src/kernel/errors.ts'
import type { CompiledRoute } from './compile.ts'

type Row = Record<string, unknown>

/** Fields of the caller's own stand at the top level; the service's fields win over them. */
export function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatten)
  if (typeof value !== 'object' || value === null || !('attributes' in value)) return value
  const { attributes, ...own } = value as Row & { attributes: Row }
  return { ...own, ...Object.fromEntries(Object.entries(attributes).filter(([key]) => !Object.hasOwn(own, key))) }
}

const withoutNulls = (meta: Row) => Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null))

/** The body of a success: `{ success, data }`, and `meta` for lists. */
export function successBody(route: CompiledRoute, data: unknown): unknown {
  if (route.envelope !== 'page') return { success: true, data: flatten(data) }
  const { items, meta } = data as { items: unknown[]; meta: Row }
  return { success: true, data: flatten(items), meta: withoutNulls(meta) }
}

/**
 * The entity tag of a resource: a digest of its representation, the same for whoever reads it. In canonical form, since
 * the database keeps the keys of JSON in an order of its own and a change answers with the caller's.
 */
export const etagOf = (data: unknown): string =>
  `"${hash('sha256', canonicalize(data) ?? '', 'base64url').slice(0, 27)}"`

/** Whether a list of entity tags, as `If-Match` and `If-None-Match` have it, names `etag`. */
export const namesEtag = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Codes whose sentence alone is the error, without a code. */
export const BARE: readonly string[] = ['UNAUTHORIZED', 'ORGANIZATION_REQUIRED']
/** Codes whose sentence is the error, beside the code. */
export const MINIMAL: readonly string[] = ['NOT_FOUND', 'ORGANIZATION_NOT_FOUND', 'ROUTE_NOT_FOUND', 'INTERNAL_ERROR']

/** The body of an error: minimal where the legacy API shows the sentence, full everywhere else. */
export function errorBody({ code, message, status, details }: ServiceError): unknown {
  if (BARE.includes(code)) return { error: message }
  const isSentence = MINIMAL.includes(code) || (code === 'VALIDATION_ERROR' && !details)
  if (isSentence) return { error: message, code, ...(code === 'INTERNAL_ERROR' && details) }
  return { error: STATUS_CODES[status], message, code, statusCode: status, details: details ?? {} }
}

/** The same error as RFC 9457 has it. */
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

/** Writes an error, as `application/problem+json` to whoever prefers it. */
export function sendError(request: Request, response: Response, error: ServiceError): void {
  response.status(error.status).set(error.headers)
  if (request.accepts(['application/json', PROBLEM]) === PROBLEM)
    response.type(PROBLEM).send(JSON.stringify(problem(error, request.path)))
  else response.json(errorBody(error))
}

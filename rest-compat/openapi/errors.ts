import { STATUS_CODES } from 'node:http'
import { type ErrorCode, STATUS } from '../../src/common/errors.ts'
import { BARE, MINIMAL } from '../../src/edge/http/error-body.ts'
import { type JsonObject, ref } from './schemas.ts'

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'Unauthorized',
  ORGANIZATION_REQUIRED: 'Organization required',
  INTERNAL_ERROR: 'Internal server error',
}

/** Descriptions of the properties of an error. */
const ABOUT: Record<string, string> = {
  error: 'The sentence of the legacy API, or the name of the status.',
  message: 'What was wrong, in one sentence.',
  code: 'The error code, stable for programs.',
  statusCode: 'The HTTP status.',
  details: 'Further facts by name; for an invalid request, the fault of each invalid field.',
  requestId: 'The id of the request, to quote when you report the error.',
  type: 'Identifies the kind of problem: `urn:problem:` and the error code in lower case, with hyphens.',
  title: 'The name of the status.',
  status: 'The HTTP status.',
  detail: 'What was wrong, in one sentence.',
  instance: 'The path of the request.',
}

const described = (properties: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, { ...(schema as JsonObject), description: ABOUT[name] }]),
  )

const object = (properties: JsonObject, optional: string[] = []): JsonObject => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties: described(properties),
  additionalProperties: false,
})

const sentenceOf = (code: ErrorCode): JsonObject =>
  SENTENCES[code] ? { type: 'string', const: SENTENCES[code] } : { type: 'string' }

const bare = (code: ErrorCode) => object({ error: sentenceOf(code) })

/** Only an unexpected error has `requestId`, and only VALIDATION_ERROR has `details`. */
const minimal = (codes: ErrorCode[]) =>
  object(
    {
      error: codes.length === 1 && codes[0] ? sentenceOf(codes[0]) : { type: 'string' },
      code: { type: 'string', enum: codes },
      ...(codes.includes('INTERNAL_ERROR') && { requestId: { type: 'string' } }),
      ...(codes.includes('VALIDATION_ERROR') && { details: ref('schemas', 'ErrorDetails') }),
    },
    ['requestId', 'details'],
  )

const full = (codes: ErrorCode[], status: number) =>
  object({
    error: { type: 'string', const: STATUS_CODES[status] },
    message: { type: 'string' },
    code: { type: 'string', enum: codes },
    statusCode: { type: 'integer', const: status },
    details: ref('schemas', 'ErrorDetails'),
  })

const problem = (codes: ErrorCode[], status: number) => ({
  ...object(
    {
      type: { type: 'string', format: 'uri' },
      title: { type: 'string', const: STATUS_CODES[status] },
      status: { type: 'integer', const: status },
      detail: { type: 'string' },
      instance: { type: 'string', format: 'uri-reference' },
      code: { type: 'string', enum: codes },
      details: ref('schemas', 'ErrorDetails'),
    },
    ['details'],
  ),
  description: 'Problem details (RFC 9457), sent when the request accepts application/problem+json.',
})

/** The representations of the errors of a status. An error for which the legacy API documents a sentence is minimal. */
function forms(codes: ErrorCode[], status: number): JsonObject {
  const bares = codes.filter((code) => BARE.includes(code))
  const minimals = codes.filter((code) => MINIMAL.includes(code) || code === 'VALIDATION_ERROR')
  const fulls = codes.filter((code) => !BARE.includes(code) && !MINIMAL.includes(code))
  const all = [
    ...bares.map(bare),
    ...(minimals.length > 0 ? [minimal(minimals)] : []),
    ...(fulls.length > 0 ? [full(fulls, status)] : []),
  ]
  const [only] = all
  return all.length === 1 && only ? only : { oneOf: all }
}

const DESCRIPTIONS: Record<number, string> = {
  400: 'The request is not valid, or the token names no organization. `<field> is required` has the minimal form and names the first missing field. Any other fault has the full form. `details` names every invalid field.',
  401: 'The token is missing or not valid, or the operation requires a more recent sign-in (STEP_UP_REQUIRED).',
  403: 'The caller’s role lacks the permission, the caller was removed from the team (MEMBERSHIP_ENDED), or the API key may not be used from this network (NETWORK_NOT_ALLOWED).',
  404: 'The resource does not exist, or belongs to another organization.',
  406: 'The Accept header of the request excludes text/event-stream.',
  409: 'The state of the resource does not allow the operation, a legal hold covers the resource or one of its records (LEGAL_HOLD), the change conflicts with another record, or a request with the same Idempotency-Key is still running.',
  412: 'If-Match names another version. Nothing was changed.',
  413: 'The body is too large, or the answer would exceed 32 MiB. Ask for fewer items with page and limit.',
  415: 'The operation does not accept the media type or the encoding of the body.',
  422: 'An earlier request used this Idempotency-Key with another body.',
  429: 'The rate limit is exceeded. Retry-After gives the seconds until the window ends.',
  500: 'An unexpected error. The log has the details under the request id.',
  503: 'The service cannot process the request now. Retry-After gives the seconds to wait before the next attempt.',
}

/** The name of the component that describes a status. */
export const errorName = (status: number): string => (STATUS_CODES[status] ?? '').replace(/\W/g, '')

const HEADERS: Record<number, string[]> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const statuses = [...new Set(Object.values(STATUS))].filter((status) => DESCRIPTIONS[status]).sort()
const codesOf = (status: number) => (Object.keys(STATUS) as ErrorCode[]).filter((code) => STATUS[code] === status)

/** One response component for each status that an operation may answer with. */
export const errorResponses = (usualHeaders: JsonObject): JsonObject =>
  Object.fromEntries(
    statuses.map((status) => {
      const own = (HEADERS[status] ?? []).map((name) => [name, ref('headers', name)])
      const content = {
        'application/json': { schema: ref('schemas', `${errorName(status)}Error`) },
        'application/problem+json': { schema: ref('schemas', `${errorName(status)}Problem`) },
      }
      const headers = { ...usualHeaders, ...Object.fromEntries(own) }
      return [errorName(status), { description: DESCRIPTIONS[status], headers, content }]
    }),
  )

/**
 * The schemas of the bodies of these responses. If `ErrorDetails` were not a component, generators of clients would
 * create several classes with the same name for it.
 */
export const errorSchemas = (): JsonObject => ({
  ErrorDetails: { type: 'object', additionalProperties: true, description: ABOUT.details },
  ...Object.fromEntries(
    statuses.flatMap((status) => [
      [`${errorName(status)}Error`, forms(codesOf(status), status)],
      [`${errorName(status)}Problem`, problem(codesOf(status), status)],
    ]),
  ),
})

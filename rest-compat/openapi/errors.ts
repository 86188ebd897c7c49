import { STATUS_CODES } from 'node:http'
import { type ErrorCode, STATUS } from '../../src/common/errors.ts'
import { BARE, MINIMAL } from '../../src/edge/error-body.ts'
import { type JsonObject, ref } from './schemas.ts'

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'Unauthorized',
  ORGANIZATION_REQUIRED: 'Organization required',
  INTERNAL_ERROR: 'Internal server error',
}

const object = (properties: JsonObject, optional: string[] = []): JsonObject => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
  additionalProperties: false,
})

const sentenceOf = (code: ErrorCode): JsonObject =>
  SENTENCES[code] ? { type: 'string', const: SENTENCES[code] } : { type: 'string' }

const bare = (code: ErrorCode) => object({ error: sentenceOf(code) })

/** Only an unexpected error carries the id of the request; only VALIDATION_ERROR has `details`. */
const minimal = (codes: ErrorCode[]) =>
  object(
    {
      error: codes.length === 1 && codes[0] ? sentenceOf(codes[0]) : { type: 'string' },
      code: { type: 'string', enum: codes },
      ...(codes.includes('INTERNAL_ERROR') && { requestId: { type: 'string' } }),
      ...(codes.includes('VALIDATION_ERROR') && { details: { type: 'object', additionalProperties: true } }),
    },
    ['requestId', 'details'],
  )

const full = (codes: ErrorCode[], status: number) =>
  object({
    error: { type: 'string', const: STATUS_CODES[status] },
    message: { type: 'string' },
    code: { type: 'string', enum: codes },
    statusCode: { type: 'integer', const: status },
    details: { type: 'object', additionalProperties: true },
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
      details: { type: 'object', additionalProperties: true },
    },
    ['details'],
  ),
  description: 'RFC 9457, for whoever accepts application/problem+json.',
})

/** The forms in which the errors of a status come: what the legacy API shows a sentence for is minimal. */
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
  400: 'The request is not valid, or the token names no organization. `<field> is required` comes in the minimal form and names the first missing field; any other fault comes in the full form. `details` name every field that is wrong.',
  401: 'The token is missing or not valid.',
  403: 'The caller’s role lacks the permission, or the caller was removed from the team (MEMBERSHIP_ENDED).',
  404: 'The resource does not exist, or belongs to another organization.',
  406: 'The Accept header of the request excludes text/event-stream.',
  409: 'The state of the resource does not allow it, a legal hold keeps the resource or a record that belongs to it (LEGAL_HOLD), it conflicts with another record, or a request with the same Idempotency-Key is still running.',
  412: 'If-Match names another version; nothing was changed.',
  413: 'The body is too large, or the answer would exceed 32 MiB: ask for fewer items with page and limit.',
  415: 'The body has another media type or encoding than this operation takes.',
  422: 'The Idempotency-Key was used with another body.',
  429: 'The rate limit is exceeded; Retry-After says in how many seconds it ends.',
  500: 'Something unforeseen; the log knows it by the request id.',
  503: 'The service cannot take the request now; Retry-After says when to try again.',
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

/** One response component per status of the error table that an operation may answer with. */
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

/** The bodies of these responses. */
export const errorSchemas = (): JsonObject =>
  Object.fromEntries(
    statuses.flatMap((status) => [
      [`${errorName(status)}Error`, forms(codesOf(status), status)],
      [`${errorName(status)}Problem`, problem(codesOf(status), status)],
    ]),
  )

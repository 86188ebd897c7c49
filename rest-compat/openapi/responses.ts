import { type GraphQLInputType, type GraphQLObjectType, getNamedType, isInputObjectType, Kind } from 'graphql'
import { STATUS } from '../../src/common/errors.ts'
import type { CompiledRoute } from '../compile.ts'
import { declaredOn, fragmentsOf, rootNode } from './root.ts'
import { type JsonObject, ref, type Schemas } from './schemas.ts'

const header = (description: string, schema: JsonObject, required = false): JsonObject => ({
  description,
  ...(required && { required }),
  schema,
})

const count = { type: 'integer', minimum: 0 }

/** Response headers, by the name of their component. */
export const RESPONSE_HEADERS: JsonObject = {
  ETag: header('The version of the resource.', { type: 'string', pattern: '^"[^"]+"$' }, true),
  'Idempotency-Replay': header('Present if this is the answer to an earlier request with the same key.', {
    type: 'string',
    const: 'true',
  }),
  'Retry-After': header('Seconds to wait before the next attempt.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': header(
    'The accepted authentication scheme, and the reason if the token was refused (RFC 6750).',
    { type: 'string', pattern: '^Bearer realm="gateway"(, error="invalid_token", error_description="[^"]+")?$' },
    true,
  ),
  'X-RateLimit-Limit': header('Requests allowed in a window.', count, true),
  'X-RateLimit-Remaining': header('Requests left in the current window.', count, true),
  'X-RateLimit-Reset': header('The end of the current window, in Unix seconds.', count, true),
  'X-Schema-Version': header(
    'The version of the schema of the answer. It changes when the schema changes.',
    { type: 'string', pattern: '^[0-9a-f]{12}$' },
    true,
  ),
  'X-Request-Id': header('The id of the request: the id that the caller sent, or a new one.', { type: 'string' }, true),
}

const USUAL = ['X-Request-Id', 'X-Schema-Version', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const headerRefs = (names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]))

/** Headers that every response carries. */
export const usualHeaders = (): JsonObject => headerRefs(USUAL)

/** A description of the schema's own stays. */
const described = (schema: JsonObject, description: string | null | undefined): JsonObject =>
  description ? { description, ...schema } : schema

/** The schema of one field of the root field's type, as the document selects it. */
function selectedField(route: CompiledRoute, name: string, schemas: Schemas): JsonObject {
  const type = getNamedType(route.output) as GraphQLObjectType
  const field = type.getFields()[name]
  const node = rootNode(route).selectionSet?.selections.find(
    (selection) => selection.kind === Kind.FIELD && selection.name.value === name,
  )
  if (!field || node?.kind !== Kind.FIELD) throw new Error(`${route.path}: the document does not select ${name}`)
  return described(schemas.output(field.type, node.selectionSet, fragmentsOf(route)), field.description)
}

const success = { type: 'boolean', const: true, description: 'Always true: a failed operation answers with an error.' }

const succeeding = (data: JsonObject): JsonObject => ({
  type: 'object',
  required: ['success', 'data'],
  properties: { success, data: described(data, 'The result of the operation.') },
})

function envelope(route: CompiledRoute, schemas: Schemas): JsonObject {
  if (route.envelope === 'item') {
    return succeeding(schemas.output(route.output, rootNode(route).selectionSet, fragmentsOf(route)))
  }
  const data = selectedField(route, 'nodes', schemas)
  const meta = schemas.meta(getNamedType(route.output) as GraphQLObjectType, rootNode(route).selectionSet)
  return {
    type: 'object',
    required: ['success', 'data', 'meta'],
    properties: {
      success,
      data,
      meta: described(meta, 'The numbers of the page and of the whole list.'),
    },
  }
}

/** `x-itemSchema` describes the lines of NDJSON, because OpenAPI 3.1 has no keyword for them. */
function streamContent(route: CompiledRoute, schemas: Schemas): JsonObject {
  const { formats = {}, footer } = route.stream ?? {}
  const rows = selectedField(route, 'rows', schemas).items as JsonObject
  const last = footer && {
    type: 'object',
    required: [footer],
    properties: { [footer]: selectedField(route, footer, schemas) },
    description: 'The last line.',
  }
  const line = last ? { anyOf: [rows, last] } : rows
  const schema = { type: 'string' }
  const contentOf = (mediaType: string): JsonObject => {
    if (mediaType === 'application/json') return { schema: wholeStream(route, schemas) }
    return mediaType.endsWith('ndjson') ? { schema, 'x-itemSchema': line } : { schema }
  }
  return Object.fromEntries(Object.values(formats).map((mediaType) => [mediaType, contentOf(mediaType)]))
}

/** The schema of a stream that forms one JSON document: all batches merged, so `next` is absent. */
function wholeStream(route: CompiledRoute, schemas: Schemas): JsonObject {
  const data = schemas.output(route.output, rootNode(route).selectionSet, fragmentsOf(route))
  const { next: _, ...properties } = data.properties as JsonObject
  return succeeding({ ...data, required: Object.keys(properties), properties })
}

function streamHeaders({ stream }: CompiledRoute): JsonObject {
  const own = Object.entries(stream?.headerDescriptions ?? {})
  return Object.fromEntries(own.map(([name, about]) => [name, header(about, { type: 'string' }, true)]))
}

const MEANINGS: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done. The answer has no body.',
}

/** The responses of an operation that succeeds. `sibling`: the GET of the same path, where it returns one resource. */
export function successResponses(
  route: CompiledRoute,
  sibling: CompiledRoute | undefined,
  schemas: Schemas,
): JsonObject {
  const status = route.envelope === 'none' ? 204 : route.successStatus
  const description = MEANINGS[status] ?? 'Done.'
  if (route.envelope === 'none') return { [status]: { description, headers: usualHeaders() } }
  if (route.envelope === 'events') {
    const description =
      'Server-sent events, each with `id`, `event` and JSON `data`. To resume, send the last id as ' +
      '`Last-Event-ID`. The first event tells where the stream starts: `snapshot`, `update`, or `ready` ' +
      'without data. `reset`: events may be missing. `unauthorized`: the token expired, or the user was ' +
      'removed. A comment every 15 s keeps the connection open.'
    return {
      [status]: {
        description,
        headers: usualHeaders(),
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    }
  }
  if (route.envelope === 'stream') {
    const headers = { ...usualHeaders(), ...streamHeaders(route) }
    return { [status]: { description: 'The rows.', headers, content: streamContent(route, schemas) } }
  }
  const headers = {
    ...usualHeaders(),
    ...(sibling && headerRefs(['ETag'])),
    ...(route.method === 'post' && headerRefs(['Idempotency-Replay'])),
  }
  const content = { 'application/json': { schema: envelope(route, schemas) } }
  const unchanged = {
    description: 'The resource is unchanged.',
    headers: { ...usualHeaders(), ...headerRefs(['ETag']) },
  }
  return { [status]: { description, headers, content }, ...(sibling === route && { 304: unchanged }) }
}

/** Whether a value of this type may name a row. */
function namesRows(type: GraphQLInputType, seen = new Set<unknown>()): boolean {
  const named = getNamedType(type)
  if (named.name === 'ID') return true
  if (!isInputObjectType(named) || seen.has(named)) return false
  seen.add(named)
  return Object.values(named.getFields()).some((field) => namesRows(field.type, seen))
}

/** The error statuses of an operation: those that its parameters imply, and those that its root field declares. */
export function errorStatuses(route: CompiledRoute, sibling: CompiledRoute | undefined): number[] {
  const { method, variables } = route
  const isChange = method !== 'get'
  const takesBody = method === 'post' || method === 'put'
  const statuses = [
    ...[400, 401, 429, 500, 503],
    ...(declaredOn(route).permits ? [403] : []),
    ...(variables.some(({ type, source }) => source === 'path' || (source !== 'query' && namesRows(type)))
      ? [404]
      : []),
    ...(route.envelope === 'events' ? [406] : []),
    ...(isChange ? [409] : []),
    ...(isChange && sibling ? [412] : []),
    ...(takesBody ? [413, 415] : []),
    ...(route.envelope === 'page' ? [413] : []),
    ...(method === 'post' ? [422] : []),
    ...(declaredOn(route).fails ?? []).map((code) => STATUS[code]),
  ]
  return [...new Set(statuses)].sort((a, b) => a - b)
}

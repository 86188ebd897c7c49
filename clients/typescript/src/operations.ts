import type { operations } from './generated/openapi.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { Body, CallOptions, Sent } from './transport.ts'

/** The name of a REST operation: its `operationId` in the OpenAPI document. */
export type OperationName = keyof typeof OPERATIONS & keyof operations

type ContentOf<Responses> = Responses extends { 200: { content: infer Content } }
  ? Content
  : Responses extends { 201: { content: infer Content } }
    ? Content
    : undefined

/** The response of an operation, by media type. */
type Content<Name extends OperationName> = ContentOf<operations[Name]['responses']>

/** The envelope of an operation: `{ success, data, meta }`; undefined if it returns no JSON. */
type Envelope<Name extends OperationName> = Content<Name> extends { 'application/json': infer Json } ? Json : undefined

/** The data that an operation returns. */
export type Data<Name extends OperationName> = Envelope<Name> extends { data: infer Value } ? Value : undefined

/** The counts that are returned with a list. */
export type Meta<Name extends OperationName> = Envelope<Name> extends { meta: infer Value } ? Value : undefined

type Named<Media extends string> = {
  [Name in OperationName]: Content<Name> extends Record<Media, unknown> ? Name : never
}[OperationName]

/** Operations that return a stream of events. */
export type StreamName = Named<'text/event-stream'>

/** Operations that return a file, in the `format` of the query. */
export type FileName = Named<'text/csv'> | Named<'application/zip'>

/** Operations that return a page of a list. */
export type ListName = {
  [Name in OperationName]: Meta<Name> extends undefined
    ? never
    : operations[Name]['parameters'] extends { query?: { page?: number } }
      ? Name
      : never
}[OperationName]

/** An item of a list. */
export type Item<Name extends ListName> = Data<Name> extends readonly (infer Value)[] ? Value : never

type PathPart<Name extends OperationName> = operations[Name]['parameters'] extends { path: infer Path }
  ? { path: Path }
  : unknown

type QueryPart<Name extends OperationName> = operations[Name]['parameters'] extends { query: infer Query }
  ? { query: Query }
  : { query?: Exclude<operations[Name]['parameters']['query'], undefined> }

type JsonBody<Value> = Value extends { content: { 'application/json': infer Json } } ? Json : never

type BodyPart<Name extends OperationName> = operations[Name] extends { requestBody: { content: unknown } }
  ? { body: JsonBody<operations[Name]['requestBody']> | (Name extends 'importClients' ? Body : never) }
  : { body?: JsonBody<Exclude<operations[Name]['requestBody'], undefined>> }

/** The path, query and body of an operation, and the options of every call. */
export type Request<Name extends OperationName> = PathPart<Name> &
  QueryPart<Name> &
  BodyPart<Name> &
  CallOptions & {
    /** The idempotency key of a POST. Default: a new UUID. */
    idempotencyKey?: string
    /** Changes the resource only if it still has this entity tag. @throws PreconditionFailedError */
    ifMatch?: string
  }

/** A request of any operation. */
interface AnyRequest extends CallOptions {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  ifMatch?: string
}

const isRaw = (body: unknown): body is Body =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof Blob

function queryOf(query: Record<string, unknown> = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

/** The HTTP request of an operation. A raw body is CSV, which only imports accept. */
export function sentOf(name: OperationName, request: object = {}): Sent {
  const [method = '', template = ''] = OPERATIONS[name].split(' ')
  const { path = {}, query, body, idempotencyKey, ifMatch, signal, timeoutMs } = request as AnyRequest
  const filled = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = path[key]
    // A dot segment would change the path.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`path.${key} must be an id`)
    return encodeURIComponent(value)
  })
  const isPost = method === 'POST'
  return {
    method,
    path: filled + queryOf(query),
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': isRaw(body) ? 'text/csv' : 'application/json' }),
      ...(isPost && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
      ...(ifMatch && { 'If-Match': ifMatch }),
    },
    body: body === undefined || isRaw(body) ? body : JSON.stringify(body),
    // PUT and DELETE are not repeated: after a success, the answer to the repetition may be an error.
    isRepeatable: isPost || method === 'GET',
    signal,
    timeoutMs,
  }
}

import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { createHandler } from 'graphql-sse'
import { LRUCache } from 'lru-cache'
import { invalid, ServiceError, unauthorized } from '../../common/errors.ts'
import { requestsIn, requestsOf } from '../../engine/declare/declarations.ts'
import type { OperationResult } from '../../engine/execute/results.ts'
import type { Gateway } from '../../engine/gateway.ts'
import { mapped } from '../../events/stream.ts'
import type { Streams } from '../../events/streams.ts'
import type { SignedIn } from '../../security/auth/caller.ts'
import { demandAffordable, LIMITS } from '../graphql/document-limits.ts'
import { type Subscriptions, subscriptionsIn } from '../graphql/subscriptions.ts'
import { acceptsEvents, EVENTS } from '../http/accept.ts'
import { admissionOf } from '../http/admission.ts'
import type { Disclosure } from '../http/disclosure.ts'
import { SseConnection } from './connection.ts'
import { Reservations, type Via } from './reservations.ts'

const REMEMBERED_DOCUMENTS = 1000
/** Media types of results that are not streamed. */
const RESULTS = ['application/json', 'application/graphql-response+json']

/** Results in the format of graphql-js. */
const shown = (results: AsyncIterator<OperationResult>) => mapped(results, async (each) => toExecutionResult(each))

const toExecutionResult = ({ data, errors }: OperationResult): ExecutionResult => ({
  ...(data !== undefined && { data }),
  ...(errors && {
    errors: errors.map(({ error, path }) => new GraphQLError(error.message, { path, extensions: error.extensions })),
  }),
})

/**
 * GraphQL over server-sent events at `/graphql/stream`, in distinct connections mode and in single connection mode. It
 * serves subscriptions, and queries and mutations of clients that accept only events. Parsing, validation and limits
 * are those of `/graphql`.
 */
export function graphqlStreams(gateway: Gateway, streams: Streams, disclosure: Disclosure): RequestHandler {
  const documentOf = documentsOf(gateway, disclosure)
  const handler = handlerOf(gateway, documentOf, disclosure)
  const isSubscription = ({ method, query, body }: Request): boolean => {
    const asked = method === 'GET' ? query : body
    if (asked.subscriptions !== undefined) return true
    if (typeof asked.query !== 'string') return false
    try {
      const { type } = gateway.prepare(documentOf(asked.query), asked.operationName)
      return type === OperationTypeNode.SUBSCRIPTION
    } catch {
      return false
    }
  }
  const reservations = new Reservations(streams, async (via) => {
    const asked = { url: '/', body: null, raw: undefined, context: via }
    await handler({ ...asked, method: 'PUT', headers: { get: () => undefined } })
    const [texts] = await handler({ ...asked, method: 'GET', headers: { get: () => EVENTS } })
    if (!texts || typeof texts === 'string') throw new Error('graphql-sse did not connect')
    return texts
  })

  const ask = (request: Request, context: Via, body: Record<string, unknown>, accept?: string) =>
    handler({
      method: request.method,
      url: request.originalUrl,
      headers: { get: (name) => (name === 'accept' ? accept : request.header(name)) },
      body,
      raw: undefined,
      context,
    })

  /**
   * Starts several subscriptions on one connection. Single connection mode needs further requests for that, which a
   * proxy may send to another process.
   */
  async function startTogether(subscriptions: Subscriptions, request: Request, response: Response): Promise<void> {
    const { identity, charge } = admissionOf(response)
    const asked = Object.entries(subscriptions)
    if (asked.some(([, { query }]) => !query)) throw invalid({ subscriptions: 'must have a document in each request' })
    await charge(asked.length - 1)
    const { token, connection, open, end } = await reservations.make(identity as SignedIn, response)
    response.once('close', end)
    for (const [operationId, each] of asked) {
      const via = { token, connection, response, isShared: true }
      const [body, { status, headers }] = await ask(request, via, { ...each, extensions: { operationId } })
      if (status !== 202) return void response.writeHead(status, headers).end(body)
    }
    await open(response)
  }

  return async (request, response, next) => {
    const given = tokenOf(request)
    const isReserved = request.path === '/stream' && (given !== undefined || /^(PUT|DELETE)$/.test(request.method))
    if (!isReserved && !isStreamed(request, isSubscription)) return next()
    const { identity, request: info } = admissionOf(response)
    if (!identity) throw info.refusal ?? unauthorized()
    await gateway.demandMember(identity, info)
    if (request.method === 'PUT') {
      const { token } = await reservations.make(identity, response)
      response.status(201).type('text/plain').send(token)
      return
    }
    const subscriptions = request.path === '/stream' ? subscriptionsIn(request.body) : undefined
    if (subscriptions) return startTogether(subscriptions, request, response)
    const reservation = isReserved && given !== undefined ? reservations.find(given, identity) : undefined
    if (reservation && isStreamed(request, () => request.method === 'GET')) return reservation.open(response)
    const { token, connection } = reservation ?? { token: randomUUID(), connection: new SseConnection() }
    const accept = isReserved ? undefined : EVENTS
    const [body, { status, headers }] = await ask(request, { token, connection, response }, request.body, accept)
    if (body && typeof body !== 'string') await connection.write(response, body)
    else response.writeHead(status, headers).end(body)
  }
}

/** Caches valid documents by their text. @throws the first error of an invalid document */
function documentsOf(gateway: Gateway, { rules }: Disclosure): (query: string) => DocumentNode {
  const documents = new LRUCache<string, DocumentNode>({ max: REMEMBERED_DOCUMENTS })

  return (query) => {
    const known = documents.get(query)
    if (known) return known
    const document = parse(query, { maxTokens: LIMITS.tokens })
    const [error] = validate(gateway.schema, document, [...specifiedRules, ...rules])
    if (error) throw error
    documents.set(query, document)
    return document
  }
}

function handlerOf(gateway: Gateway, documentOf: (query: string) => DocumentNode, disclosure: Disclosure) {
  return createHandler<undefined, Via>({
    authenticate: ({ context }) => context.token,
    async onSubscribe(
      { method, context: { response, connection, isShared } },
      { query, operationName, variables = {} },
    ) {
      const { identity, request, charge, answer } = admissionOf(response)
      try {
        const document = documentOf(query)
        const operation = gateway.prepare(document, operationName)
        if (isShared && operation.type !== OperationTypeNode.SUBSCRIPTION)
          throw invalid({ subscriptions: 'must contain only subscriptions' })
        if (operation.type === OperationTypeNode.MUTATION && method === 'GET') throw mutationByGet()
        const judged = () => demandAffordable(gateway.schema, document, variables, operationName)
        const { points, least } = disclosure.guard(judged)
        const giveBack = await charge(requestsOf(points) - 1, requestsOf(least) - 1)
        const asked = { identity, request, answer, variables, idempotency: response.locals.idempotency }
        const result =
          operation.type === OperationTypeNode.SUBSCRIPTION
            ? await gateway.subscribe(operation, asked)
            : await gateway.execute(operation, asked)
        if ('refunded' in result && result.refunded) await giveBack(requestsIn(result.refunded))
        if ('replayed' in result && result.replayed) {
          response.set('Idempotency-Replay', 'true')
          await giveBack()
        }
        if (Symbol.asyncIterator in result) return shown(connection.paced(result))
        await answer.ready(operation, Buffer.byteLength(JSON.stringify(result.data ?? null)), result.wholeRows)
        return shown(connection.paced(single(result), answer.detach()))
      } catch (error) {
        if (error instanceof GraphQLError) return refusal(error, disclosure)
        throw error
      }
    },
  })
}

/**
 * Whether the response is a stream of events. A subscription is streamed when the client accepts events, any other
 * operation when it accepts nothing else. `/graphql` also answers plain requests, so a request there must name the
 * media type of events.
 */
function isStreamed(request: Request, isSubscription: (request: Request) => boolean): boolean {
  const { accept } = request.headers
  const isHome = request.path === '/stream'
  // Most requests want JSON and need no further check.
  if (!isHome && !/text\//i.test(accept ?? '')) return false
  if (!acceptsEvents(request)) return false
  if (!request.accepts(RESULTS)) return true
  const isNamed = request.accepts().some((type) => type.toLowerCase() === EVENTS)
  return (isHome || isNamed) && isSubscription(request)
}

/**
 * The token of a reserved connection. Browsers cannot set headers on an event stream, so they send it in the address.
 */
function tokenOf(request: Request): string | undefined {
  const { token } = request.query
  return request.header('x-graphql-event-stream-token') ?? (typeof token === 'string' ? token : undefined)
}

/** @throws the error of an operation that did not start, so that its status is the status of the response */
function single(result: OperationResult): AsyncIterator<OperationResult> {
  const [failure] = result.errors ?? []
  if (failure && result.data === undefined) throw failure.error
  // The iterator lives as long as the stream, so it does not keep the result that it has returned.
  const left = [result]
  return {
    async next() {
      const value = left.pop()
      return value ? { value, done: false } : { value, done: true }
    },
  }
}

const mutationByGet = () =>
  new ServiceError('METHOD_NOT_ALLOWED', 'A mutation must be sent by POST', undefined, { Allow: 'POST' })

type Refusal = [body: string, init: { status: number; statusText: string; headers: Record<string, string> }]

function refusal(error: GraphQLError, disclosure: Disclosure): Refusal {
  const { status, headers, extensions } =
    error instanceof ServiceError ? error : { status: 400, headers: {}, extensions: { code: 'VALIDATION_ERROR' } }
  const body = JSON.stringify({ errors: [{ message: disclosure.message(error.message), extensions }] })
  return [body, { status, statusText: '', headers: { 'content-type': 'application/json; charset=utf-8', ...headers } }]
}

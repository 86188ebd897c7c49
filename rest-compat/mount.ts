import { hash } from 'node:crypto'
import express, { type NextFunction, type Request, type Response, Router } from 'express'
import { invalid, ServiceError } from '../src/common/errors.ts'
import type { ThreadShare, Threads } from '../src/common/threads.ts'
import type { Answer } from '../src/edge/http/answers.ts'
import type { GiveBack } from '../src/edge/http/charges.ts'
import { sendError } from '../src/edge/http/error-body.ts'
import { sendText } from '../src/edge/http/send.ts'
import { sequence } from '../src/edge/http/sequence.ts'
import { requestsIn } from '../src/engine/declare/declarations.ts'
import type { Gateway } from '../src/engine/gateway.ts'
import type { ChangeRequest } from '../src/engine/write/change-request.ts'
import { type CompiledRoute, siblingOf } from './compile.ts'
import { changeFrom } from './difference.ts'
import { etagOf, namesEtag, shownIn, successText } from './envelope.ts'
import { streamEvents } from './sse.ts'
import { streamBatches } from './stream.ts'
import { variablesFrom } from './translate.ts'

/** Facts about a request that the edge established before the REST surface received it. */
export interface Admission {
  identity: ChangeRequest['identity']
  request: ChangeRequest['request']
  /**
   * Charges the cost of the request above that of a plain request. Returns a function that gives the charge back.
   * @throws RATE_LIMIT_EXCEEDED
   */
  charge: (units: number) => Promise<GiveBack>
  answer: Answer
  /** Whose share of the worker threads the request takes. */
  poolUser: string
}

const BODY_LIMIT = 1024 * 1024

/** The path inside the router, which is mounted at `/api`. */
const expressPath = (path: string) => path.replace(/^\/api/, '').replace(/\[(\w+)\]/g, ':$1')

/**
 * The REST surface: all compiled routes on one router, for `/api`. `admissionOf` returns the admission that the edge
 * stored for a request.
 */
export function restRouter(
  gateway: Gateway,
  compiled: readonly CompiledRoute[],
  admissionOf: (response: Response) => Admission,
  threads: Threads,
): Router {
  const router = Router({ caseSensitive: true })
  // Routes are grouped by path: a method that a literal path lacks must not match the parameter path next to it.
  for (const [path, rows] of Map.groupBy(compiled, (route) => route.path)) {
    const mounted = router.route(expressPath(path))
    for (const route of rows) {
      const readBody = express.raw({ type: () => true, limit: route.body?.limit ?? BODY_LIMIT })
      const handle = handler(gateway, route, compiled, admissionOf, threads)
      mounted[route.method](sequence(noteRoute(path), authorized(gateway, route, admissionOf), readBody, handle))
    }
    const methods = rows.map((route) => route.method.toUpperCase())
    mounted.all(sequence(noteRoute(path), refuseMethod(methods.includes('GET') ? [...methods, 'HEAD'] : methods)))
  }
  router.use(() => {
    throw new ServiceError('ROUTE_NOT_FOUND', 'Route not found')
  })
  router.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent || !(error instanceof ServiceError)) next(error)
    else sendError(request, response, error)
  })
  return router
}

/** Stores the route's path pattern for metrics and logs. */
const noteRoute = (path: string) => (_: Request, response: Response, next: NextFunction) => {
  response.locals.watched.route = path
  next()
}

/** A caller without the permission is refused before the body is read. */
const authorized =
  (gateway: Gateway, route: CompiledRoute, admissionOf: (response: Response) => Admission) =>
  async (_: Request, response: Response, next: NextFunction) => {
    const { identity, request } = admissionOf(response)
    response.locals.authorized = await gateway.authorize(route.operation, { identity, request })
    next()
  }

const refuseMethod = (methods: string[]) => (request: Request, response: Response) => {
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
  if (request.method === 'OPTIONS') {
    response.status(204).set('Allow', allow).end()
    return
  }
  throw new ServiceError(
    'METHOD_NOT_ALLOWED',
    `${request.method} is not allowed here`,
    { allow: methods },
    { Allow: allow },
  )
}

function handler(
  gateway: Gateway,
  route: CompiledRoute,
  all: readonly CompiledRoute[],
  admissionOf: (response: Response) => Admission,
  threads: Threads,
) {
  const sibling = siblingOf(route, all)
  const reader = route.reader ?? sibling
  const readRequest = async (request: Request, share: ThreadShare) =>
    changeFrom(route, reader, request, all) ?? { variables: await variablesFrom(route, request, share) }
  return async (request: Request, response: Response) => {
    const { charge, poolUser, ...admission } = admissionOf(response)
    const share = threads.of(poolUser)
    const change = await readRequest(request, share).catch(async (error: unknown) => {
      if (error instanceof ServiceError) {
        const variables = { id: request.params.id }
        await gateway.recordEnd(route.operation, { ...admission, variables }, { errors: [{ error }] })
      }
      throw error
    })
    // The body may arrive slowly and wait for a worker thread, so its time does not count against the deadline.
    admission.request.deadline.renew()
    const { authorized } = response.locals
    const asked: ChangeRequest = { ...admission, ...change, authorized, takesText: route.takesText }
    const giveBack = await charge(route.operation.countsAs(asked.variables) - 1)
    if (route.envelope === 'events') return streamEvents(gateway, route, asked, request, response)
    if (route.envelope === 'stream')
      return streamBatches({ gateway, threads: share, route, answer: admission.answer, request, response }, asked)
    asked.idempotency = idempotencyOf(route, request)
    asked.precondition = preconditionOf(sibling, request, asked.variables)
    const result = await gateway.execute(route.operation, asked)
    const { errors, replayed, refunded, wholeRows } = result
    if (refunded) await giveBack(requestsIn(refunded))
    if (errors?.[0]) throw errors[0].error
    if (replayed) {
      response.set('Idempotency-Replay', 'true')
      await giveBack()
    }
    const text = route.envelope === 'none' ? '' : successText(route, result)
    await admission.answer.ready(route.operation, Buffer.byteLength(text), wholeRows)
    send(route, sibling && etagOf(shownIn(route, result)), request, response, text)
  }
}

function send(route: CompiledRoute, etag: string | undefined, request: Request, response: Response, text: string) {
  if (route.envelope === 'none') {
    response.status(204).end()
    return
  }
  if (etag) response.setHeader('ETag', etag)
  const known = request.headers['if-none-match']
  if (route.method === 'get' && known && namesEtag(known, etag)) {
    response.status(304).end()
    return
  }
  sendText(response, route.successStatus, 'application/json', text)
}

function idempotencyOf({ method }: CompiledRoute, request: Request): ChangeRequest['idempotency'] {
  const key = request.headers['idempotency-key']
  if (method !== 'post' || typeof key !== 'string') return undefined
  if (key.length === 0 || key.length > 255) throw invalid({ 'Idempotency-Key': 'must be 1 to 255 characters' })
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const [path, query] = request.originalUrl.split(/\?(.*)/s)
  // The database stores the route for a day. Only a hash of the query, because a caller may put a token into it.
  const route = query ? `POST ${path}?${hash('sha256', query, 'hex')}` : `POST ${path}`
  return { key, route, bodyHash: hash('sha256', body, 'hex') }
}

/**
 * Checks `If-Match` on a change: the resource that the GET of the same path shows must still have one of these tags.
 */
function preconditionOf(
  sibling: CompiledRoute | undefined,
  request: Request,
  { id }: Record<string, unknown>,
): ChangeRequest['precondition'] {
  const expected = request.headers['if-match']
  if (!sibling || !expected) return undefined
  return {
    operation: sibling.operation,
    variables: { id },
    check(data) {
      const current = etagOf(data[sibling.field])
      if (namesEtag(expected, current)) return
      throw new ServiceError('PRECONDITION_FAILED', 'The resource has changed since it was read', { current })
    },
  }
}

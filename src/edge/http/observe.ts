import { SpanStatusCode } from '@opentelemetry/api'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { LoopWatch, Watched } from '../../common/loop-watch.ts'
import type { Metrics } from '../../common/metrics.ts'
import { requestSpan } from '../../common/trace.ts'
import { maskedAddress } from '../../security/audit/redact.ts'

/**
 * Measures, traces and logs each request when it ends. It records the pattern of the route instead of the path, so that
 * no personal data is logged. For operators, it records the user id and the masked address of the caller. The trace
 * continues the caller's `traceparent`.
 */
export const observe =
  (metrics: Metrics, log: Logger, watch: LoopWatch): RequestHandler =>
  (request, response, next) => {
    const started = performance.now()
    // Read at the start, because mounted routers shorten the path while they handle the request.
    const { method, path } = request
    const { span, within } = requestSpan(method, request.headers)
    const watched: Watched = { requestId: response.locals.requestId, method, route: routeOf(path), started }
    response.locals.watched = watched
    watch.begin(watched)
    const finish = () => {
      watch.end(watched)
      const seconds = (performance.now() - started) / 1000
      const { route } = watched
      const status = response.statusCode
      metrics.httpRequest({ method, route, status }, seconds)
      if (status >= 500) log.error(factsOf(request, response, watched, seconds), 'request failed')
      else if (log.isLevelEnabled('info')) log.info(factsOf(request, response, watched, seconds), 'request')
      span.updateName(`${method} ${route}`)
      span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }
    response.once('close', () => within(finish))
    within(next)
  }

/** What the log says about a request. */
function factsOf(request: Request, response: Response, { requestId, method, route }: Watched, seconds: number) {
  const { organizationId, userId } = response.locals
  const status = response.statusCode
  return {
    requestId,
    method,
    route,
    status,
    organizationId,
    userId,
    address: maskedAddress(request.ip),
    milliseconds: Math.round(seconds * 1000),
    refusal: status === 401 ? response.getHeader('www-authenticate') : undefined,
    ...(status < 500 && !response.writableFinished && { isCut: true }),
  }
}

/** The route label of requests outside the REST table: a few fixed pages, and `other` for all other paths. */
function routeOf(path: string): string {
  return ['/graphql', '/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/'].includes(path) ? path : 'other'
}

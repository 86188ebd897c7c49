import { type RequestHandler, Router } from 'express'
import type { Config } from '../config.ts'
import type { Connection } from '../kernel/connect.ts'
import { notFound, unauthorized } from '../kernel/errors.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { isEqualSecret } from '../kernel/secrets.ts'
import { Readiness } from './readiness.ts'

/** Probes, and metrics for whoever holds METRICS_TOKEN; without that variable there are no metrics to fetch. */
export function healthRouter(
  config: Config,
  { database }: Connection,
  metrics: Metrics,
  probes: RequestHandler,
): Router {
  const router = Router()
  const readiness = new Readiness(database)
  router.get('/healthz', (_, response) => void response.json({ status: 'ok' }))
  router.get('/readyz', probes, async (_, response) => {
    await readiness.demand()
    response.json({ status: 'ready' })
  })
  router.get('/metrics', async (request, response) => {
    if (!config.METRICS_TOKEN) throw notFound('Metrics (METRICS_TOKEN is not set)')
    if (!isEqualSecret(request.headers.authorization ?? '', `Bearer ${config.METRICS_TOKEN}`))
      throw unauthorized(request.headers.authorization && 'The token is not METRICS_TOKEN')
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  return router
}

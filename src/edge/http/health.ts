import { type RequestHandler, Router } from 'express'
import { notFound, unauthorized } from '../../common/errors.ts'
import type { Metrics } from '../../common/metrics.ts'
import type { OpenDatabase } from '../../data/open-database.ts'
import { isEqualSecret } from '../../security/secrets.ts'
import { Readiness } from './readiness.ts'

interface HealthSettings {
  METRICS_TOKEN?: string | undefined
}

/**
 * Serves the probes, and the metrics for clients that send METRICS_TOKEN. Without that variable there is no metrics
 * endpoint.
 */
export function healthRouter(
  config: HealthSettings,
  { database }: OpenDatabase,
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

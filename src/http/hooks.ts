import express, { type Request, type RequestHandler, Router } from 'express'
import type { Config } from '../config.ts'
import { Deadline } from '../kernel/deadline.ts'
import { notFound, ServiceError, unauthorized } from '../kernel/errors.ts'
import { parseJson } from '../kernel/json.ts'
import { isEqualSecret } from '../kernel/secrets.ts'
import type { Database } from '../kernel/transaction.ts'
import { takeAlerts } from '../realtime/alert-intake.ts'

const BODY_LIMIT = 1024 * 1024

/** Where Alertmanager sends its notifications, for whoever holds ALERTMANAGER_TOKEN; `strangers` counts all others. */
export function hooksRouter(config: Config, database: Database, strangers: RequestHandler): Router {
  const { ALERTMANAGER_TOKEN: token, ALERTMANAGER_ORGANIZATION: organizationId } = config
  const isFromAlertmanager = ({ headers }: Request) =>
    token !== undefined && isEqualSecret(headers.authorization ?? '', `Bearer ${token}`)
  const router = Router()
  router.post(
    '/hooks/alertmanager',
    (request, response, next) => (isFromAlertmanager(request) ? next() : strangers(request, response, next)),
    (request, _response, next) => {
      if (!token || !organizationId) throw notFound('Alert intake (ALERTMANAGER_TOKEN and ALERTMANAGER_ORGANIZATION)')
      if (!isFromAlertmanager(request))
        throw unauthorized(request.headers.authorization && 'The token is not ALERTMANAGER_TOKEN')
      next()
    },
    express.raw({ type: () => true, limit: BODY_LIMIT }),
    async (request, response) => {
      if (!Buffer.isBuffer(request.body)) throw new ServiceError('MALFORMED_JSON', 'The body is empty', {})
      const deadline = new Deadline(config.REQUEST_DEADLINE_SECONDS)
      await takeAlerts(database, { organizationId: organizationId ?? '', deadline }, parseJson(request.body))
      response.status(204).end()
    },
  )
  return router
}

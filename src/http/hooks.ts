import express, { Router } from 'express'
import type { Config } from '../config.ts'
import { Deadline } from '../kernel/deadline.ts'
import { notFound, ServiceError, unauthorized } from '../kernel/errors.ts'
import { parseJson } from '../kernel/json.ts'
import { isEqualSecret } from '../kernel/secrets.ts'
import type { Database } from '../kernel/transaction.ts'
import { takeAlerts } from '../realtime/alert-intake.ts'

const BODY_LIMIT = 1024 * 1024

/** Where Alertmanager sends its notifications, for whoever holds ALERTMANAGER_TOKEN. */
export function hooksRouter(config: Config, database: Database): Router {
  const { ALERTMANAGER_TOKEN: token, ALERTMANAGER_ORGANIZATION: organizationId } = config
  const router = Router()
  router.post(
    '/hooks/alertmanager',
    express.raw({ type: () => true, limit: BODY_LIMIT }),
    async (request, response) => {
      if (!token || !organizationId) throw notFound('Alert intake (ALERTMANAGER_TOKEN and ALERTMANAGER_ORGANIZATION)')
      if (!isEqualSecret(request.headers.authorization ?? '', `Bearer ${token}`))
        throw unauthorized(request.headers.authorization && 'The token is not ALERTMANAGER_TOKEN')
      if (!Buffer.isBuffer(request.body)) throw new ServiceError('MALFORMED_JSON', 'The body is empty', {})
      const deadline = new Deadline(config.REQUEST_DEADLINE_SECONDS)
      await takeAlerts(database, { organizationId, deadline }, parseJson(request.body))
      response.status(204).end()
    },
  )
  return router
}

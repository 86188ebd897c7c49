import express, { type Request, type RequestHandler, Router } from 'express'
import { notFound, ServiceError, unauthorized } from '../../common/errors.ts'
import { parseJson } from '../../common/json.ts'
import type { Database } from '../../data/database.ts'
import { Deadline } from '../../data/deadline.ts'
import { takeAlerts } from '../../features/realtime/alert-intake.ts'
import { isEqualSecret } from '../../security/secrets.ts'

const BODY_LIMIT = 1024 * 1024

interface HookSettings {
  ALERTMANAGER_TOKEN?: string | undefined
  ALERTMANAGER_ORGANIZATION?: string | undefined
  REQUEST_DEADLINE_SECONDS: number
}

/** Receives notifications of Alertmanager, which sends ALERTMANAGER_TOKEN. `strangers` counts all other requests. */
export function hooksRouter(config: HookSettings, database: Database, strangers: RequestHandler): Router {
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

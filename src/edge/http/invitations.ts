import express, { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { invalid } from '../../common/errors.ts'
import { parseJson } from '../../common/json.ts'
import type { Database } from '../../data/database.ts'
import { invitationOfLink } from '../../features/invitations/invitation.received.ts'
import { admissionOf } from './admission.ts'

const BODY_LIMIT = 4096

const Body = z.object({ token: z.string() })

/**
 * `POST /invite` with `{ "token": "…" }`: returns the invitation of a mailed link to a caller who is not signed in yet.
 * The token is in the body, since addresses are logged.
 */
export function invitationsRouter(database: Database, authorized: readonly RequestHandler[]): Router {
  const router = Router()
  router.post(
    '/invite',
    ...authorized,
    express.raw({ type: () => true, limit: BODY_LIMIT }),
    async (request, response) => {
      const body = Body.safeParse(Buffer.isBuffer(request.body) ? parseJson(request.body) : undefined)
      if (!body.success) throw invalid({ token: 'must be the token of an invitation' })
      const invitation = await invitationOfLink(database, admissionOf(response).request, body.data.token)
      response.json({ success: true, data: invitation })
    },
  )
  return router
}

import { Router } from 'express'
import type { Issuer } from '../security/auth/issuer.ts'
import { auditPage } from './audit-page.ts'
import { dashboard } from './dashboard.ts'
import { developmentToken } from './development-token.ts'
import { explorer } from './explorer.ts'

/** Pages for people; and, with the development issuer, its keys and a token for who sits at this machine. */
export function pagesRouter(issuer: Issuer | undefined): Router {
  const router = Router()
  router.use(dashboard(issuer !== undefined))
  router.get('/graphql', explorer())
  router.use(auditPage())
  if (issuer) {
    router.get('/.well-known/jwks.json', (_, response) => void response.json(issuer.jwks()))
    router.use(developmentToken(issuer))
  }
  return router
}

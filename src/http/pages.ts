import { Router } from 'express'
import type { Issuer } from '../kernel/auth/issuer.ts'
import { explorer } from './explorer.ts'

/** Pages for people, and the development issuer's keys. */
export function pagesRouter(issuer: Issuer | undefined): Router {
  const router = Router()
  router.get('/graphql', explorer())
  if (issuer) router.get('/.well-known/jwks.json', (_, response) => void response.json(issuer.jwks()))
  return router
}

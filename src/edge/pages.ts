import { type Request, Router } from 'express'
import type { Issuer } from '../security/auth/issuer.ts'
import { auditPage } from './audit-page.ts'
import { dashboard } from './dashboard.ts'
import { DEVELOPMENT_SIGN_IN, developmentProvider } from './development-provider.ts'
import { explorer } from './explorer/router.ts'
import type { SignInSettings } from './sign-in-settings.ts'
import { isThisMachine } from './this-machine.ts'

/** Pages for people; and, without an identity provider, one for development. The explorer works by introspection. */
export function pagesRouter(
  issuer: Issuer | undefined,
  signIn: SignInSettings | undefined,
  { PUBLIC_DOCS, INTROSPECTION }: { PUBLIC_DOCS: boolean; INTROSPECTION: boolean },
): Router {
  const settingsFor = (request: Request) => (issuer && isThisMachine(request) ? DEVELOPMENT_SIGN_IN : signIn)
  const router = Router()
  const hasExplorer = PUBLIC_DOCS && INTROSPECTION
  if (hasExplorer) router.use(explorer(settingsFor))
  const developersPages = [...(hasExplorer ? ['/graphql'] : []), ...(PUBLIC_DOCS ? ['/docs'] : [])]
  router.use(dashboard(settingsFor, developersPages))
  router.use(auditPage())
  if (issuer) router.use(developmentProvider(issuer))
  return router
}

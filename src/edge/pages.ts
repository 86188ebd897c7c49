import { type Request, Router } from 'express'
import type { Issuer } from '../security/auth/issuer.ts'
import { DEVELOPMENT_SIGN_IN, developmentProvider } from './development/provider.ts'
import { isThisMachine } from './development/this-machine.ts'
import { basePathOf } from './http/base-path.ts'
import type { SignInSettings } from './http/sign-in-settings.ts'
import { auditPage } from './pages/audit-page.ts'
import { dashboard } from './pages/dashboard.ts'
import { explorer } from './pages/explorer/router.ts'

/**
 * Pages for people, and the development provider when no identity provider is configured. The explorer needs
 * introspection, and is separate because it shares its address with the API. `audience` is that of tokens for programs.
 */
export function pageRouters(
  issuer: Issuer | undefined,
  signIn: SignInSettings | undefined,
  {
    PUBLIC_DOCS,
    INTROSPECTION,
    PUBLIC_URL,
    audience,
  }: { PUBLIC_DOCS: boolean; INTROSPECTION: boolean; PUBLIC_URL?: string | undefined; audience: string },
): { explorerRouter: Router; router: Router } {
  const settingsFor = (request: Request) => (issuer && isThisMachine(request) ? DEVELOPMENT_SIGN_IN : signIn)
  const base = basePathOf(PUBLIC_URL)
  const router = Router()
  const hasExplorer = PUBLIC_DOCS && INTROSPECTION
  const explorerRouter = hasExplorer ? explorer(settingsFor, base) : Router()
  const developersPages = [...(hasExplorer ? ['/graphql'] : []), ...(PUBLIC_DOCS ? ['/docs'] : [])]
  router.use(auditPage(base))
  router.use(dashboard(settingsFor, developersPages, base))
  if (issuer) router.use(developmentProvider(issuer, audience))
  return { explorerRouter, router }
}

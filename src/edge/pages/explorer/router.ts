import { type Request, Router } from 'express'
import { atBasePath } from '../../http/base-path.ts'
import { unchanging, validatorOf } from '../../http/compressed.ts'
import { metaOf, originsOf, type SignInSettings } from '../../http/sign-in-settings.ts'
import { readPage } from '../dashboard.ts'
import { type GraphiQL, loadGraphiQL } from './graphiql.ts'
import { examplesMenu } from './menu.ts'

const FOLDER = '/assets/explorer'

const policyOf = (settings: SignInSettings | undefined) => {
  const origins = ["'self'", ...originsOf(settings)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The editor creates style elements at run time, and starts its workers from blobs.
    "style-src 'self' 'unsafe-inline'",
    'worker-src blob:',
    `connect-src ${origins}`,
    `frame-src ${origins}`,
    "img-src 'self' data:",
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The built page. The sign-in script runs before the editor, so that each request of the editor carries the user's
 * token.
 */
async function pageFor({ script, style }: GraphiQL, settings: SignInSettings | undefined): Promise<string> {
  const built = await readPage('explorer.html')
  return built
    .replace('<head>', () => `<head><link rel="stylesheet" href="${FOLDER}/${style}">${metaOf(settings)}`)
    .replace('<nav>', () => `<nav>${examplesMenu()}`)
    .replace('</body>', () => `<script type="module" src="${FOLDER}/${script}"></script></body>`)
}

/**
 * Serves the explorer to clients that prefer HTML. The page loads everything from this gateway, and connects to no
 * other host except the identity provider.
 */
export function explorer(settingsFor: (request: Request) => SignInSettings | undefined, base: string): Router {
  let loaded: Promise<GraphiQL> | undefined
  const graphiql = () => {
    loaded ??= loadGraphiQL(base).catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
  const router = Router()
  const forGood = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  router.get(
    `${FOLDER}/:name`,
    unchanging(async (name) => (await graphiql()).files.get(name), forGood),
  )
  router.get('/graphql', async (request, response, next) => {
    if (request.accepts(['application/json', 'application/graphql-response+json', 'html']) !== 'html') return next()
    const settings = settingsFor(request)
    const page = atBasePath(base, await pageFor(await graphiql(), settings))
    response
      .set({
        'Content-Security-Policy': policyOf(settings),
        'Cache-Control': 'no-cache',
        ETag: validatorOf(page),
        // The address contains the example, so it must not be sent as a referrer.
        'Referrer-Policy': 'no-referrer',
      })
      .vary('Accept')
      .type('html')
      .send(page)
  })
  return router
}

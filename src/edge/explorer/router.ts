import { type Request, Router } from 'express'
import { unchanging, validatorOf } from '../compressed.ts'
import { readPage } from '../dashboard.ts'
import { metaOf, originsOf, type SignInSettings } from '../sign-in-settings.ts'
import { type GraphiQL, loadGraphiQL } from './graphiql.ts'
import { examplesMenu } from './menu.ts'

const FOLDER = '/assets/explorer'

const policyOf = (settings: SignInSettings | undefined) => {
  const origins = ["'self'", ...originsOf(settings)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The editor makes style elements as it goes, and starts its workers from blobs.
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

/** The page as it was built, with the editor behind what signs people in: each of its requests is to carry their token. */
async function pageFor({ script, style }: GraphiQL, settings: SignInSettings | undefined): Promise<string> {
  const built = await readPage('explorer.html')
  return built
    .replace('<head>', () => `<head><link rel="stylesheet" href="${FOLDER}/${style}">${metaOf(settings)}`)
    .replace('<nav>', () => `<nav>${examplesMenu()}`)
    .replace('</body>', () => `<script type="module" src="${FOLDER}/${script}"></script></body>`)
}

/** The explorer, for whoever would rather read HTML; it holds all it needs, and asks nobody but this gateway
 * and, where people sign in there, the identity provider. */
export function explorer(settingsFor: (request: Request) => SignInSettings | undefined): Router {
  let loaded: Promise<GraphiQL> | undefined
  const graphiql = () => {
    loaded ??= loadGraphiQL().catch((error: unknown) => {
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
    const page = await pageFor(await graphiql(), settings)
    response
      .set({
        'Content-Security-Policy': policyOf(settings),
        'Cache-Control': 'no-cache',
        ETag: validatorOf(page),
        // Examples are in the address.
        'Referrer-Policy': 'no-referrer',
      })
      .vary('Accept')
      .type('html')
      .send(page)
  })
  return router
}

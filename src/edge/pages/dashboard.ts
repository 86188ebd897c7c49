import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import express, { type Request, type Response, Router } from 'express'
import { ServiceError } from '../../common/errors.ts'
import { atBasePath } from '../http/base-path.ts'
import { textsIn, unchanging, validatorOf } from '../http/compressed.ts'
import { CALLBACK_PATH, metaOf, originsOf, type SignInSettings } from '../http/sign-in-settings.ts'

type Source = "'none'" | "'self'"

/**
 * The page renews a session in an invisible frame with the provider's page, which redirects to a page of this server.
 */
const policyOf = (settings: SignInSettings | undefined, ancestors: Source, forms: Source) => {
  const origins = ["'self'", ...originsOf(settings)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${origins}`,
    `frame-src ${origins}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${forms}`,
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The frame with the preview of a message: styles inside of the message apply, and nothing in it runs. */
const MESSAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The addresses of the pages for developers that this gateway serves. The dashboard links only to these. */
const linksOf = (addresses: readonly string[]) => `<meta name="developers-pages" content="${addresses.join(' ')}">`

/** The path is the same for the sources and for the compiled files. */
const folder = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'dist/web')

/** The screens of the dashboard, whose paths are addresses of it: `/campaigns/<id>`. */
export const SCREENS = [
  'overview',
  'campaigns',
  'approvals',
  'sign-offs',
  'content',
  'clients',
  'delivery',
  'analytics',
  'privacy',
  'administration',
  'trash',
] as const

/** `/audit` itself is the page for people without an account. */
const PATHS = [...SCREENS.flatMap((screen) => [`/${screen}`, `/${screen}/*path`]), '/audit/*path']

/** Reads a built page. @throws NOT_READY */
export async function readPage(name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8')
  } catch {
    throw new ServiceError('NOT_READY', 'The pages are not built: npm run build')
  }
}

/**
 * Serves the dashboard at `/`, `/invite` and the paths of its screens, the page of reviewers, and the page to which the
 * identity provider redirects. The file names of assets contain a hash of the content, so browsers may cache them
 * forever. The pages that refer to them are validated at each request.
 */
export function dashboard(
  settingsFor: (request: Request) => SignInSettings | undefined,
  developersPages: readonly string[],
  base: string,
): Router {
  const router = Router()
  const send = (name: string, ancestors: Source, forms: Source) => async (request: Request, response: Response) => {
    const settings = settingsFor(request)
    const built = atBasePath(base, await readPage(name))
    const page = built.replace('</head>', () => `${metaOf(settings)}${linksOf(developersPages)}</head>`)
    response
      .set({
        'Content-Security-Policy': policyOf(settings, ancestors, forms),
        'Cache-Control': 'no-cache',
        ETag: validatorOf(page),
        'Referrer-Policy': 'no-referrer',
      })
      .type('html')
      .send(page)
  }
  const sendDashboard = send('index.html', "'none'", "'none'")
  router.get(['/', '/invite'], sendDashboard)
  router.get(PATHS, (request, response, next) => {
    response.vary('Accept')
    if (request.accepts(['json', 'html']) !== 'html') return next()
    const [path = '', query] = request.url.split('?')
    // The parameters of a screen are in the fragment, which a browser sends to no server.
    if (query) return response.redirect(`${base}${path}#${query}`)
    return sendDashboard(request, response)
  })
  // A form of the page requests the e-mail of a frame.
  router.get('/sign-off', send('sign-off.html', "'none'", "'self'"))
  // A session is renewed in a frame, which ends on this page.
  router.get(CALLBACK_PATH, send('signed-in.html', "'self'", "'none'"))
  router.get('/message', async (_, response) => {
    response
      .set({ 'Content-Security-Policy': MESSAGE_POLICY, 'Cache-Control': 'no-cache', 'Referrer-Policy': 'no-referrer' })
      .type('html')
      .send(atBasePath(base, await readPage('message.html')))
  })
  const assets = join(folder, 'assets')
  const forGood = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  router.get('/assets/:name', unchanging(textsIn(assets), forGood))
  router.use('/assets', express.static(assets, { immutable: true, maxAge: '1y', redirect: false }))
  return router
}

import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import express, { type Request, type Response, Router } from 'express'
import { ServiceError } from '../common/errors.ts'
import { textsIn, unchanging, validatorOf } from './compressed.ts'
import { CALLBACK_PATH, metaOf, originsOf, type SignInSettings } from './sign-in-settings.ts'

/** The provider's pages are framed unseen, to renew a session, and come back to one of this server. */
const policyOf = (settings: SignInSettings | undefined, ancestors: "'none'" | "'self'") => {
  const origins = ["'self'", ...originsOf(settings)].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${origins}`,
    `frame-src ${origins}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The addresses of what developers read, as far as it is served: the page links to nothing else. */
const linksOf = (addresses: readonly string[]) => `<meta name="developers-pages" content="${addresses.join(' ')}">`

/** The same folder for the sources and for what is compiled of them. */
const folder = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'dist/web')

/** A page as it was built. */
export async function readPage(name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8')
  } catch {
    throw new ServiceError('NOT_READY', 'The pages are not built: npm run build')
  }
}

/**
 * The dashboard at `/` and `/invite`, and the page that people come back to from the identity provider. Their files are
 * named by their content, so that a browser may keep them for good; the pages that name them are asked for each time.
 */
export function dashboard(
  settingsFor: (request: Request) => SignInSettings | undefined,
  developersPages: readonly string[],
): Router {
  const router = Router()
  const send = (name: string, ancestors: "'none'" | "'self'") => async (request: Request, response: Response) => {
    const settings = settingsFor(request)
    const built = await readPage(name)
    const page = built.replace('</head>', () => `${metaOf(settings)}${linksOf(developersPages)}</head>`)
    response
      .set({
        'Content-Security-Policy': policyOf(settings, ancestors),
        'Cache-Control': 'no-cache',
        ETag: validatorOf(page),
        'Referrer-Policy': 'no-referrer',
      })
      .type('html')
      .send(page)
  }
  router.get(['/', '/invite'], send('index.html', "'none'"))
  // A session is renewed in a frame, which ends up here.
  router.get(CALLBACK_PATH, send('signed-in.html', "'self'"))
  const assets = join(folder, 'assets')
  const forGood = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  router.get('/assets/:name', unchanging(textsIn(assets), forGood))
  router.use('/assets', express.static(assets, { immutable: true, maxAge: '1y', redirect: false }))
  return router
}

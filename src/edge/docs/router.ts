import { Router } from 'express'
import { atBasePath, basePathOf } from '../http/base-path.ts'
import { textsIn, unchanging } from '../http/compressed.ts'
import type { OpenApi } from './openapi.ts'
import { docsPage } from './page.ts'
import { STYLE } from './style.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A browser asks at each request whether its copy is current. */
const ASKED = { 'Cache-Control': 'no-cache' }

/** Creates the text at the first request and caches it: creating it takes tens of milliseconds. */
function once(make: () => string): () => Promise<string> {
  let text: string | undefined
  return async () => (text ??= make())
}

/** Serves the OpenAPI document and a page that shows it. `base` is the gateway's address in the samples. */
export function docsRouter(makeDocument: () => object, base: string): Router {
  // Texts are cached by path. Without case sensitivity, one text could be cached under many spellings and fill the
  // memory.
  const router = Router({ caseSensitive: true })
  router.get(
    '/openapi.json',
    unchanging(
      once(() => JSON.stringify(makeDocument())),
      ASKED,
    ),
  )
  router.get(
    '/docs',
    unchanging(
      once(() => atBasePath(basePathOf(base), docsPage(makeDocument() as OpenApi, base))),
      { ...ASKED, 'Content-Security-Policy': POLICY },
    ),
  )
  router.get(
    '/docs/page.css',
    unchanging(async () => STYLE, ASKED),
  )
  router.get('/docs/page.mjs', unchanging(textsIn(import.meta.dirname), ASKED))
  return router
}

import { Router } from 'express'
import { textsIn, unchanging } from '../compressed.ts'
import type { OpenApi } from './openapi.ts'
import { docsPage } from './page.ts'
import { STYLE } from './style.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A browser asks each time whether it is still the same. */
const ASKED = { 'Cache-Control': 'no-cache' }

/** A text that takes tens of milliseconds to make: it is made when it is first asked for, for whoever asks. */
function once(make: () => string): () => Promise<string> {
  let text: string | undefined
  return async () => (text ??= make())
}

/** The OpenAPI document, and a page that shows it; `base` is where its samples find the gateway. */
export function docsRouter(makeDocument: () => object, base: string): Router {
  // What is kept is kept by its name: one text under many spellings would fill the memory.
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
      once(() => docsPage(makeDocument() as OpenApi, base)),
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

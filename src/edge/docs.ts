import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Router } from 'express'
import { compressed, textsIn } from './compressed.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Campaign Management Service: REST API</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/start.js" defer></script>
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript; what it shows is at <a href="/openapi.json">/openapi.json</a>.</noscript>
</body>
</html>
`

/** No validator badge: it would send the document's address to a third party. */
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  validatorUrl: null,
})
`

/** The OpenAPI document, and a page that shows it: served from the installed package, under a strict policy. */
export function docsRouter(document: object): Router {
  const router = Router()
  const text = JSON.stringify(document)
  const packedText = compressed(async () => text)
  router.get('/openapi.json', packedText, (_, response) => void response.type('json').send(text))
  router.get('/docs', (_, response) => void response.set('Content-Security-Policy', POLICY).type('html').send(PAGE))
  router.get('/docs/start.js', (_, response) => void response.type('js').send(START))
  const packedFile = compressed(textsIn(folder), { 'Cache-Control': 'public, max-age=3600' })
  for (const name of ASSETS) {
    router.get(`/docs/${name}`, packedFile, (_, response) => response.sendFile(name, { root: folder, maxAge: '1h' }))
  }
  return router
}

import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import express, { Router } from 'express'
import { ServiceError } from '../common/errors.ts'
import { compressed, textsIn } from './compressed.ts'
import { isThisMachine, TOKEN_PATH } from './development-token.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The same folder for the sources and for what is compiled of them. */
const folder = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'dist/web')

async function readPage(): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8')
  } catch {
    throw new ServiceError('NOT_READY', 'The dashboard is not built: npm run build')
  }
}

/**
 * The dashboard at `/`. Its files are named by their content, so that a browser may keep them for good; the page that
 * names them is asked for each time. A page that may have a development token is told where.
 */
export function dashboard(hasIssuer: boolean): Router {
  const router = Router()
  router.get('/', async (request, response) => {
    const page = await readPage()
    const offer = hasIssuer && isThisMachine(request) ? `<meta name="development-token" content="${TOKEN_PATH}">` : ''
    response
      .set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache', 'Referrer-Policy': 'no-referrer' })
      .type('html')
      .send(page.replace('</head>', `${offer}</head>`))
  })
  const assets = join(folder, 'assets')
  const forGood = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  router.get('/assets/:name', compressed(textsIn(assets), forGood))
  router.use('/assets', express.static(assets, { immutable: true, maxAge: '1y', redirect: false }))
  return router
}

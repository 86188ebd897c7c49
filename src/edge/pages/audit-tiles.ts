import { type Request, type RequestHandler, type Response, Router } from 'express'
import { notFound } from '../../common/errors.ts'
import { type PublishedTiles, parseTilePath, type TilesAddress } from '../../features/audit/published-tiles.ts'
import { validatorOf } from '../http/compressed.ts'

/** The address contains a secret, so no page that is opened from here learns it. */
const SECRET = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }
const IMMUTABLE = { ...SECRET, 'Cache-Control': 'public, max-age=31536000, immutable' }
const ALWAYS_ASKED = { ...SECRET, 'Cache-Control': 'no-cache' }

const addressOf = ({ params }: Request): TilesAddress => ({
  organizationId: String(params.organization),
  key: String(params.key),
})

/**
 * `/audit/<organization>/<key>/checkpoint` and `/audit/<organization>/<key>/tile/…`: published hashes of audit trails.
 * Every other address is NOT_FOUND, so that nobody can find out which organizations exist. `limited` limits callers by
 * address.
 */
export function auditTilesRouter(tiles: PublishedTiles, limited: RequestHandler): Router {
  const router = Router({ caseSensitive: true, strict: true })

  router.get('/audit/:organization/:key/checkpoint', limited, async (request: Request, response: Response) => {
    const note = await tiles.checkpoint(addressOf(request))
    if (note === undefined) throw notFound('Tile')
    response
      .set({ ...ALWAYS_ASKED, ETag: validatorOf(note) })
      .type('text/plain; charset=utf-8')
      .send(note)
  })

  router.get('/audit/:organization/:key/tile/*path', limited, async (request: Request, response: Response) => {
    const requested = parseTilePath([request.params.path].flat().join('/'))
    const tile = requested && (await tiles.tile(addressOf(request), requested))
    if (!tile) throw notFound('Tile')
    response.set(IMMUTABLE).type('application/octet-stream').send(tile)
  })
  return router
}

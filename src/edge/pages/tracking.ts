import { type Request, type RequestHandler, type Response, Router } from 'express'
import { notFound } from '../../common/errors.ts'
import type { Tracking, Visitor } from '../../features/delivery/responses/tracking.ts'

/** A transparent image of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }

const visitorOf = (request: Request): Visitor => ({
  userAgent: request.get('user-agent') ?? '',
  purpose: [request.get('sec-purpose'), request.get('purpose'), request.get('x-purpose')].filter(Boolean).join(' '),
})

/**
 * `/t/c/<token>` and `/t/o/<token>.gif`: clicks and openings of messages. A HEAD request records nothing. `limited` limits
 * callers by address.
 */
export function trackingRouter(tracking: Tracking, limited: RequestHandler): Router {
  const router = Router()
  /** The visitor of a request. A request that does not show the page counts as that of a machine. */
  const visitor = (request: Request) =>
    request.method === 'HEAD' ? { userAgent: '', purpose: '' } : visitorOf(request)

  router.get('/t/c/:token', limited, async (request, response: Response) => {
    const target = await tracking.click(String(request.params.token ?? ''), visitor(request))
    if (!target) throw notFound('Link')
    response.set(PRIVATE).redirect(302, target)
  })

  router.get('/t/o/:image', limited, async (request, response: Response) => {
    // Every address has the same answer, so that nobody can find out which messages exist.
    await tracking.open(String(request.params.image ?? '').replace(/\.gif$/, ''), visitor(request))
    response.set(PRIVATE).type('gif').send(PIXEL)
  })
  return router
}

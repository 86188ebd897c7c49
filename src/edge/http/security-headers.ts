import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Sets Helmet's headers in every response. They are the same for each request, so Helmet computes them once. */
export function securityHeaders(): RequestHandler {
  const headers = new Map<string, string>()
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  helmet()({} as IncomingMessage, recorder as unknown as ServerResponse, () => {})
  return (_, response, next) => {
    response.setHeaders(headers)
    next()
  }
}

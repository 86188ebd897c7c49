import { BlockList, isIPv6 } from 'node:net'
import { type Request, Router } from 'express'
import { ServiceError } from '../common/errors.ts'
import { demoToken } from '../security/auth/demo-token.ts'
import type { Issuer } from '../security/auth/issuer.ts'

/** Where the dashboard asks for a development token. */
export const TOKEN_PATH = '/dev/token'

const LIFETIME_SECONDS = 3600

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** A proxy on this machine would make everyone look local. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Whether a request was made on this machine, by a name that no one else can point here: a page whose host name was
 * rebound to 127.0.0.1 still sends its own.
 */
export function isThisMachine({ socket, headers }: Request): boolean {
  const address = socket.remoteAddress
  if (!address || !loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return false
  return LOCAL_HOST.test(headers.host ?? '') && !FORWARDED.some((name) => name in headers)
}

/** Whether the page that asks is one of this server. Browsers name the origin of every POST. */
const isOwnPage = ({ headers }: Request) =>
  headers.origin === `http://${headers.host}` && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'

/** Gives a page of this server, opened on this machine, a token for the demo organization. */
export function developmentToken(issuer: Issuer): Router {
  const router = Router()
  router.post(TOKEN_PATH, (request, response) => {
    if (!isThisMachine(request) || !isOwnPage(request)) {
      throw new ServiceError('FORBIDDEN', 'Development tokens are for pages of this server, opened on its own machine')
    }
    response.set('Cache-Control', 'no-store').json({ token: demoToken(issuer, LIFETIME_SECONDS) })
  })
  return router
}

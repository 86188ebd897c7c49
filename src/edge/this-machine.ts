import { BlockList, isIPv6 } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { ServiceError } from '../common/errors.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** A proxy on this machine would make everyone look local: what any of them adds to a request. */
const FORWARDED = /^(x-)?forwarded|^x-original-|^via$|\bip$|^x-envoy-external-address$/

/**
 * Whether a request was made on this machine, by a name that no one else can point here: a page whose host name was
 * rebound to 127.0.0.1 still sends its own.
 */
export function isThisMachine({ socket, headers }: Request): boolean {
  const address = socket.remoteAddress
  if (!address || !loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return false
  return LOCAL_HOST.test(headers.host ?? '') && !Object.keys(headers).some((name) => FORWARDED.test(name))
}

/** Whether the page that asks is one of this server. Browsers name the origin of every POST. */
const isOwnPage = ({ headers }: Request) =>
  headers.origin === `http://${headers.host}` && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'

const SENTENCE = 'The development provider is for pages of this server, opened on its own machine'

/** Lets through what comes directly from this machine and, where it sends something, from a page of this server. */
export const onlyThisMachine: RequestHandler = (request, _response, next) => {
  if (!isThisMachine(request) || (request.method !== 'GET' && !isOwnPage(request)))
    throw new ServiceError('FORBIDDEN', SENTENCE)
  next()
}

import { BlockList, isIPv6 } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { ServiceError } from '../../common/errors.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Headers that a proxy adds. A proxy on this machine would make every client look local. */
const FORWARDED = /^(x-)?forwarded|^x-original-|^via$|\bip$|^x-envoy-external-address$/

/**
 * Whether the request comes from this machine and names a loopback host. A page whose host was rebound to 127.0.0.1
 * still sends the name of that host.
 */
export function isThisMachine({ socket, headers }: Request): boolean {
  const address = socket.remoteAddress
  if (!address || !loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return false
  return LOCAL_HOST.test(headers.host ?? '') && !Object.keys(headers).some((name) => FORWARDED.test(name))
}

/** Whether the request comes from a page of this server. Browsers send the origin with every POST. */
const isOwnPage = ({ headers }: Request) =>
  headers.origin === `http://${headers.host}` && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'

/** Whether the request comes from a program, such as curl. Browsers mark every POST as theirs. */
const isOfProgram = ({ headers }: Request) =>
  headers.origin === undefined && headers.referer === undefined && headers['sec-fetch-site'] === undefined

const SENTENCE = 'The development provider accepts requests only from pages of this server, on this machine'

/**
 * Accepts requests directly from this machine only, and a POST only from a page of this server, or from a program at
 * one of `programPaths`.
 * @throws FORBIDDEN
 */
export const onlyThisMachine =
  (programPaths: readonly string[]): RequestHandler =>
  (request, _response, next) => {
    const isOpen = programPaths.includes(request.baseUrl + request.path) && isOfProgram(request)
    if (!isThisMachine(request) || (request.method !== 'GET' && !isOwnPage(request) && !isOpen))
      throw new ServiceError('FORBIDDEN', SENTENCE)
    next()
  }

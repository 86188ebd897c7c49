import { lookup as lookupName } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { invalid } from '../../common/errors.ts'
import { isLoopback, isPublic } from './addresses.ts'

declare module '../../common/services.ts' {
  interface Services {
    webhookTargets: TargetRules
  }
}

/** Which endpoints may be called. */
export interface TargetRules {
  /** For development and tests: also private addresses, and http to this machine itself. */
  allowPrivate: boolean
}

/** Names that mean a machine or a network of one's own, whatever they resolve to. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/

/**
 * Ports of services that speak something else than HTTP, and could be made to take a request for their own: the "bad
 * ports" of the Fetch standard, which browsers refuse too.
 */
const OTHER_SERVICES = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** The port of an address belongs to another protocol. An empty one is that of the scheme. */
const isOtherService = ({ port }: URL) => port !== '' && OTHER_SERVICES.has(Number(port))

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/**
 * What can be said of an address before it is called. Names are resolved when it is: what a name means now says
 * nothing of what it will mean then.
 * @throws VALIDATION_ERROR naming what is wrong with the URL
 */
export function demandTarget(text: string, { allowPrivate }: TargetRules): void {
  if (!URL.canParse(text)) throw invalid({ url: 'must be an https URL' })
  const url = new URL(text)
  const host = hostOf(url)
  if (url.username || url.password) throw invalid({ url: 'must not contain a user or a password' })
  if (isOtherService(url)) throw invalid({ url: `must not use port ${url.port}, which is not for HTTP` })
  const isOwn = isIP(host) ? isLoopback(host) : LOCAL_NAME.test(host)
  if (url.protocol !== 'https:' && !(allowPrivate && isOwn && url.protocol === 'http:')) {
    throw invalid({ url: 'must be an https URL' })
  }
  const isOpen = isIP(host) ? isPublic(host) : host.includes('.') && !LOCAL_NAME.test(host)
  if (!isOpen && !allowPrivate) throw invalid({ url: 'must be on the public internet' })
}

/** How names are resolved; tests bring their own. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const resolveName: Resolve = (host) => lookupName(host, { all: true })

/** How one message is sent. */
export interface SendOptions {
  isAllowed: (address: string) => boolean
  resolve?: Resolve
  milliseconds: number
}

/** More of an answer than this is not read. */
const MOST_BYTES = 64 * 1024

/**
 * The addresses of a host, each of which must be allowed. The socket connects to these and to nothing else, so a name
 * that means something different a moment later (DNS rebinding) gains nothing.
 */
async function checkedAddresses(host: string, { isAllowed, resolve = resolveName }: SendOptions) {
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host)
  if (addresses.length === 0) throw new Error('The name has no address')
  if (!addresses.every(({ address }) => isAllowed(address)))
    throw new Error('The address is not on the public internet')
  return addresses
}

/** Posts JSON to an endpoint, without following redirects, and answers its status. @throws Error when there is none */
export async function post(
  target: string,
  headers: Record<string, string>,
  body: string,
  options: SendOptions,
): Promise<number> {
  const url = new URL(target)
  if (isOtherService(url)) throw new Error(`Port ${url.port} is not for HTTP`)
  const signal = AbortSignal.timeout(options.milliseconds)
  const addresses = await Promise.race([checkedAddresses(hostOf(url), options), rejectOn(signal)])
  const lookup: LookupFunction = (_host, { all }, found) => {
    const [first] = addresses
    if (all) found(null, addresses)
    else found(null, first?.address ?? '', first?.family)
  }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'campaign-management-gateway',
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      },
      lookup,
      // A connection of its own: a kept one would not be looked up, and so not checked.
      agent: false,
      signal,
      maxHeaderSize: MOST_BYTES,
    })
    let status: number | undefined
    // Once the status is known, how the rest of the answer ends makes no difference.
    const settle = (error?: Error) => (status === undefined ? reject(error) : resolve(status))
    sent.on('error', settle)
    sent.once('response', (response) => {
      status = response.statusCode
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MOST_BYTES) sent.destroy()
      })
      response.on('error', settle)
      response.once('close', settle)
    })
    sent.end(body)
  })
}

const rejectOn = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

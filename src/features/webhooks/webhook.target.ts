import { lookup as lookupName } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { invalidFields } from '../../common/errors.ts'
import { isLoopback, isPublicHost, LOCAL_NAME } from '../../common/ip-addresses.ts'

declare module '../../common/services.ts' {
  interface Services {
    webhookTargets: TargetRules
  }
}

/** The rules for endpoints that may be called. */
export interface TargetRules {
  /** For development and tests: allows private addresses, and http to this machine. */
  allowPrivate: boolean
}

/**
 * Ports of other protocols, whose servers could interpret the request as theirs: the "bad ports" of the Fetch standard,
 * which browsers refuse too.
 */
const OTHER_SERVICES = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Whether the port belongs to another protocol. An empty port is the default of the scheme. */
const isOtherService = ({ port }: URL) => port !== '' && OTHER_SERVICES.has(Number(port))

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/**
 * Checks a URL when it is stored. Names are resolved and checked again at each call, because their addresses can
 * change.
 * @throws VALIDATION_ERROR that names the fault of the URL
 */
export function demandTarget(text: string, { allowPrivate }: TargetRules): void {
  if (!URL.canParse(text)) throw invalidFields({ url: 'NOT_HTTPS' })
  const url = new URL(text)
  const host = hostOf(url)
  if (url.username || url.password) throw invalidFields({ url: 'URL_WITH_PASSWORD' })
  if (isOtherService(url)) throw invalidFields({ url: { code: 'PORT_NOT_ALLOWED', port: url.port } })
  const isOwn = isIP(host) ? isLoopback(host) : LOCAL_NAME.test(host)
  if (url.protocol !== 'https:' && !(allowPrivate && isOwn && url.protocol === 'http:'))
    throw invalidFields({ url: 'NOT_HTTPS' })
  if (!isPublicHost(host) && !allowPrivate) throw invalidFields({ url: 'PUBLIC_HOST_NEEDED' })
}

/** Resolves names. Tests pass their own function. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

const resolveName: Resolve = (host) => lookupName(host, { all: true })

/** Options for sending one message. */
export interface SendOptions {
  isAllowed: (address: string) => boolean
  resolve?: Resolve
  milliseconds: number
}

/** Maximum number of bytes of an answer that are read. */
const MOST_BYTES = 64 * 1024

/**
 * Resolves a host. Every address must be allowed. The socket connects only to these addresses, so DNS rebinding (a name
 * whose addresses change after the check) has no effect.
 */
async function checkedAddresses(host: string, { isAllowed, resolve = resolveName }: SendOptions) {
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host)
  if (addresses.length === 0) throw new Error('The name has no address')
  if (!addresses.every(({ address }) => isAllowed(address)))
    throw new Error('The address is not on the public internet')
  return addresses
}

/** Posts JSON to an endpoint without following redirects. Returns the status. @throws Error if there is no answer */
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
      // A new connection for each message: a pooled connection would bypass the address check.
      agent: false,
      signal,
      maxHeaderSize: MOST_BYTES,
    })
    let status: number | undefined
    // Once the status is known, an error in the rest of the answer does not matter.
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

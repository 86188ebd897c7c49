import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.parse>
type Range = ReturnType<typeof ipaddr.parseCIDR>

/** Parses an address. Undefined if the text is not an address. */
function readAddress(text: string): Address | undefined {
  // The parser also accepts numbers and octal forms, which programs interpret differently.
  const isPlain = /^\d+\.\d+\.\d+\.\d+$/.test(text) || text.includes(':')
  return isPlain && ipaddr.isValid(text) ? ipaddr.parse(text) : undefined
}

const isMapped = (address: Address): address is ipaddr.IPv6 =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()

/** The address itself, or the IPv4 address in an IPv6 address. */
const unmapped = (address: Address): Address => (isMapped(address) ? address.toIPv4Address() : address)

/** A range in CIDR notation, or a single address. Undefined if the text is neither. */
export function parseRange(text: string): Range | undefined {
  const single = readAddress(text)
  if (!single && !(readAddress(text.split('/')[0] ?? '') && ipaddr.isValidCIDR(text))) return undefined
  const [address, bits]: Range = single ? [single, single.kind() === 'ipv4' ? 32 : 128] : ipaddr.parseCIDR(text)
  if (!isMapped(address)) return [address, bits]
  // A mapped range is the IPv4 range inside it. A prefix shorter than 96 would cover all of IPv4 and more.
  return bits < 96 ? undefined : [address.toIPv4Address(), bits - 96]
}

/** Whether an address is in one of the ranges. False for a text that is not an address. */
export function isWithin(text: string, ranges: readonly string[]): boolean {
  const read = readAddress(text)
  if (!read) return false
  const address = unmapped(read)
  return ranges.some((each) => {
    const range = parseRange(each)
    return range?.[0].kind() === address.kind() && address.match(range)
  })
}

/** The network of an address: /24 for IPv4, /48 for IPv6. `unknown` for a text that is not an address. */
export function maskedNetwork(text: string): string {
  const read = readAddress(text)
  if (!read) return 'unknown'
  const address = unmapped(read)
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.0/24`
  return `${new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString()}/48`
}

/** The IPv6 range assigned to the public internet. */
const GLOBAL_UNICAST: Range = [ipaddr.parse('2000::'), 3]

/**
 * Whether an address is on the public internet: not private, loopback, link-local, shared, multicast, documentation or
 * reserved, and not an IPv6 address that contains an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublic(text: string): boolean {
  const address = readAddress(text)
  if (address?.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

export const isLoopback = (text: string): boolean => readAddress(text)?.range() === 'loopback'

/** Names of the own machine or network, whatever they resolve to. */
export const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/

/** Whether a host, given by name or address, can be on the public internet. */
export const isPublicHost = (host: string): boolean =>
  isIP(host) ? isPublic(host) : host.includes('.') && !LOCAL_NAME.test(host.toLowerCase())

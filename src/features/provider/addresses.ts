import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.parse>
type Range = ReturnType<typeof ipaddr.parseCIDR>

/** An address as it is written; undefined when it is none. */
function readAddress(text: string): Address | undefined {
  // The parser also takes numbers and octal forms, which mean different things to different programs.
  const isPlain = /^\d+\.\d+\.\d+\.\d+$/.test(text) || text.includes(':')
  return isPlain && ipaddr.isValid(text) ? ipaddr.parse(text) : undefined
}

const isMapped = (address: Address): address is ipaddr.IPv6 =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()

/** A range in CIDR notation, or a single address; undefined when it is neither. */
export function parseRange(text: string): Range | undefined {
  const single = readAddress(text)
  if (!single && !(readAddress(text.split('/')[0] ?? '') && ipaddr.isValidCIDR(text))) return undefined
  const [address, bits]: Range = single ? [single, single.kind() === 'ipv4' ? 32 : 128] : ipaddr.parseCIDR(text)
  if (!isMapped(address)) return [address, bits]
  // A mapped range is the IPv4 range that it maps; a shorter prefix would be all of IPv4, and more.
  return bits < 96 ? undefined : [address.toIPv4Address(), bits - 96]
}

/** Whether an address lies in one of the ranges. What is no address lies in none. */
export function isWithin(text: string, ranges: readonly string[]): boolean {
  const read = readAddress(text)
  if (!read) return false
  const address = isMapped(read) ? read.toIPv4Address() : read
  return ranges.some((each) => {
    const range = parseRange(each)
    return range?.[0].kind() === address.kind() && address.match(range)
  })
}

/** All that IPv6 has given out for the public internet. */
const GLOBAL_UNICAST: Range = [ipaddr.parse('2000::'), 3]

/**
 * Whether an address lies on the public internet: not private, loopback, link-local, shared, multicast, documentation
 * or reserved, and none of the IPv6 forms that carry an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublic(text: string): boolean {
  const address = readAddress(text)
  if (address?.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

/** Whether an address is this machine's own. */
export const isLoopback = (text: string): boolean => readAddress(text)?.range() === 'loopback'

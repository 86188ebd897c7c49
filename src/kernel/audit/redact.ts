import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * What a secret or an address looks like in free text; rather too much is taken out than too little. Named secrets come
 * first, for one may look like an address. Each pattern is linear: no nested quantifiers, since the input is whatever a
 * client sends.
 */
const SECRETS: [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [
    /(password|passwd|passphrase|pwd|secret|token|api[_-]?key|authorization)([\w-]{0,20}["']?\s*[=:]\s*)(?:"[^"]*"?|'[^']*'?|\S+)/gi,
    '$1$2[secret]',
  ],
  [/[^\s@]{1,64}(?:@|%40)(?:\[[^\]\s]*\]?|[\p{L}\p{N}.-]{1,255})/giu, '[email]'],
  [/\beyJ[\w-]{5,}\.[\w-]*(?:\.[\w-]*)?/g, '[token]'],
  [/\b(?:sk|pk|cmg|whsec|ghp|xox[abp])[_-][\w-]{8,}/gi, '[token]'],
]

/** Replaces e-mail addresses, tokens and passwords inside free text, and cuts it to `limit` characters. */
export function redact(text: string, limit = 256): string {
  const bounded = text.slice(0, limit * 4)
  return SECRETS.reduce((clean, [pattern, mark]) => clean.replace(pattern, mark), bounded).slice(0, limit)
}

/** An id as it may stand in the trail: itself, or a stable pseudonym when it holds an address or a secret. */
export function opaqueId(id: string): string {
  const bounded = id.slice(0, 256)
  return redact(bounded) === bounded ? bounded : `sha256:${createHash('sha256').update(id).digest('hex').slice(0, 32)}`
}

/** The groups of an IPv6 address, `::` written out. */
function groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  if (tail === undefined) return left
  const right = tail ? tail.split(':') : []
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
}

/**
 * The first address of an `x-forwarded-for` header, partly masked: without the last octet of IPv4,
 * without the last 80 bits of IPv6. `unknown` when there is none.
 */
export function maskedAddress(forwardedFor: string | undefined): string {
  const first = forwardedFor?.split(',')[0]?.trim() ?? ''
  const bare = first.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
  if (isIPv4(mapped)) return mapped.replace(/\d+$/, '0')
  if (isIPv6(mapped)) return `${groups(mapped.replace(/%.*$/, '')).slice(0, 3).join(':')}::`
  return 'unknown'
}

import { isIPv4, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

/*
 * Patterns of secrets and addresses in free text. In doubt, text is removed. Clients control the input, so each pattern
 * must take linear time: no pattern nests unbounded quantifiers, and none restarts at each blank of a long run of
 * blanks.
 */

const PASSWORD = 'password|passwd|passphrase|passcode|passwort|wagwoord|pwd'
const SECRET = 'secret|token|credentials?|(?:api|access|private)[ _-]?key|authorization'
/** Short names count only as whole words or at the end of a name: `db_pass`, but not `bypass` or `author`. */
const SHORT = '(?<!by|com|en|over|sur|tres|under)pass(?![a-z])|(?<![a-z])(?:auth|otp|pin|pw)(?![a-z])'
/** A value in quotes, whose closing quote may be missing or escaped, or up to the next blank. */
const VALUE = String.raw`(?:\\?"[^"]*"?|'[^']*'?|\S+)`

/** `password=x`, `"token": "x"`, `<secret>x`, `pass%3Dx`. */
const ASSIGNED = new RegExp(
  String.raw`(${PASSWORD}|${SECRET}|${SHORT})([\w-]{0,20}\\?["']?(?:\s*(?:[=:]|%3[ad])\s*|>))${VALUE}`,
  'gi',
)

/*
 * Like `ASSIGNED`, for a name and a value without a sign between them. A lookbehind checks the name without consuming
 * it, because a value may be the name of the next value.
 */
const after = (names: string) => String.raw`(?=\S)(?<=(?<!\p{L})(?:${names})\s+(?:(?:is|was|to|as)\s+)?)`
const PASSWORD_IN_TEXT = new RegExp(after(PASSWORD) + VALUE, 'giu')
/** The PASS command of FTP and mail protocols. */
const PASS_COMMAND = /(?=\S)(?<=(?<![\p{L}\p{N}_])PASS\s+)\S+/gu
/** After these names the text may be prose, so a value is removed only if it does not look like a word. */
const SECRET_IN_TEXT = new RegExp(String.raw`${after(SECRET)}["']?(?:(?=\S*\d)\S{6,}|[\w+/=-]{20,})`, 'giu')

/** Words that may follow `password` in prose. */
const PROSE = new Set(
  (
    'a an and any are as at authentication be been but by can change changed changes check complexity correct could ' +
    'current did do does entered entry error expired expires failed failure field file for form from generator given ' +
    'had has hash hashed hashes hashing have hint history if in incorrect input invalid is length link login manager ' +
    'managers may might mismatch missing must need needs never new no nor not of old on only or policies policy ' +
    'prompt protected protection recovery reminder request requested required requirements reset resets rotation ' +
    'rule rules sent set shall should stored strength than that the then this to too update updated value verification ' +
    'was weak were when which while will with without would wrong you your'
  ).split(' '),
)

/** Whether the text after `password` is a value, not a word of prose. */
const isPasswordValue = (value: string) => !PROSE.has(value.toLowerCase().replace(/[.,;:!?)"']{1,3}$/, ''))

const OPEN = String.raw`\s{0,3}[(\[{<]\s{0,3}`
const CLOSE = String.raw`\s{0,3}[)\]}>]\s{0,3}`
const DOT = String.raw`(?:${OPEN}(?:dot|\.)${CLOSE}|\s{1,3}dot\s{1,3})`
const WORD = String.raw`[^\s@()[\]{}<>]`
/** Starts only at the start of a word, so that a long word is examined once. */
const LOCAL = `(?<!${WORD})(?:${WORD}+${DOT}){0,3}${WORD}+`
const LABEL = String.raw`[\p{L}\p{N}-]{1,63}`
const MORE = String.raw`(?:(?:\.|${DOT})${LABEL}){0,8}`
/**
 * An address, with everything attached to it up to the next address. A match starts only at the start of a word.
 * @param at the text between name and host
 */
const address = (local: string, at: string, host: string) =>
  new RegExp(`${local}${at}${host}(?:\\S*${at}${host})*`, 'giu')

/** `name (at) host.org`, `name [at] host dot org`. */
const BRACKETED_ADDRESS = address(LOCAL, `${OPEN}(?:at|@)${CLOSE}`, LABEL + MORE)
/** `name at host dot org`. With a plain dot the text could be prose: `meet at example.org`. */
const SPOKEN_ADDRESS = address(LOCAL, String.raw`(?:\s{1,3}at\s{1,3}|[-_]at[-_])`, LABEL + DOT + LABEL + MORE)
const ADDRESS = address(
  String.raw`(?<![^\s@])[^\s@]+`,
  String.raw`(?:[@＠﹫]|%40|&#0{0,4}64;|&#x0{0,4}40;|&commat;|\\u0040)`,
  String.raw`(?:\[[^\]\s]*\]?|[\p{L}\p{N}.-]{1,255})`,
)

interface Secret {
  /** A text without any of these signs contains no secret. This check excludes most texts. */
  sign: RegExp
  pattern: RegExp
  mark: (match: string, ...groups: string[]) => string
}

const HAS_NAME = /pass|pwd|pw|wagwoord|secret|token|credential|key|auth|otp|pin/i
const HAS_AT = /(?<![a-z])at(?![a-z])|@/i
const token = () => '[token]'
const secret = () => '[secret]'
const email = () => '[email]'

/** Named secrets are matched first, because one may look like an address. */
const SECRETS: Secret[] = [
  { sign: /bearer|basic/i, pattern: /\b(bearer|basic)\s+[\w.~+/=-]+/gi, mark: (_, scheme) => `${scheme} [token]` },
  { sign: HAS_NAME, pattern: ASSIGNED, mark: (_, name, sign) => `${name}${sign}[secret]` },
  { sign: HAS_NAME, pattern: PASSWORD_IN_TEXT, mark: (value) => (isPasswordValue(value) ? '[secret]' : value) },
  { sign: /PASS/, pattern: PASS_COMMAND, mark: secret },
  { sign: HAS_NAME, pattern: SECRET_IN_TEXT, mark: secret },
  { sign: HAS_AT, pattern: BRACKETED_ADDRESS, mark: email },
  { sign: HAS_AT, pattern: SPOKEN_ADDRESS, mark: email },
  { sign: /[@＠﹫%&\\]/, pattern: ADDRESS, mark: email },
  { sign: /eyJ/, pattern: /\beyJ[\w-]{5,}(?:\.[\w-]*){0,2}/g, mark: token },
  {
    sign: /[_-]/,
    pattern: /\b(?:sk|pk|rk|cmg|whsec|gh[opsur]|github_pat|glpat|npm|hf|xox[abeprs])[_-][\w-]{8,}/gi,
    mark: token,
  },
  // Keys of Amazon and Google, which always use upper-case letters.
  {
    sign: /A[A-Z\d]{12}/,
    pattern: /(?<![A-Za-z\d])(?:A3T[A-Z\d]|ABIA|ACCA|AGPA|AIDA|AIPA|AKIA|ANPA|ANVA|AROA|ASIA)[A-Z\d]{12,}/g,
    mark: token,
  },
  { sign: /AIza/, pattern: /(?<![A-Za-z\d])AIza[\w-]{20,}/g, mark: token },
]

/**
 * Cuts a text to at most `most` characters. Leaves out a word that would be cut, because half of an address would not
 * be recognised.
 */
function bounded(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return cut.slice(0, cut.lastIndexOf(' ') + 1) || cut
}

/** Replaces e-mail addresses, tokens and passwords inside free text, and cuts it to `limit` characters. */
export function redact(text: string, limit = 256): string {
  return SECRETS.reduce(
    (clean, { sign, pattern, mark }) => (sign.test(clean) ? clean.replace(pattern, mark) : clean),
    bounded(text, limit * 4),
  ).slice(0, limit)
}

const harmless = new LRUCache<string, true>({ max: 1000 })

/**
 * Like `redact`, for the programs and user ids of callers, which repeat. A text that contains nothing to replace is examined
 * once, and stays in memory. So this is not for names of people or other free text.
 */
export function redactRepeated(text: string): string {
  if (harmless.get(text)) return text
  const clean = redact(text)
  if (clean === text) harmless.set(text, true)
  return clean
}

/** The groups of an IPv6 address, with `::` expanded. */
function groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  if (tail === undefined) return left
  const right = tail ? tail.split(':') : []
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
}

/** Removes the port that some proxies add: `203.0.113.9:1234` and `[2001:db8::1]:1234`. */
export const withoutPort = (address: string): string =>
  address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/**
 * The first address of an `x-forwarded-for` header, partly masked: without the last octet of IPv4, or the last 80 bits
 * of IPv6. `unknown` if there is none.
 */
export function maskedAddress(forwardedFor: string | undefined): string {
  const bare = withoutPort(forwardedFor?.split(',')[0] ?? '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
  if (isIPv4(mapped)) return mapped.replace(/(?<!\d)\d+$/, '0')
  if (isIPv6(mapped)) return `${groups(mapped.replace(/%.*/, '')).slice(0, 3).join(':')}::`
  return 'unknown'
}

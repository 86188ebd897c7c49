import { domainToUnicode } from 'node:url'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import {
  type Identifier,
  type Identifiers,
  type IdNumber,
  type Mailbox,
  nameWords,
  normalIdentifiers,
  type PhoneNumber,
  partsOf,
} from './normal-form.ts'
import { folded } from './spelling.ts'

/*
 * Patterns that find the identifiers of a person in plain text (spelling.ts). No pattern nests quantifiers, because the
 * searched texts are arbitrary and matching time must stay linear.
 */

/** The patterns of one identifier. */
export interface Pattern {
  identifier: Identifier
  exact: RegExp
  /** The pattern within a key, where `-` and `_` join words: `click-by-<address>`. */
  inKey: RegExp
}

/** A coarse filter for the database over the text of a whole row. It matches more than the patterns do. */
export interface Prefilter {
  /** Patterns for `like`, over lower-case text without accents. */
  likely: string[]
  /** Digit sequences, with or without separators. */
  digits: string[]
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
/** Any number of blanks and a limited number of signs. The two sets are disjoint, so matching time is linear. */
const gap = (signs: number) => String.raw`\s*(?:[^\p{L}\p{N}\s]\s*){0,${signs}}`
const GAP = gap(3)
const BEFORE_WORD = String.raw`(?<![\p{L}\p{N}])`
const AFTER_WORD = String.raw`(?![\p{L}\p{N}])`
const AT = String.raw`\s{0,2}(?:@|[([{<]\s?at\s?[)\]}>])\s{0,2}`
const DOT = String.raw`\s?(?:\.|[([{<]\s?dot\s?[)\]}>])\s?`

/** The local part in plain letters, and the host in DNS form and as people write it. */
function emailParts(email: Mailbox): { local: string; hosts: string[] } {
  const [local, host] = partsOf(email)
  return { local: folded(local), hosts: [...new Set([host, folded(domainToUnicode(host))])] }
}

/**
 * Matches the mailbox with any sub-address, and the address as given, since a sub-address may look like an escaped
 * blank or `@`.
 */
function emailPattern(email: Mailbox, given: string): string {
  const { local, hosts } = emailParts(email)
  const either = hosts.map((name) => name.split('.').map(literal).join(DOT)).join('|')
  const general = String.raw`${literal(local)}(?:\+[^\s@]{0,64})?${AT}(?:${either})`
  return `(?:${general}|${literal(folded(given))})`
}

const aroundEmail = (email: string, joints: string) =>
  String.raw`(?<![\p{L}\p{N}.+${joints}])${email}(?![\p{L}\p{N}${joints}]|\.[\p{L}\p{N}])`

const digitsPattern = (digits: string) => [...digits].join(GAP)

/**
 * Matches the number with or without country code and trunk zero. A foreign number is matched only with its country
 * code.
 */
function phonePattern(phone: PhoneNumber): string {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed) return String.raw`(?<!\d)(?:\+|00)?${digitsPattern(phone.replace(/\D/g, ''))}(?!\d)`
  const country = String.raw`(?:(?:\+|00)${GAP})?${digitsPattern(parsed.countryCallingCode)}${GAP}(?:\(0\)${GAP}|0${GAP})?`
  const prefix = parsed.countryCallingCode === '27' ? String.raw`(?:${country}|0${GAP}|\(0\)${GAP})?` : country
  return String.raw`(?<!\d)(?:\((?=\+?\d{1,5}\)))?${prefix}${digitsPattern(parsed.nationalNumber)}(?!\d)`
}

/** A number stored as a JSON number has lost its leading zeros. */
function idNumberPattern(digits: IdNumber): string {
  const significant = digits.replace(/^0+/, '')
  const zeros = `(?:0${GAP}){0,${digits.length - significant.length}}`
  return String.raw`(?<!\d)${zeros}${digitsPattern(significant)}(?!\d)`
}

/** The words in order, or with any last words first, as in lists by surname. */
function namePattern(words: readonly string[]): string {
  const orders = words.map((_, index) => [...words.slice(index), ...words.slice(0, index)])
  const between = String.raw`(?=[^\p{L}\p{N}])${gap(4)}`
  return `${BEFORE_WORD}(?:${orders.map((order) => order.join(between)).join('|')})${AFTER_WORD}`
}

/** A name of one word, or of single letters only, identifies nobody, so it is not searched. */
export const isSearchable = (words: readonly string[]) => words.length > 1 && words.some(({ length }) => length > 1)

/** The patterns of a person, the most certain first. */
export function patternsOf(identifiers: Identifiers): Pattern[] {
  const { email, phone, idNumber, reference } = normalIdentifiers(identifiers)
  const words = nameWords(identifiers.name)
  const address = email && emailPattern(email, identifiers.email ?? email)
  const sources: [Identifier, string | false | null, inKey?: string | null][] = [
    ['email', address && aroundEmail(address, '_-'), address && aroundEmail(address, '')],
    ['idNumber', idNumber && idNumberPattern(idNumber)],
    ['phone', phone && phonePattern(phone)],
    ['reference', reference && `${BEFORE_WORD}${literal(reference)}${AFTER_WORD}`],
    ['name', isSearchable(words) && namePattern(words)],
  ]
  return sources.flatMap(([identifier, source, inKey]) =>
    source ? [{ identifier, exact: new RegExp(source, 'gu'), inKey: new RegExp(inKey || source, 'gu') }] : [],
  )
}

/**
 * A database without a locale lowers only ASCII letters. A non-ASCII letter is replaced by a wildcard if enough letters
 * remain; otherwise both cases are searched.
 */
function likelySpellings(words: readonly string[]): string[] {
  const known = words.map((word) => word.replace(/[^\0-\x7f]+|ss/g, '%'))
  if (known.join('').replaceAll('%', '').length > 3) return [`%${known.join('%')}%`]
  const capitals = words.map((word) => word.replace(/^./u, (first) => first.toUpperCase()))
  return [words, capitals, words.map((word) => word.toUpperCase())].map((spelt) => `%${[...spelt.join('')].join('%')}%`)
}

/** The coarse filter for a person. */
export function prefilterOf(identifiers: Identifiers): Prefilter {
  const { email, phone, idNumber, reference } = normalIdentifiers(identifiers)
  const words = nameWords(identifiers.name)
  const orders = isSearchable(words) ? words.map((_, at) => [...words.slice(at), ...words.slice(0, at)]) : []
  const { local = '', hosts = [] } = email ? emailParts(email) : {}
  const texts = [
    ...hosts.map((name) => [local, ...(name.match(/[\p{L}\p{N}]+/gu) ?? [])]),
    ...(reference ? [reference.split(/[^\p{L}\p{N}]+/u)] : []),
    ...orders,
  ]
  const parsed = phone ? parsePhoneNumberFromString(phone) : undefined
  const digits = [phone && (parsed?.nationalNumber ?? phone.replace(/\D/g, '')), idNumber?.replace(/^0+/, '')]
  return {
    likely: texts.flatMap((parts) => likelySpellings(parts.map((part) => part.replace(/[%_\\]/g, '_')))),
    digits: digits.flatMap((row) => row || []),
  }
}

import { domainToUnicode } from 'node:url'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type Identifier, type Identifiers, nameWords, normalIdentifiers } from './identifiers.ts'
import { type IdNumber, type Mailbox, type PhoneNumber, partsOf } from './normal-form.ts'
import { folded } from './spelling.ts'

/*
 * How the identifiers of a person are found in plain text (spelling.ts). No pattern nests quantifiers: the texts are
 * whatever was stored.
 */

/** How one identifier is found. */
export interface Pattern {
  identifier: Identifier
  exact: RegExp
  /** The same within a key, where words are joined by `-` and `_`: `click-by-<address>`. */
  inKey: RegExp
}

/** What of a whole row's text is asked of the database, which knows no patterns as these: they fit too much. */
export interface Prefilter {
  /** Patterns for `like`, over text in lower case without accents. */
  likely: string[]
  /** Rows of digits, with signs between them or not. */
  digits: string[]
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
/** Any number of blanks, and a few signs. The two sets are disjoint, so the time is linear. */
const gap = (signs: number) => String.raw`\s*(?:[^\p{L}\p{N}\s]\s*){0,${signs}}`
const GAP = gap(3)
const BEFORE_WORD = String.raw`(?<![\p{L}\p{N}])`
const AFTER_WORD = String.raw`(?![\p{L}\p{N}])`
const AT = String.raw`\s{0,2}(?:@|[([{<]\s?at\s?[)\]}>])\s{0,2}`
const DOT = String.raw`\s?(?:\.|[([{<]\s?dot\s?[)\]}>])\s?`

/** The local part in plain letters, and the host as in the DNS and as people write it. */
function emailParts(email: Mailbox): { local: string; hosts: string[] } {
  const [local, host] = partsOf(email)
  return { local: folded(local), hosts: [...new Set([host, folded(domainToUnicode(host))])] }
}

/** With any sub-address; and as it was given, since a sub-address may hold what reads as an escape of a blank or an `@`. */
function emailPattern(email: Mailbox, given: string): string {
  const { local, hosts } = emailParts(email)
  const either = hosts.map((name) => name.split('.').map(literal).join(DOT)).join('|')
  const general = String.raw`${literal(local)}(?:\+[^\s@]{0,64})?${AT}(?:${either})`
  return `(?:${general}|${literal(folded(given))})`
}

const aroundEmail = (email: string, joints: string) =>
  String.raw`(?<![\p{L}\p{N}.+${joints}])${email}(?![\p{L}\p{N}${joints}]|\.[\p{L}\p{N}])`

const digitsPattern = (digits: string) => [...digits].join(GAP)

/** With or without the country and the trunk zero at home; a number of another country is one with its country only. */
function phonePattern(phone: PhoneNumber): string {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed) return String.raw`(?<!\d)(?:\+|00)?${digitsPattern(phone.replace(/\D/g, ''))}(?!\d)`
  const country = String.raw`(?:(?:\+|00)${GAP})?${digitsPattern(parsed.countryCallingCode)}${GAP}(?:\(0\)${GAP}|0${GAP})?`
  const prefix = parsed.countryCallingCode === '27' ? String.raw`(?:${country}|0${GAP}|\(0\)${GAP})?` : country
  return String.raw`(?<!\d)(?:\((?=\+?\d{1,5}\)))?${prefix}${digitsPattern(parsed.nationalNumber)}(?!\d)`
}

/** Numbers that were stored as numbers have lost the zeros in front. */
function idNumberPattern(digits: IdNumber): string {
  const significant = digits.replace(/^0+/, '')
  const zeros = `(?:0${GAP}){0,${digits.length - significant.length}}`
  return String.raw`(?<!\d)${zeros}${digitsPattern(significant)}(?!\d)`
}

/** The words in their order, or with any of the last ones in front, as in lists by surname. */
function namePattern(words: readonly string[]): string {
  const orders = words.map((_, index) => [...words.slice(index), ...words.slice(0, index)])
  const between = String.raw`(?=[^\p{L}\p{N}])${gap(4)}`
  return `${BEFORE_WORD}(?:${orders.map((order) => order.join(between)).join('|')})${AFTER_WORD}`
}

/** A name of one word, or of single letters, is nobody's: it is not looked for. */
export const isSearchable = (words: readonly string[]) => words.length > 1 && words.some(({ length }) => length > 1)

/** The patterns of a person, the surest first. */
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
 * Databases without a locale know the two cases of ASCII letters only. What is beyond may be anything where enough is
 * left to tell by; otherwise it is given in both cases.
 */
function likelySpellings(words: readonly string[]): string[] {
  const known = words.map((word) => word.replace(/[^\0-\x7f]+|ss/g, '%'))
  if (known.join('').replaceAll('%', '').length > 3) return [`%${known.join('%')}%`]
  const capitals = words.map((word) => word.replace(/^./u, (first) => first.toUpperCase()))
  return [words, capitals, words.map((word) => word.toUpperCase())].map((spelt) => `%${[...spelt.join('')].join('%')}%`)
}

/** What may be the person's, for the database to look for. */
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

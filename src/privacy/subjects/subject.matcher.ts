import type { DataSubject } from './subject.ts'

/** What a subject was recognised by. A name alone is no proof: people share names. */
export type Identifier = 'email' | 'phone' | 'name'

/** What stands in the place of a subject's data. Where one is null, what is there stays. */
export type Replacement = DataSubject | { [I in Identifier]: string | null }

interface Pattern {
  identifier: Identifier
  exact: RegExp
}

type Container = Record<string, unknown>

/** A value, and where its rewritten form belongs. */
interface Place {
  value: unknown
  key: string
  into: Container
  at: string
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const GAP = '[\\s().-]{0,3}'
const wordsOf = (name: string) => name.trim().split(/\s+/)

/** The digits that every notation of a number shares: without the trunk zero and the South African country code. */
function significantDigits(phone: string): { digits: string; isLocal: boolean } {
  const digits = phone.replace(/\D/g, '').replace(/^00/, '')
  const local = /^(?:27)?0?(\d{9})$/.exec(digits)?.[1]
  return local ? { digits: local, isLocal: true } : { digits, isLocal: false }
}

function emailPattern(email: string): Pattern {
  const address = literal(email).replace('@', '(?:@|%40)')
  const exact = new RegExp(`(?<![\\p{L}\\p{N}._+-])${address}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'giu')
  return { identifier: 'email', exact }
}

function phonePattern(phone: string): Pattern {
  const { digits, isLocal } = significantDigits(phone)
  const prefix = isLocal ? `(?:(?:\\+|00)?27${GAP})?(?:(?:0|\\(0\\))${GAP})?` : '(?:\\+|00)?'
  return { identifier: 'phone', exact: new RegExp(`(?<!\\d)${prefix}${[...digits].join(GAP)}(?!\\d)`, 'gu') }
}

/** The name as it is written, and with the last name first. */
function namePattern(name: string): Pattern {
  const words = wordsOf(name).map(literal)
  const orders = [words.join('\\s+'), `${words.at(-1)},?\\s+${words.slice(0, -1).join('\\s+')}`]
  const either = words.length > 1 ? `(?:${orders.join('|')})` : orders[0]
  return { identifier: 'name', exact: new RegExp(`(?<![\\p{L}\\p{N}])${either}(?![\\p{L}\\p{N}])`, 'giu') }
}

/** Finds a subject in whatever a row holds, and rewrites it there. */
export class SubjectMatcher {
  /** Patterns for `ilike`, of which one fits wherever the subject is named; they also fit where it is not. */
  readonly likely: readonly string[]
  /** Digits of the phone number, as they follow each other when all else is taken out. */
  readonly digits: string | undefined
  readonly #patterns: readonly Pattern[]
  readonly #words: readonly string[]

  constructor({ name, email, phone }: DataSubject) {
    this.#words = wordsOf(name)
    this.#patterns = [
      ...(email ? [emailPattern(email)] : []),
      ...(phone ? [phonePattern(phone)] : []),
      namePattern(name),
    ]
    const texts = [email, ...(this.#words.length > 1 ? [name, `${this.#words.at(-1)} ${this.#words[0]}`] : [])]
    this.likely = texts.flatMap((text) => (text ? likelySpellings(text) : []))
    this.digits = phone ? significantDigits(phone).digits : undefined
  }

  /** What the subject is recognised by in a value of any shape. A single word is a name only beside something better. */
  find(value: unknown): Set<Identifier> {
    const texts = [...textsIn(value)]
    const found = this.#patterns.filter(({ exact }) => texts.some((text) => text.search(exact) >= 0))
    const identifiers = new Set(found.map(({ identifier }) => identifier))
    if (identifiers.size === 1 && this.#words.length === 1) identifiers.delete('name')
    return identifiers
  }

  /**
   * The value with the subject replaced. Without recursion: what is stored may be nested deeper than a body may be now.
   * @param isCertain whether the row is known to be the subject's: then parts of the name in fields for names count too
   */
  rewrite(value: unknown, by: Replacement, isCertain: boolean, key = ''): unknown {
    const whole: { value?: unknown } = {}
    const places: Place[] = [{ value, key, into: whole, at: 'value' }]
    // The list grows while it is walked.
    for (const { value, key, into, at } of places) {
      if (typeof value !== 'object' || value === null) into[at] = this.#rewriteLeaf(value, by, isCertain, key)
      else {
        const made = (Array.isArray(value) ? [] : {}) as Container
        into[at] = made
        for (const [name, item] of Object.entries(value)) {
          if (Array.isArray(value)) places.push({ value: item, key, into: made, at: name })
          else places.push({ value: item, key: name, into: made, at: this.#rewriteText(name, by, false) })
        }
      }
    }
    return whole.value
  }

  #rewriteLeaf(value: unknown, by: Replacement, isCertain: boolean, key: string): unknown {
    if (typeof value === 'string') return this.#rewriteText(value, by, isCertain && /name/i.test(key))
    if (typeof value !== 'number') return value
    const text = this.#rewriteText(String(value), by, false)
    return text === String(value) ? value : text
  }

  #rewriteText(text: string, by: Replacement, isNameField: boolean): string {
    const part = isNameField ? this.#words.findIndex((word) => word.toLowerCase() === text.trim().toLowerCase()) : -1
    if (part >= 0 && by.name)
      return wordsOf(by.name).at(this.#words.length === wordsOf(by.name).length ? part : 0) ?? ''
    return this.#patterns.reduce((rewritten, { identifier, exact }) => {
      const replacement = by[identifier]
      return replacement === null ? rewritten : rewritten.replace(exact, () => replacement)
    }, text)
  }
}

/** Databases without a locale know the two cases of ASCII letters only: the others are given both ways. */
function likelySpellings(text: string): string[] {
  const pattern = `%${text.replace(/[^\p{L}\p{N}.-]+/gu, '%')}%`
  return /^[\0-\x7f]*$/.test(pattern) ? [pattern] : [pattern, pattern.toLowerCase(), pattern.toUpperCase()]
}

/** Every text in a value: the keys of objects too, and numbers, since a phone number may be one. */
function* textsIn(whole: unknown): Generator<string> {
  const rest = [whole]
  // The list grows while it is walked.
  for (const value of rest) {
    if (typeof value === 'string') yield value
    else if (typeof value === 'number') yield String(value)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        yield key
        rest.push(item)
      }
    }
  }
}

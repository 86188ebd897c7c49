import { decodeHTMLStrict } from 'entities'

/*
 * A text in normalized spelling: escapes are resolved, and letters that only look different are equal. Each character
 * of the result has its position in the source, so that a match can be replaced in the stored text.
 */

/** A text in normalized spelling. */
export interface Plain {
  text: string
  /** The start of each character in the source. Undefined if all positions are equal. */
  begins?: number[]
  /** The end of each character in the source. */
  ends?: number[]
  /** Tags that were left out, by their position in the source. */
  tags?: readonly Range[]
}

/** A range of a text, with an exclusive end. */
export type Range = readonly [from: number, to: number]

const ESCAPED = String.raw`&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|(?:%[\da-f]{2})+|\\u[\da-f]{4}`
/** An escape, or a character with its accents. */
const PIECE = new RegExp(String.raw`${ESCAPED}|\P{M}\p{M}*|\p{M}+`, 'giu')
const IS_PLAIN = /^[\0-\x7f]*$/
const HAS_ESCAPE = new RegExp(ESCAPED, 'i')

/** The database pattern for texts that may contain escapes; equal to the expression above. */
export const ESCAPE_PATTERN = String.raw`&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|%[\da-f]{2}|\\u[\da-f]{4}`

function unescaped(piece: string): string {
  if (piece.length < 3) return piece
  if (piece.startsWith('&')) return decodeHTMLStrict(piece)
  if (piece.startsWith('\\u')) return String.fromCharCode(Number.parseInt(piece.slice(2), 16))
  if (!piece.startsWith('%')) return piece
  try {
    return decodeURIComponent(piece)
  } catch {
    return piece
  }
}

/** Case is folded through upper case, which has fewer letters: `ß` becomes `ss`. */
const foldPiece = (piece: string): string =>
  piece
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[‘’‛ʼ′]/gu, "'")
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s/gu, ' ')

/** Normalizes the spelling of a text and keeps the positions. */
export function plain(text: string): Plain {
  if (IS_PLAIN.test(text) && !HAS_ESCAPE.test(text)) return { text: text.toLowerCase() }
  const [begins, ends, parts]: [number[], number[], string[]] = [[], [], []]
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    // One escape may expand to several characters, some of them composed.
    const part = Array.from(unescaped(piece), foldPiece).join('')
    for (let unit = 0; unit < part.length; unit++) {
      begins.push(index)
      ends.push(index + piece.length)
    }
    parts.push(part)
  }
  return { text: parts.join(''), begins, ends }
}

/** A text in the form in which it is compared: NFKC, without case, accents or surrounding blanks. */
export const folded = (text: string): string => plain(text.trim()).text

const TAG = /<[/!]?[a-z][^<>]*>/g
/** Elements that do not separate words. */
const IN_WORDS = /^<\/?(?:a|abbr|b|big|code|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|tt|u|wbr)[\s/>]/

/** A text without its tags. `isBreak`: whether a tag separates words. */
function withoutTags(whole: Plain, isBreak: (tag: string) => boolean): Plain {
  const [begins, ends, tags, parts]: [number[], number[], Range[], string[]] = [[], [], [], []]
  const add = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      begins.push(whole.begins?.[at] ?? at)
      ends.push(whole.ends?.[at] ?? at + 1)
    }
    parts.push(whole.text.slice(from, to))
  }
  let last = 0
  for (const { 0: tag, index } of whole.text.matchAll(TAG)) {
    add(last, index)
    last = index + tag.length
    const range = sourceOf(whole, index, last)
    tags.push(range)
    if (!isBreak(tag)) continue
    parts.push(' ')
    begins.push(range[0])
    ends.push(range[1])
  }
  add(last, whole.text.length)
  return { text: parts.join(''), begins, ends, tags }
}

/**
 * The readings of a text: the text itself and, if it has tags, two texts without tags. In the first, each tag is a
 * blank. In the second, only the tags that separate words are blanks.
 */
export function readingsOf(text: string): Plain[] {
  const whole = plain(text)
  if (whole.text.search(TAG) < 0) return [whole]
  return [whole, withoutTags(whole, () => true), withoutTags(whole, (tag) => !IN_WORDS.test(tag))]
}

/** The range in the source of a range of the normalized text. */
const sourceOf = ({ begins, ends }: Plain, from: number, to: number): Range => [
  begins?.[from] ?? from,
  ends?.[to - 1] ?? to,
]

/** The source ranges of a range, without the tags inside it. */
export function rangesOf(plain: Plain, from: number, to: number): Range[] {
  const [begin, end] = sourceOf(plain, from, to)
  const inside = (plain.tags ?? []).filter((tag) => tag[0] < end && tag[1] > begin)
  const begins = [begin, ...inside.map((tag) => tag[1])]
  const ends = [...inside.map((tag) => tag[0]), end]
  return begins.map((each, index): Range => [each, ends[index] ?? end]).filter((range) => range[0] < range[1])
}

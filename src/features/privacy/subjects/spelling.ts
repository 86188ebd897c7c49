import { decodeHTMLStrict } from 'entities'

/*
 * A text as people mean it: escapes are resolved, and letters that only look different are the same. Each character of
 * the result knows where it came from, so that what is found can be replaced in the text as it is stored.
 */

/** A text without differences of spelling. */
export interface Plain {
  text: string
  /** Where in the source the character of the same index begins; undefined where nothing was moved. */
  begins?: number[]
  /** Where in the source it ends. */
  ends?: number[]
  /** Tags that were left out, by where they are in the source. */
  tags?: readonly Range[]
}

/** A stretch of a text: its begin, and its end, which is no part of it. */
export type Range = readonly [from: number, to: number]

const ESCAPED = String.raw`&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|(?:%[\da-f]{2})+|\\u[\da-f]{4}`
/** An escape, or a character with its accents. */
const PIECE = new RegExp(String.raw`${ESCAPED}|\P{M}\p{M}*|\p{M}+`, 'giu')
const IS_PLAIN = /^[\0-\x7f]*$/
const HAS_ESCAPE = new RegExp(ESCAPED, 'i')

/** What the database asks of a text that may hide something by escapes; the same as above. */
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

/** Case is folded by way of capitals, of which there are fewer: `ß` is `ss`. */
const foldPiece = (piece: string): string =>
  piece
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[‘’‛ʼ′]/gu, "'")
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s/gu, ' ')

/** A text without differences of spelling, with the way back. */
export function plain(text: string): Plain {
  if (IS_PLAIN.test(text) && !HAS_ESCAPE.test(text)) return { text: text.toLowerCase() }
  const [begins, ends, parts]: [number[], number[], string[]] = [[], [], []]
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    // An escape may stand for several characters, of which some are composed.
    const part = Array.from(unescaped(piece), foldPiece).join('')
    for (let unit = 0; unit < part.length; unit++) {
      begins.push(index)
      ends.push(index + piece.length)
    }
    parts.push(part)
  }
  return { text: parts.join(''), begins, ends }
}

/** A text as it is compared: NFKC, without case, accents or surrounding blanks. */
export const folded = (text: string): string => plain(text.trim()).text

const TAG = /<[/!]?[a-z][^<>]*>/g
/** Elements that do not end a word. */
const IN_WORDS = /^<\/?(?:a|abbr|b|big|code|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|tt|u|wbr)[\s/>]/

/** A text as it is read without its tags. `isBreak`: whether a tag separates words. */
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

/** The ways to read a text: as it is, and, where it has tags, without them: each as a blank, or only those that end a word. */
export function readingsOf(text: string): Plain[] {
  const whole = plain(text)
  if (whole.text.search(TAG) < 0) return [whole]
  return [whole, withoutTags(whole, () => true), withoutTags(whole, (tag) => !IN_WORDS.test(tag))]
}

/** Where a stretch of the plain text is in the source. */
const sourceOf = ({ begins, ends }: Plain, from: number, to: number): Range => [
  begins?.[from] ?? from,
  ends?.[to - 1] ?? to,
]

/** The same without the tags within it. */
export function rangesOf(plain: Plain, from: number, to: number): Range[] {
  const [begin, end] = sourceOf(plain, from, to)
  const inside = (plain.tags ?? []).filter((tag) => tag[0] < end && tag[1] > begin)
  const begins = [begin, ...inside.map((tag) => tag[1])]
  const ends = [...inside.map((tag) => tag[0]), end]
  return begins.map((each, index): Range => [each, ends[index] ?? end]).filter((range) => range[0] < range[1])
}

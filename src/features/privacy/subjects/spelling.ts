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
}

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

/** Where a stretch of the plain text stands in the source. */
export const sourceOf = ({ begins, ends }: Plain, from: number, to: number): [from: number, to: number] => [
  begins?.[from] ?? from,
  ends?.[to - 1] ?? to,
]

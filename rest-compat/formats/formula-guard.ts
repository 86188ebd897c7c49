/* CSV injection: a spreadsheet runs a cell that starts with the sign of a formula. Exports guard cells, imports read them. */

const INVISIBLE = String.raw`(?:(?![\t\r\n])[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}])*`
/** In every width. The apostrophe is a sign too, so that the guard can be taken off again. */
const SIGN = "['=+\\-@＇＝＋－＠﹦﹢﹣﹫⁺⁻⁼₊₋₌−⩵⩶﬩]"
/** A cell starts at the start of the text, and after the separators of some locales: South Africa has `;`. */
const CELL_START = String.raw`(?<=^|[;\t\r\n])`

const UNGUARDED = new RegExp(String.raw`${CELL_START}(?=${INVISIBLE}${SIGN})|^(?=[\t\r\n])`, 'gu')
const GUARDED = new RegExp(String.raw`${CELL_START}'(?=${INVISIBLE}${SIGN})|^'(?=[\t\r\n])`, 'gu')

/** Text in which an apostrophe precedes all that a spreadsheet would run as a formula. */
export const guarded = (text: string): string => text.replace(UNGUARDED, "'")

/** The text that was guarded. */
export const unguarded = (text: string): string => text.replace(GUARDED, '')

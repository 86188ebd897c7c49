/*
 * CSV injection: a spreadsheet runs a cell that starts with a formula sign. Exports guard such cells, imports remove
 * the guard.
 */

const INVISIBLE = String.raw`(?:(?![\t\r\n])[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}])*`
/** Signs of every character width. The apostrophe is among them so that a guarded cell can be restored. */
const SIGN = "['=+\\-@＇＝＋－＠﹦﹢﹣﹫⁺⁻⁼₊₋₌−⩵⩶﬩]"
/** A cell starts at the start of the text and after a separator of any locale. South Africa uses `;`. */
const CELL_START = String.raw`(?<=^|[;\t\r\n])`

const UNGUARDED = new RegExp(String.raw`${CELL_START}(?=${INVISIBLE}${SIGN})|^(?=[\t\r\n])`, 'gu')
const GUARDED = new RegExp(String.raw`${CELL_START}'(?=${INVISIBLE}${SIGN})|^'(?=[\t\r\n])`, 'gu')

/** Puts an apostrophe before each cell start that a spreadsheet would run as a formula. */
export const guarded = (text: string): string => text.replace(UNGUARDED, "'")

/** Removes the apostrophes of `guarded`. */
export const unguarded = (text: string): string => text.replace(GUARDED, '')

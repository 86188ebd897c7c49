import { stringify } from 'csv-stringify/sync'
import type { StreamWriter } from '../route.ts'

/** Spreadsheets take full-width and small forms of a sign for the sign; the normal form of all of them is the same. */
const startsFormula = (text: string) => /^['=+\-@\t\r\n]/.test(text.slice(0, 1).normalize('NFKC'))

/**
 * A cell: objects as JSON; text that a spreadsheet would run as a formula is quoted by an apostrophe (CSV injection), and
 * so is text that starts with one: whoever takes one leading apostrophe off has the value itself.
 */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return typeof value === 'string' && startsFormula(text) ? `'${text}` : text
}

/** Rows as CSV lines; the header line is that of the first row's fields. */
export function csvLines(rows: Record<string, unknown>[], columns: readonly string[], header: boolean): string {
  return stringify(
    rows.map((row) => columns.map((column) => cell(row[column]))),
    { header, columns: columns.map((key) => ({ key })) },
  )
}

/** Rows as NDJSON lines. */
export const ndjsonLines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const GUARD = 'X-CSV-Formula-Guard'
const GUARD_RULE = 'in CSV, one leading apostrophe of a cell is not part of its value'

/** A streamed list of rows as CSV or NDJSON, chosen by `?format=`. */
export const csvOrNdjson: StreamWriter = {
  formats: { csv: 'text/csv', ndjson: 'application/x-ndjson' },
  headers: () => ({ [GUARD]: GUARD_RULE }),
  headerDescriptions: { [GUARD]: `How cells are read: ${GUARD_RULE}.` },
  write({ rows, columns }, format, first) {
    if (format === 'ndjson') return ndjsonLines(rows)
    return csvLines(rows, columns as string[], first)
  },
  next: ({ next }) => (next === null ? null : { after: next }),
}

import { stringify } from 'csv-stringify/sync'
import type { StreamWriter } from '../route.ts'
import { guarded } from './formula-guard.ts'

/** The text of a cell: objects as JSON, text guarded against formulas. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return guarded(JSON.stringify(value))
  return typeof value === 'string' ? guarded(value) : String(value)
}

/** Rows as CSV lines, with the titles of the columns as the header line. */
export function csvLines(
  rows: Record<string, unknown>[],
  columns: readonly string[],
  header: boolean,
  titles = columns,
): string {
  return stringify(
    rows.map((row) => columns.map((column) => cell(row[column]))),
    { header, columns: titles.map((key) => ({ key })) },
  )
}

/** Rows as NDJSON lines. */
export const ndjsonLines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

const GUARD = 'X-CSV-Formula-Guard'
const GUARD_RULE =
  'in CSV, one apostrophe at the start of a cell, or after ; tab or line break, is not part of its value where a formula sign follows'

/** A stream of rows as CSV or NDJSON. `?format=` chooses. */
export const csvOrNdjson: StreamWriter = {
  formats: { csv: 'text/csv', ndjson: 'application/x-ndjson' },
  headers: () => ({ [GUARD]: GUARD_RULE }),
  headerDescriptions: { [GUARD]: `How to read the cells: ${GUARD_RULE}.` },
  write({ rows, columns }, format, first) {
    if (format === 'ndjson') return ndjsonLines(rows)
    return csvLines(rows, columns as string[], first)
  },
  next: ({ next }) => (next === null ? null : { after: next }),
}

const BYTE_ORDER_MARK = '\uFEFF'

/** The clients as a file to save. The byte order mark tells Excel that the text is UTF-8. */
export const clientRows: StreamWriter = {
  ...csvOrNdjson,
  headers: (batch, format) => ({
    ...csvOrNdjson.headers?.(batch, format),
    'Content-Disposition': `attachment; filename="clients.${format}"`,
  }),
  write: ({ rows, columns }, format, first) =>
    format === 'ndjson'
      ? ndjsonLines(rows)
      : `${first ? BYTE_ORDER_MARK : ''}${csvLines(rows, columns as string[], first)}`,
}

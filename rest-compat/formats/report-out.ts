import type { Batch, StreamWriter } from '../route.ts'
import { csvLines } from './rows-out.ts'

/** The start of the JSON envelope: all fields of the report before its first row. */
function opening({ rows, next, columns, ...head }: Batch): string {
  const text = JSON.stringify({ success: true, data: { ...head, rows: [] } })
  return text.slice(0, -']}}'.length)
}

/** Columns that describe the campaign; the columns of figures follow them. */
const HEAD = ['campaignId', 'name', 'clientName', 'clientSector', 'type', 'status']

const headFirst = (columns: string[]) => [...HEAD, ...columns.filter((column) => !HEAD.includes(column))]

/** A report as JSON in the usual envelope, or its rows as CSV. `?format=` chooses. */
export const jsonOrCsvReport: StreamWriter = {
  formats: { json: 'application/json', csv: 'text/csv' },
  write(batch, format, first) {
    if (format === 'csv') return csvLines(batch.rows, headFirst(batch.columns as string[]), first)
    const rows = batch.rows.map((row) => JSON.stringify(row)).join(',')
    return first ? opening(batch) + rows : `,${rows}`
  },
  end: (_, format) => (format === 'csv' ? '' : ']}}'),
  next: ({ next }) => (next === null ? null : { after: next }),
}

import { parse } from 'csv-parse/sync'
import { invalid, ServiceError } from '../../src/kernel/errors.ts'
import { decodeUtf8, parseJson } from '../../src/kernel/json.ts'
import { SHAPE } from '../../src/kernel/shape.ts'
import type { BodyReader } from '../route.ts'

/** `contact.email` in a header line makes `{ contact: { email } }`; empty cells are absent. */
function nest(flat: Record<string, string>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(flat)) {
    if (value === '') continue
    const [head = '', ...rest] = column.split('.')
    if (rest.length === 0) row[head] = value
    else row[head] = { ...(row[head] as object | undefined), [rest.join('.')]: value }
  }
  return row
}

function readCsv(text: string): Record<string, unknown>[] {
  try {
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true })
    return rows.map(nest)
  } catch (error) {
    throw new ServiceError('VALIDATION_ERROR', 'The body is not CSV with a header line', {
      body: String((error as Error).message),
    })
  }
}

function readJson(body: Buffer): unknown {
  const value = parseJson(body, { ...SHAPE, items: 50_000 })
  const rows = Array.isArray(value) ? value : (value as { rows?: unknown } | null)?.rows
  if (!Array.isArray(rows)) throw invalid({ body: 'must be a list of objects, or an object with the list `rows`' })
  return rows
}

/** The rows of an import, as CSV with a header line or as JSON. */
export const csvOrJsonRows: BodyReader = {
  variable: 'rows',
  accepts: ['application/json', 'text/csv'],
  limit: 20 * 1024 * 1024,
  description:
    'JSON: a list of objects, or an object with the list `rows`. CSV in UTF-8: a header line names the fields, ' +
    '`contact.email` a field of an object; empty cells are absent.',
  read: (body, mediaType) => (mediaType === 'text/csv' ? readCsv(decodeUtf8(body)) : readJson(body)),
}

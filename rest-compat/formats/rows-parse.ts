import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { invalid, ServiceError } from '../../src/common/errors.ts'
import { decodeUtf8, parseJson } from '../../src/common/json.ts'
import { IMPORT_SHAPE, SHAPE } from '../../src/common/shape.ts'
import { unguarded } from './formula-guard.ts'

/* Runs in a thread: see `threads.ts`. */

type Row = Record<string, unknown>

/** Rows are handed over by so many characters of JSON: whoever takes them reads them at one go. */
const PART = 128 * 1024
const LONGEST_RECORD = 1024 * 1024
const PIECE = 64 * 1024

const tooMany = () => invalid({ rows: `must be at most ${IMPORT_SHAPE.items}` })

/** Where a cell belongs: `contact.email` in the header makes `{ contact: { email } }`. */
function placesOf(header: readonly string[]): string[][] {
  if (header.length > SHAPE.members) throw invalid({ body: `must have at most ${SHAPE.members} columns` })
  if (header.some((column) => /(^|\.)(__proto__|constructor\.prototype)(\.|$)/.test(column)))
    throw invalid({ body: 'must not contain the keys __proto__ or constructor.prototype' })
  return header.map((column) => {
    const dot = column.indexOf('.')
    return dot < 0 ? [column] : [column.slice(0, dot), column.slice(dot + 1)]
  })
}

/** Empty cells are absent. */
function nest(cells: readonly string[], places: readonly string[][]): Row {
  const row: Row = {}
  for (const [index, [head = '', field]] of places.entries()) {
    const cell = cells[index]
    if (cell === '' || cell === undefined) continue
    const value = unguarded(cell)
    if (field === undefined) row[head] = value
    else {
      const group = row[head]
      if (typeof group === 'object') (group as Row)[field] = value
      else row[head] = { [field]: value }
    }
  }
  return row
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE)
}

async function* csvRows(text: string): AsyncGenerator<Row> {
  const options = { bom: true, trim: true, skip_empty_lines: true, max_record_size: LONGEST_RECORD }
  const records = Readable.from(pieces(text)).pipe(parse(options))
  let places: string[][] | undefined
  let count = 0
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      if (!places) places = placesOf(cells)
      else if (++count > IMPORT_SHAPE.items) throw tooMany()
      else yield nest(cells, places)
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError('VALIDATION_ERROR', 'The body is not CSV with a header line', {
      body: String((error as Error).message),
    })
  }
}

const isRow = (value: unknown) => typeof value === 'object' && !Array.isArray(value)

/** A row that is no object becomes null: the import reports it by its number. */
function jsonRows(body: Uint8Array): unknown[] {
  const value = parseJson(body, IMPORT_SHAPE)
  const rows = Array.isArray(value) ? value : (value as { rows?: unknown } | null)?.rows
  if (!Array.isArray(rows)) throw invalid({ body: 'must be a list of objects, or an object with the list `rows`' })
  return rows.map((row) => (isRow(row) ? row : null))
}

/**
 * The rows of an import, part by part. Too many are refused before the rest of them is parsed: of CSV at the first row
 * past the limit, of JSON by counting the items.
 * @throws VALIDATION_ERROR, MALFORMED_JSON
 */
export async function* parseRows(body: Uint8Array, mediaType: string): AsyncGenerator<unknown[]> {
  let part: unknown[] = []
  let size = 0
  for await (const row of mediaType === 'text/csv' ? csvRows(decodeUtf8(body)) : jsonRows(body)) {
    part.push(row)
    size += JSON.stringify(row).length
    if (size < PART) continue
    yield part
    part = []
    size = 0
  }
  yield part
}

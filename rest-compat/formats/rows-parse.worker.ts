import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { delimiterOf } from '../../src/common/csv.ts'
import { invalid, ServiceError } from '../../src/common/errors.ts'
import { decodeUtf8, parseJson } from '../../src/common/json.ts'
import { IMPORT_SHAPE, SHAPE } from '../../src/common/shape.ts'
import type { Give } from '../../src/common/threads.ts'
import { unguarded } from './formula-guard.ts'

/* Runs in a worker thread; see `threads.ts`. */

type Row = Record<string, unknown>

/** Number of JSON characters in one message of rows, because the receiver parses a message without a pause. */
const PART = 128 * 1024
const LONGEST_RECORD = 1024 * 1024
const PIECE = 64 * 1024

const tooMany = () => invalid({ rows: `must be at most ${IMPORT_SHAPE.items}` })

/** The path of each column: `contact.email` in the header sets `{ contact: { email } }`. */
function placesOf(header: readonly string[]): string[][] {
  if (header.length > SHAPE.members) throw invalid({ body: `must have at most ${SHAPE.members} columns` })
  if (header.some((column) => /(^|\.)(__proto__|constructor\.prototype)(\.|$)/.test(column)))
    throw invalid({ body: 'must not contain the keys __proto__ or constructor.prototype' })
  return header.map((column) => {
    const dot = column.indexOf('.')
    return dot < 0 ? [column] : [column.slice(0, dot), column.slice(dot + 1)]
  })
}

/** The object that a cell holds as JSON; undefined when it holds none. */
function objectIn(cell: string): Row | undefined {
  if (!cell.startsWith('{')) return undefined
  try {
    return parseJson(Buffer.from(cell), SHAPE) as Row
  } catch {
    return undefined
  }
}

/**
 * Empty cells are absent. Exports write an object as JSON: a cell of `objects` is read as one, and what a cell of
 * `attributes` holds are further fields of the row.
 */
function nest(cells: readonly string[], places: readonly string[][], objects: readonly string[]): Row {
  const row: Row = {}
  let attributes: Row | undefined
  for (const [index, [head = '', field]] of places.entries()) {
    const cell = cells[index]
    if (cell === '' || cell === undefined) continue
    const value = unguarded(cell)
    if (head === 'attributes') attributes = objectIn(value) ?? { attributes: value }
    else if (field === undefined) row[head] = (objects.includes(head) ? objectIn(value) : undefined) ?? value
    else {
      const group = row[head]
      if (typeof group === 'object') (group as Row)[field] = value
      else row[head] = { [field]: value }
    }
  }
  return attributes ? { ...attributes, ...row } : row
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE)
}

async function* csvRows(text: string, objects: readonly string[]): AsyncGenerator<Row> {
  const delimiter = delimiterOf(text)
  const options = { bom: true, trim: true, skip_empty_lines: true, max_record_size: LONGEST_RECORD, delimiter }
  const records = Readable.from(pieces(text)).pipe(parse(options))
  let places: string[][] | undefined
  let count = 0
  try {
    for await (const cells of records as AsyncIterable<string[]>) {
      if (!places) places = placesOf(cells)
      else if (++count > IMPORT_SHAPE.items) throw tooMany()
      else yield nest(cells, places, objects)
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError('VALIDATION_ERROR', 'The body is not CSV with a header line', {
      body: String((error as Error).message),
    })
  }
}

const isRow = (value: unknown) => typeof value === 'object' && !Array.isArray(value)

/** Rows of a JSON body. A row that is not an object becomes null, so that the import reports it by its number. */
function jsonRows(body: Uint8Array): unknown[] {
  const value = parseJson(body, IMPORT_SHAPE)
  const rows = Array.isArray(value) ? value : (value as { rows?: unknown } | null)?.rows
  if (!Array.isArray(rows)) throw invalid({ body: 'must be a list of objects, or an object with the list `rows`' })
  return rows.map((row) => (isRow(row) ? row : null))
}

/**
 * Yields the rows of an import in parts. Too many rows are refused before the rest is parsed: CSV at the first row
 * above the limit, JSON by counting the items.
 * @throws VALIDATION_ERROR, MALFORMED_JSON
 */
export async function parseRows(
  body: Uint8Array,
  mediaType: string,
  objects: readonly string[],
  give: Give,
): Promise<void> {
  let part: unknown[] = []
  let size = 0
  for await (const row of mediaType === 'text/csv' ? csvRows(decodeUtf8(body), objects) : jsonRows(body)) {
    part.push(row)
    size += JSON.stringify(row).length
    if (size < PART) continue
    await give(part)
    part = []
    size = 0
  }
  await give(part)
}

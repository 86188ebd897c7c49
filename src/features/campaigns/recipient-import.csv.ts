import { setImmediate } from 'node:timers/promises'
import { type CsvError, parse } from 'csv-parse'
import { parse as parseLine } from 'csv-parse/sync'
import { delimiterOf } from '../../common/csv.ts'
import { type CodedFault, type FaultCode, invalidFields } from '../../common/errors.ts'

/*
 * Reads the text of an imported file piece by piece. A piece consists of whole lines, but a quoted value may contain line
 * breaks: the row at the end of a piece may continue in the next piece.
 */

const ATTRIBUTE = /^[A-Za-z_]\w{0,63}$/
const RESERVED = ['email', 'phone', 'language']
const MOST_COLUMNS = 100
const LONGEST_RECORD = 65_536
/** Length of the text that is parsed at once, in characters: parsing blocks the event loop. */
const LONGEST_PART = 65_536

/** The header of a file. */
export interface Header {
  delimiter: string
  columns: string[]
}

const columnNamed = (name: string): string => {
  const trimmed = name.trim()
  return RESERVED.find((each) => each === trimmed.toLowerCase()) ?? trimmed
}

/** The faults of a header, for the person who imports the file. */
function headerFault(columns: readonly string[], address: string): CodedFault | undefined {
  if (columns.length > MOST_COLUMNS) return { code: 'CSV_TOO_MANY_COLUMNS', most: MOST_COLUMNS }
  if (!columns.includes(address)) return { code: 'CSV_NO_ADDRESS', column: address }
  const odd = columns.find((name) => !ATTRIBUTE.test(name))
  if (odd !== undefined) return { code: 'CSV_ODD_COLUMN', column: odd.slice(0, 64) }
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  return twice === undefined ? undefined : { code: 'CSV_COLUMN_TWICE', column: twice }
}

/** @throws VALIDATION_ERROR for a quotation mark that is not closed */
function parsedHeader(line: string, delimiter: string): string[][] {
  try {
    return parseLine(line, { delimiter, relax_quotes: true, relax_column_count: true })
  } catch (error) {
    throw invalidFields({ 'input.csv': { code: faultOf(error as CsvError), line: 1 } })
  }
}

/**
 * Reads the first line of a file.
 * @returns the header, and the text after it
 * @throws VALIDATION_ERROR for a header without the column of the address, or with names that no variable can have
 */
export function readHeader(csv: string, address: 'email' | 'phone'): Header & { text: string } {
  const file = csv.replace(/^\uFEFF/, '')
  const [first = ''] = file.split('\n', 1)
  const delimiter = delimiterOf(first)
  const [cells = []] = parsedHeader(first, delimiter)
  const columns = cells.map(columnNamed)
  const fault = headerFault(columns, address)
  if (fault) throw invalidFields({ 'input.csv': fault })
  return { delimiter, columns, text: file.slice(first.length + 1) }
}

/** Divides text into parts of whole lines. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    const last = text.lastIndexOf('\n', start + LONGEST_PART - 1)
    const next = last < start ? text.indexOf('\n', start) : last
    const end = start + LONGEST_PART >= text.length || next < 0 ? text.length : next + 1
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}

/** A row of the file. */
export interface CsvRow {
  /** The line at which it starts, from 1 for the first line of the text. */
  line: number
  cells: string[]
}

const lineBreaks = (text: string): number => text.split('\n').length - 1

interface ParsedRecord {
  record: string[]
  info: { bytes: number; lines: number }
}

/** The complete rows of a text, the text of an incomplete row at its end, and the number of lines before that row. */
export interface ReadText {
  rows: CsvRow[]
  rest: string
  lines: number
}

/** Reads the complete rows of a short text. `isEnd`: the file ends with the text. */
async function readPart(text: string, delimiter: string, isEnd: boolean): Promise<ReadText> {
  const rows: CsvRow[] = []
  let [bytes, lines] = [0, 0]
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    on_record: (({ record, info }: ParsedRecord) => {
      rows.push({ line: info.lines - lineBreaks(record.join('')), cells: record })
      ;({ bytes, lines } = info)
      return null
    }) as never,
  })
  const failed = new Promise<unknown>((resolve) => parser.once('error', resolve))
  const done = new Promise<unknown>((resolve) => {
    parser.once('end', () => resolve(undefined)).resume()
    if (isEnd) parser.end(text)
    // The parser calls back when it has read all of the text, and then waits for more.
    else parser.write(text, resolve)
  })
  const error = await Promise.race([failed, done])
  parser.destroy()
  if (error) throw new CsvFault(faultOf(error as CsvError), lines + 1)
  return { rows, rest: isEnd ? '' : Buffer.from(text).subarray(bytes).toString(), lines }
}

/** A fault in the structure of a file, at a line. */
class CsvFault extends Error {
  constructor(
    readonly code: FaultCode,
    readonly line: number,
  ) {
    super(code)
  }
}

/**
 * Reads the complete rows of a text.
 * @param linesBefore the number of lines of the file before the text
 * @param isEnd whether the file ends with the text
 * @throws VALIDATION_ERROR for a row that is too long, which often is a quotation mark that is never closed
 */
export async function readRows(
  text: string,
  { delimiter, linesBefore, isEnd }: { delimiter: string; linesBefore: number; isEnd: boolean },
): Promise<ReadText> {
  const rows: CsvRow[] = []
  let [lines, rest] = [linesBefore, '']
  const parts = partsOf(text)
  try {
    for (const [index, part] of parts.entries()) {
      // Lets other requests run.
      await setImmediate()
      const read = await readPart(rest + part, delimiter, isEnd && index === parts.length - 1)
      for (const { line, cells } of read.rows) rows.push({ line: lines + line, cells })
      lines += read.lines
      rest = read.rest
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    throw invalidFields({ 'input.csv': { code: error.code, line: lines + error.line } })
  }
  return { rows, rest, lines }
}

const faultOf = ({ code }: CsvError): FaultCode =>
  code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE' ? 'CSV_OPEN_QUOTE' : 'CSV_UNREADABLE'

import { useId, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { useBusy } from './action-button.tsx'

const ACCEPTED = '.csv,.txt,.json,.ndjson,text/csv,application/json'

/** Accepts a file, chosen or dropped, or pasted rows. */
export function Source({ onRead }: { onRead: (sheet: Sheet) => void }) {
  const id = useId()
  const { isBusy, run } = useBusy()
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const read = (sheet: () => Promise<Sheet>) =>
    run(async () => {
      setFault('')
      await sheet()
        .then(onRead)
        .catch((error) => setFault(sentenceOf(error)))
    })
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) void read(() => readFile(file))
  }
  return (
    <div class="form">
      {fault && (
        <p class="failure" role="alert">
          {fault}
        </p>
      )}
      <div class="field">
        <label for={`${id}-file`}>{t('file.choose')}</label>
        <input
          id={`${id}-file`}
          type="file"
          class="drop"
          accept={ACCEPTED}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            // Cleared, so that the user can choose the same file again after correcting it.
            currentTarget.value = ''
          }}
        />
        <p class="quiet">{t('file.drop')}</p>
      </div>
      <div class="field">
        <label for={`${id}-text`}>{t('file.paste')}</label>
        <textarea
          id={`${id}-text`}
          rows={6}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div class="actions">
        <button type="button" aria-disabled={isBusy} onClick={() => read(() => readText(text))}>
          {t('file.usePasted')}
        </button>
      </div>
    </div>
  )
}

/** The columns and rows of a file, in any format. */
export interface Sheet {
  columns: readonly string[]
  lines: readonly Line[]
}

export interface Line {
  /** From 1. The header of a CSV file does not count. */
  number: number
  cells: readonly unknown[]
}

/** A larger file would block the page. */
const MOST_BYTES = 20 * 1024 * 1024
const MOST_COLUMNS = 200
const DELIMITERS = [',', ';', '\t', '|']

const isBlank = (cell: unknown) => cell === undefined || cell === null || cell === ''
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws Error with the reason why the file cannot be read */
async function readFile(file: File): Promise<Sheet> {
  if (file.size > MOST_BYTES) throw new Error(t('file.tooLarge'))
  return readText(decode(new Uint8Array(await file.arrayBuffer())))
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.includes(0)) throw new Error(t('file.notText'))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The default encoding of Excel's CSV files.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** @throws Error with the reason why the text cannot be read */
async function readText(text: string): Promise<Sheet> {
  const { columns, lines } = /^\s*[[{]/.test(text) ? sheetOfJson(text) : await sheetOfCsv(text)
  if (columns.length > MOST_COLUMNS) throw new Error(t('file.tooManyColumns', { count: MOST_COLUMNS }))
  const filled = lines.filter(({ cells }) => !cells.every(isBlank))
  if (filled.length === 0) throw new Error(t('file.empty'))
  return { columns, lines: filled }
}

const numbered = (rows: readonly (readonly unknown[])[]): Line[] =>
  rows.map((cells, index) => ({ number: index + 1, cells }))

/** Uses the same parser as the server. */
async function sheetOfCsv(text: string): Promise<Sheet> {
  const { parse } = await import('csv-parse/browser/esm/sync')
  try {
    const options = { bom: true, trim: true, relax_column_count: true, delimiter: delimiterOf(text) }
    const [columns = [], ...rows]: string[][] = parse(text, options)
    return { columns, lines: numbered(rows) }
  } catch (error) {
    throw new Error(t('file.notCsv', { reason: error instanceof Error ? error.message : error }))
  }
}

/** The delimiter that occurs most often in the header. */
function delimiterOf(text: string): string {
  const [header = ''] = text.trimStart().split(/\r?\n|\r/, 1)
  const unquoted = header.replace(/"[^"]*"/g, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length
  return DELIMITERS.reduce((best, each) => (countOf(each) > countOf(best) ? each : best))
}

function sheetOfJson(text: string): Sheet {
  const records = recordsIn(text).map(flat)
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  if (columns.length > MOST_COLUMNS) return { columns, lines: [] }
  return { columns, lines: numbered(records.map((record) => columns.map((column) => record[column]))) }
}

/** A list of objects, an object with the list `rows`, or one object per line. */
function recordsIn(text: string): Record<string, unknown>[] {
  const value =
    parsed(text) ??
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parsed)
  const rows = isRecord(value) ? (value.rows ?? [value]) : value
  if (Array.isArray(rows) && rows.every(isRecord)) return rows
  throw new Error(t('file.notJson'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Flattens `{ contact: { email } }` to the column `contact.email`, as in CSV. */
const flat = ({ contact, ...others }: Record<string, unknown>): Record<string, unknown> => {
  if (!isRecord(contact)) return contact === undefined ? others : { ...others, contact }
  const parts = Object.entries(contact).map(([name, value]) => [`contact.${name}`, value])
  return { ...others, ...Object.fromEntries(parts) }
}

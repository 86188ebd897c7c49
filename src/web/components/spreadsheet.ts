import { stringify } from 'csv-stringify/browser/esm/sync'
import writeSheet, { type Cell } from 'write-excel-file/universal'
import { editableMoment } from '../format.ts'
import type { CellValue, FileColumn } from './columns.tsx'

/** Characters that XML cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const MOST_CHARACTERS = 32_767

/** Text has the type of a text, so that a spreadsheet never runs it as a formula. */
function cellOf(value: CellValue): Cell {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return { type: String, value: value.replace(NO_XML, '').slice(0, MOST_CHARACTERS) }
  if (typeof value === 'number') return { type: Number, value }
  if ('cents' in value) return { type: Number, value: value.cents / 100, format: '"R" #,##0.00' }
  // A spreadsheet has no time zones: it shows the South African time, like the list.
  return { type: Date, value: new Date(`${editableMoment(value.time)}Z`), format: 'yyyy-mm-dd hh:mm' }
}

function fileValueOf<R>({ cell, show }: FileColumn<R>, row: R): CellValue {
  return cell ? cell(row) : (show(row) as string | null | undefined)
}

/** A file in the format of Excel, with a heading for each column. */
export function spreadsheetOf<R>(columns: readonly FileColumn<R>[], rows: readonly R[]): Promise<Blob> {
  const heading = columns.map(({ title }): Cell => ({ type: String, value: title, fontWeight: 'bold' }))
  const body = rows.map((row) => columns.map((column) => cellOf(fileValueOf(column, row))))
  return writeSheet([heading, ...body], { stickyRowsCount: 1, columns: columns.map(() => ({ width: 24 })) }).toBlob()
}

function csvValueOf(value: CellValue): string | number | null | undefined {
  if (typeof value !== 'object' || value === null) return value
  return 'cents' in value ? (value.cents / 100).toFixed(2) : editableMoment(value.time).replace('T', ' ')
}

/** The same table as CSV. */
export function csvOf<R>(columns: readonly FileColumn<R>[], rows: readonly R[]): Blob {
  const heading = columns.map(({ title }) => title)
  const body = rows.map((row) => columns.map((column) => csvValueOf(fileValueOf(column, row))))
  // Excel needs the byte order mark to read UTF-8. Escaping prevents it from running a text as a formula.
  return new Blob([stringify([heading, ...body], { bom: true, escape_formulas: true })], { type: 'text/csv' })
}

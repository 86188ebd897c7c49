import { hash } from 'node:crypto'
import { strToU8, type Zippable, zipSync } from 'fflate'
import type { Batch } from '../route.ts'
import { csvLines } from './rows-out.ts'

type Row = Record<string, unknown>
const json = (value: unknown) => strToU8(`${JSON.stringify(value, null, 2)}\n`)

/** One CSV file per resource, with a column for each field of its records. */
function csvFiles(rows: Row[]): Record<string, Uint8Array> {
  const files = [...Map.groupBy(rows, ({ resource }) => String(resource))].map(([resource, records]) => {
    const data = records.map((record) => record.data as Row)
    const columns = [...new Set(data.flatMap((record) => Object.keys(record)))]
    return [`csv/${resource.toLowerCase()}.csv`, strToU8(csvLines(data, columns, true))] as const
  })
  return Object.fromEntries(files)
}

/** The files of the package, and a manifest with the digest of each file. */
function files({ rows, columns: _, ...about }: Batch): Zippable {
  const contents = { 'data.json': json({ ...about, records: rows }), ...csvFiles(rows) }
  const digests = Object.entries(contents).map(([name, bytes]) => ({ name, sha256: hash('sha256', bytes, 'hex') }))
  const resources = [...Map.groupBy(rows, ({ resource }) => String(resource))]
  const counts = resources.map(([resource, { length }]) => ({ resource, records: length }))
  return { 'manifest.json': json({ ...about, resources: counts, files: digests }), ...contents }
}

/** The package, which is JSON, as a zip of these files, in base64. */
export const zipPackage = (text: string): string => Buffer.from(zipSync(files(JSON.parse(text)))).toString('base64')

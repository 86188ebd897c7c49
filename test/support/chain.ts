import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import type { Json } from './server.ts'

/*
 * A verifier that an auditor could write from the documentation alone: it uses no code of the gateway.
 */

/** The end of a chain, as in the header `X-Audit-Checkpoint`. */
export interface Checkpoint {
  sequence: number
  hash: string
}

/** JSON with sorted keys and without spaces (RFC 8785, for text, objects and null). */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join(',')}}`
}

/** Null members of the metadata are not part of the hash. */
const withoutNulls = (value: Json): Json =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
      )

/** Checks a chain from its first record. @returns the fault; undefined for a valid chain */
export function faultOf(records: Json[], kept: Checkpoint): string | undefined {
  let previous = '0'.repeat(64)
  for (const [index, { sequence, previousHash, hash, ...facts }] of records.entries()) {
    const expected = createHash('sha256')
      .update(`${previous}\n${sequence}\n${canonical({ ...facts, metadata: withoutNulls(facts.metadata) })}`)
      .digest('hex')
    if (sequence !== index + 1) return `record ${index + 1} is missing`
    if (previousHash !== previous || hash !== expected) return `record ${sequence} was changed`
    if (sequence === kept.sequence && hash !== kept.hash) return `record ${sequence} is not the one that was kept`
    previous = hash
  }
  return records.length < kept.sequence ? `the chain ends before record ${kept.sequence}` : undefined
}

/** Reads the records and the checkpoint of an export as NDJSON. */
export function readNdjson(text: string): { records: Json[]; checkpoint: Checkpoint } {
  const lines: Json[] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { records: lines.slice(0, -1), checkpoint: lines.at(-1).checkpoint }
}

const unquoted = (cell: string) => cell.replace(/^'/, '')

/** Reads the records of an export as CSV. The export adds one leading apostrophe to some cells. */
export function readCsv(text: string): Json[] {
  const rows: Record<string, string>[] = parse(text, { columns: true })
  return rows.map((row) => {
    const cells = Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, unquoted(cell)]))
    return {
      ...cells,
      sequence: Number(cells.sequence),
      metadata: JSON.parse(cells.metadata ?? ''),
      resourceId: cells.resourceId || null,
    }
  })
}

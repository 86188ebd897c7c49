import expected from '../../../schema/catalogue.json' with { type: 'json' }
import type { Ask } from './ask.ts'
import { CATALOGUE } from './catalogue.sql.ts'

interface Part {
  kind: 'table' | 'column' | 'constraint' | 'index' | 'trigger' | 'policy' | 'rule' | 'grant' | 'function'
  /** The table of the part. */
  relation: string
  name: string
  definition: string
  /** The columns of a constraint or an index. */
  columns: string[]
}

/** The parts of a schema: definition by name. */
export type Catalogue = Record<string, string>

const MOST_SHOWN = 10

const nameOf = ({ kind, relation, name }: Part): string =>
  [kind, [relation, name].filter(Boolean).join(kind === 'grant' ? ' ' : '.')].join(' ')

const partsOf = async (ask: Ask): Promise<Part[]> => (await ask<Part>(CATALOGUE, [])).rows

/** The catalogue of a database, in the form of `schema/catalogue.json`, which holds the catalogue of the migrations. */
export async function catalogueOf(ask: Ask): Promise<Catalogue> {
  const entries = (await partsOf(ask)).map((part) => [nameOf(part), part.definition] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The differences of a database from the catalogue that this version needs. Additions of a newer version that this
 * version can ignore are no differences: tables, optional columns, indexes.
 */
export async function differencesOf(ask: Ask, from: Catalogue = expected): Promise<string[]> {
  const parts = new Map((await partsOf(ask)).map((part) => [nameOf(part), part]))
  const changed = Object.entries(from).flatMap(([name, definition]) => {
    const found = parts.get(name)?.definition
    if (found === undefined) return `${name} is missing`
    return found === definition ? [] : `${name} is "${found}" instead of "${definition}"`
  })
  const added = [...parts].filter(([name, part]) => !(name in from) && !isAddition(part, from, parts))
  return [...changed, ...added.map(([name, { definition }]) => `${name} was added: ${definition}`)]
}

/** @throws Error that lists the differences of the database from the needed schema */
export async function refuseDifferences(ask: Ask, place: string, newer: readonly string[]): Promise<void> {
  const differences = await differencesOf(ask)
  if (differences.length === 0) return
  const shown = differences.slice(0, MOST_SHOWN)
  if (differences.length > MOST_SHOWN) shown.push(`and ${differences.length - MOST_SHOWN} more`)
  throw new Error(
    `${place} has another schema than this version works with:\n  ${shown.join('\n  ')}\n` +
      (newer.length > 0
        ? `A newer version has migrated it (${newer.join(', ')}): serve it with that version.`
        : 'Something other than the migrations has changed it: undo the changes as its owner, or restore a backup.'),
  )
}

function isAddition(part: Part, from: Catalogue, parts: ReadonlyMap<string, Part>): boolean {
  const { kind, relation, definition, columns } = part
  if (kind === 'function') return true
  if (kind === 'table') return isIsolated(part, parts)
  if (!(`table ${relation}` in from))
    return kind !== 'grant' || /^(table|sequence|view of its caller)/.test(definitionOf(relation, parts))
  if (kind === 'column') return !definition.includes(' not null') || definition.includes(' default ')
  // This version leaves unknown columns empty, and so satisfies every constraint on them.
  const isOfNewColumn = columns.some((column) => isEmpty(parts.get(`column ${relation}.${column}`), from))
  if (kind === 'index') return !definition.startsWith('CREATE UNIQUE') || isOfNewColumn
  return kind === 'constraint' && definition.startsWith('FOREIGN KEY') && isOfNewColumn
}

const definitionOf = (relation: string, parts: ReadonlyMap<string, Part>): string =>
  parts.get(`table ${relation}`)?.definition ?? ''

/** A table with rows of organizations must have row-level security, whatever version created the table. */
const isIsolated = ({ relation, definition }: Part, parts: ReadonlyMap<string, Part>): boolean =>
  !definition.startsWith('table') ||
  !parts.has(`column ${relation}.organization_id`) ||
  definition.endsWith('row-level security, forced')

const isEmpty = (column: Part | undefined, from: Catalogue): boolean =>
  column !== undefined && !(nameOf(column) in from) && !column.definition.includes(' default ')

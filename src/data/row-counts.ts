import 'reflect-metadata'
import type { EntityClass, MetadataStorage } from '@mikro-orm/core'
import { CompiledQuery } from 'kysely'
import { TENANT } from './tenant.ts'

/*
 * How many rows an organization has, by a column that says what they are: figures need not count them. A transaction
 * notes what it changes, and the function `append` adds it to the counts under the lock of the organization's head.
 */

const COUNTED = Symbol('counted')

/** Declares that the rows of an entity are counted by a column. The function `count_rows` of the database counts them anew. */
export const CountedBy =
  (property: string): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(COUNTED, property, target)

/** The column that the rows of an entity are counted by. */
export const countedBy = (entity: EntityClass<unknown>): string | undefined => Reflect.getOwnMetadata(COUNTED, entity)

/** The same by the name of the table. */
export function countedIn(metadata: MetadataStorage, table: string): string | undefined {
  const entity = [...metadata.getAll().values()].find(({ tableName }) => tableName === table)?.class
  return entity && countedBy(entity)
}

/** Organization, records as JSON, and what `RowChanges.take` gives. */
export const APPEND = 'select append($1, $2::jsonb, true, $3::jsonb, $4::uuid[])'
const KNOWN = 'select counts from organization_head where organization_id = $1'
/** A statement of its own: where tables are distributed, none may count others in its turn. */
const COUNTED_NOW = 'select count_rows($1) as counts'

type Rows = Record<string, Record<string, number>>

interface Reader {
  rows<R>(statement: string, parameters: readonly unknown[]): Promise<R[]>
}

/** How many rows the organization has, by table and by what they are counted by. */
export async function rowCounts(reader: Reader): Promise<Rows> {
  const [head] = await reader.rows<{ counts: Rows | null }>(KNOWN, [TENANT])
  // Who has none has never written anything.
  if (!head) return {}
  if (head.counts) return head.counts
  const [counted] = await reader.rows<{ counts: Rows }>(COUNTED_NOW, [TENANT])
  return counted?.counts ?? {}
}

/** How many rows the organization has of a table, by what they are counted by. */
export const countsOf = async (reader: Reader, table: string): Promise<Record<string, number>> =>
  (await rowCounts(reader))[table] ?? {}

/** All rows of a table together. */
export const sumOf = (counts: Readonly<Record<string, number>> = {}): number =>
  Object.values(counts).reduce((total, rows) => total + rows, 0)

/** What a transaction changed, and has not told yet. */
export class RowChanges {
  #changes: Rows = {}
  #moved: string[] = []

  /** So many more rows of a table are counted as `value`. */
  add(table: string, value: string, rows: number): void {
    const ofTable = this.#changes[table] ?? {}
    this.#changes = { ...this.#changes, [table]: { ...ofTable, [value]: (ofTable[value] ?? 0) + rows } }
  }

  /** A row is counted as something else than before. */
  move(table: string, id: string, from: string, to: string): void {
    this.add(table, from, -1)
    this.add(table, to, 1)
    this.#moved.push(id)
  }

  /** Takes it back to what it is now, for who rolls back to here. */
  mark(): () => void {
    const changes = this.#changes
    return () => {
      this.#changes = changes
    }
  }

  /** What `append` is to count, once: the changes as JSON, and the ids of what was moved. */
  take(): readonly [changes: string, moved: readonly string[]] {
    const taken = [JSON.stringify(this.#changes), this.#moved] as const
    this.#changes = {}
    this.#moved = []
    return taken
  }

  /** The statement that tells it, for who appends nothing else. */
  takeStatement(): CompiledQuery | undefined {
    if (Object.keys(this.#changes).length === 0) return undefined
    return CompiledQuery.raw(APPEND, [TENANT, '[]', ...this.take()])
  }
}

import 'reflect-metadata'
import type { EntityClass, MetadataStorage } from '@mikro-orm/core'
import { CompiledQuery } from 'kysely'
import { TENANT } from './tenant.ts'

/*
 * Row counts of an organization, by the values of one column of a table. Figures read these counts instead of counting
 * rows. A transaction notes its changes, and the database function `append` adds them to the stored counts, under the
 * lock of the organization's head.
 */

const COUNTED = Symbol('counted')

/**
 * Declares that the rows of an entity are counted by a column. The database function `count_rows` counts them from the
 * table.
 */
export const CountedBy =
  (property: string): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(COUNTED, property, target)

/** The column that an entity's rows are counted by. */
export const countedBy = (entity: EntityClass<unknown>): string | undefined => Reflect.getOwnMetadata(COUNTED, entity)

/** The column that a table's rows are counted by. */
export function countedIn(metadata: MetadataStorage, table: string): string | undefined {
  const entity = [...metadata.getAll().values()].find(({ tableName }) => tableName === table)?.class
  return entity && countedBy(entity)
}

/** Parameters: organization, records as JSON, and the result of `RowChanges.take`. */
export const APPEND = 'select append($1, $2::jsonb, true, $3::jsonb, $4::uuid[])'
const KNOWN = 'select counts from organization_head where organization_id = $1'
/** A separate statement, because on Citus a subquery cannot count the rows of another table. */
const COUNTED_NOW = 'select count_rows($1) as counts'

type Rows = Record<string, Record<string, number>>

interface Reader {
  rows<R>(statement: string, parameters: readonly unknown[]): Promise<R[]>
}

/** The organization's row counts, by table and by value of the counted column. */
export async function rowCounts(reader: Reader): Promise<Rows> {
  const [head] = await reader.rows<{ counts: Rows | null }>(KNOWN, [TENANT])
  // Without a head the organization has never written anything.
  if (!head) return {}
  if (head.counts) return head.counts
  const [counted] = await reader.rows<{ counts: Rows }>(COUNTED_NOW, [TENANT])
  return counted?.counts ?? {}
}

/** The organization's row counts of one table, by value of the counted column. */
export const countsOf = async (reader: Reader, table: string): Promise<Record<string, number>> =>
  (await rowCounts(reader))[table] ?? {}

/** The total of a table. */
export const sumOf = (counts: Readonly<Record<string, number>> = {}): number =>
  Object.values(counts).reduce((total, rows) => total + rows, 0)

/** Row count changes of a transaction that are not yet stored. */
export class RowChanges {
  #changes: Rows = {}
  #moved: string[] = []

  /** Adds to the count of `value`; `rows` may be negative. */
  add(table: string, value: string, rows: number): void {
    const ofTable = this.#changes[table] ?? {}
    this.#changes = { ...this.#changes, [table]: { ...ofTable, [value]: (ofTable[value] ?? 0) + rows } }
  }

  /** Moves one row from the count of one value to the count of another. */
  move(table: string, id: string, from: string, to: string): void {
    this.add(table, from, -1)
    this.add(table, to, 1)
    this.#moved.push(id)
  }

  /** Returns a function that restores the current counts, for a rollback to a savepoint. */
  mark(): () => void {
    const changes = this.#changes
    return () => {
      this.#changes = changes
    }
  }

  /** Returns and clears the parameters of `append`: the changes as JSON, and the ids of moved rows. */
  take(): readonly [changes: string, moved: readonly string[]] {
    const taken = [JSON.stringify(this.#changes), this.#moved] as const
    this.#changes = {}
    this.#moved = []
    return taken
  }

  /**
   * Returns the statement that stores the changes, for a transaction that appends nothing else; undefined without
   * changes.
   */
  takeStatement(): CompiledQuery | undefined {
    if (Object.keys(this.#changes).length === 0) return undefined
    return CompiledQuery.raw(APPEND, [TENANT, '[]', ...this.take()])
  }
}

import type { MetadataStorage } from '@mikro-orm/core'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ownersOf, removedWith } from './references.ts'
import { names } from './tenant.ts'
import type { Tables, Unit } from './transaction.ts'

/*
 * Legal holds. The trigger `held` of each table refuses to remove a row that a hold keeps, whatever statement removes it.
 * The conditions here find such rows before, for removals that skip them: jobs and erasures.
 */

/** A record by its resource in capitals. */
export interface NamedRecord {
  resource: string
  rowId: string
}

/** The record that a hold names, in SQL; null for all of the resource. Earlier versions stored the id as it was typed. */
export const HELD_ROW = sql<string | null>`nullif(lower(regexp_replace(row_id, '^\\s+|\\s+$', '', 'g')), '')`

/** The column that identifies a row within its organization; undefined for a table without an entity, which no hold keeps. */
const keyOf = (metadata: MetadataStorage, table: string): string | undefined =>
  [...metadata.getAll().values()]
    .filter(({ tableName }) => tableName === table)
    .flatMap(({ primaryKeys }) => primaryKeys.map((key) => names.stored(key)))
    .find((column) => column !== 'organization_id')

/** The records on which a hold keeps a row of a table: the row itself, and those that it belongs to, by the columns of their ids. */
export function heldBy(metadata: MetadataStorage, table: string): [resource: string, column: string][] {
  const key = keyOf(metadata, table)
  if (key === undefined) return []
  const owners = ownersOf(metadata, table).map(({ parent, column }): [string, string] => [parent.toUpperCase(), column])
  return [[table.toUpperCase(), key], ...owners]
}

/** Pairs of columns of a table whose rows represent rows of other tables: a resource, and the id of a record of it. */
const represented = new Map<string, readonly [resource: string, id: string][]>()

/** Declares these pairs: a hold on such a record keeps the row. */
export const Represents =
  (...pairs: [resource: string, id: string][]): ClassDecorator =>
  (target) =>
    void represented.set(names.stored(target.name), pairs)

/** The records on which a hold keeps a row, beside the row itself. */
export function otherRecordsOf(
  metadata: MetadataStorage,
  table: string,
  row: Readonly<Record<string, unknown>>,
): NamedRecord[] {
  const owners = ownersOf(metadata, table).map(({ parent, column }) => [parent.toUpperCase(), row[column]])
  const originals = (represented.get(table) ?? []).map(([resource, id]) => [row[resource], row[id]])
  return [...owners, ...originals].flatMap(([resource, id]) =>
    id == null ? [] : [{ resource: String(resource), rowId: String(id) }],
  )
}

/** Whether a row by this alias is kept by a hold. */
function isHeld(metadata: MetadataStorage, table: string, alias: string): RawBuilder<boolean> {
  const pairs =
    represented.get(table)?.map(([resource, id]) => [sql.ref(`${alias}.${resource}`), id] as const) ??
    heldBy(metadata, table).map(([resource, column]) => [sql`${resource}`, column] as const)
  if (pairs.length === 0) return sql<boolean>`false`
  const records = pairs.map(([resource, column]) => {
    const id = sql`lower(${sql.ref(`${alias}.${column}`)}::text)`
    return sql`(h.resource = ${resource} and coalesce(${HELD_ROW}, ${id}) = ${id})`
  })
  return sql<boolean>`exists (
    select 1 from legal_hold h where h.organization_id = ${sql.ref(`${alias}.organization_id`)}
      and h.released_at is null and (h.until is null or h.until > now()) and (${sql.join(records, sql` or `)}))`
}

/** A further condition that a row of a table must meet to be removed with another, such as its age. */
type Further = (table: string, alias: string) => RawBuilder<boolean> | undefined

/** Whether a row by this alias can be removed, with all that goes along: no hold keeps any of it. */
export function isRemovable(
  metadata: MetadataStorage,
  table: string,
  alias: string,
  further: Further = () => undefined,
): RawBuilder<boolean> {
  const staying = removedWith(metadata, table).map(({ table: other, column }) => {
    const own = `${alias}_${other}`
    const condition = further(other, own)
    const removable = isRemovable(metadata, other, own, further)
    return sql` and not exists (select 1 from ${sql.table(other)} as ${sql.ref(own)}
      where ${sql.ref(`${own}.organization_id`)} = ${sql.ref(`${alias}.organization_id`)}
        and ${sql.ref(`${own}.${column}`)} = ${sql.ref(`${alias}.id`)}
        and (${removable}${condition ? sql` and ${condition}` : sql``}) is not true)`
  })
  return sql<boolean>`not ${isHeld(metadata, table, alias)}${sql.join(staying, sql``)}`
}

/** Whether no hold keeps a row of the organization, or what goes along with it. */
export async function canRemove(
  { metadata, db }: Pick<Unit, 'metadata' | 'db'>,
  organizationId: string,
  { table, id }: { table: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} t
    where t.organization_id = ${organizationId} and t.id = ${id} and ${isRemovable(metadata, table, 't')}`.execute(db)
  return rows.length > 0
}

/** Waits for removals that are under way, and keeps others waiting: they find the hold that this transaction places. */
export async function lockRemovals(db: Kysely<Tables>, organizationId: string): Promise<void> {
  await sql`select 1 from organization where organization_id = ${organizationId} for update`.execute(db)
}

/** Lets a row be replaced, held or not: `work` removes it and makes it again with the same id. */
export async function replacing<T>(db: Kysely<Tables>, id: string, work: () => Promise<T>): Promise<T> {
  await sql`set local app.replaced_row = ${sql.lit(id)}`.execute(db)
  const result = await work()
  await sql`set local app.replaced_row = ''`.execute(db)
  return result
}

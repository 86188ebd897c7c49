import type { MetadataStorage } from '@mikro-orm/core'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ownersOf, removedWith } from './references.ts'
import { names, TENANT } from './tenant.ts'
import type { Tables, Transaction } from './transaction.ts'

/*
 * Legal holds. The trigger `held` of each table refuses every statement that removes a row that a hold keeps. Jobs and
 * erasures use the conditions of this file to skip such rows. Each condition contains the id of the organization,
 * because Citus cannot lock rows of a statement that takes the id from another table.
 */

/** A record. `resource` is the name of its table in capitals. */
export interface NamedRecord {
  resource: string
  rowId: string
}

/**
 * The id of the record that a hold names, in SQL; null for all records of the resource. Earlier versions stored the id
 * as it was typed.
 */
export const HELD_ROW = sql<string | null>`nullif(lower(regexp_replace(row_id, '^\\s+|\\s+$', '', 'g')), '')`

/**
 * The column that identifies a row within its organization; undefined for a table without an entity, which no hold
 * keeps.
 */
const keyOf = (metadata: MetadataStorage, table: string): string | undefined =>
  [...metadata.getAll().values()]
    .filter(({ tableName }) => tableName === table)
    .flatMap(({ primaryKeys }) => primaryKeys.map((key) => names.stored(key)))
    .find((column) => column !== 'organization_id')

/**
 * The resources whose holds keep the rows of a table, each with the column that contains the record's id. They are the
 * resource of the table itself, and the resources of the rows that its rows belong to.
 */
export function heldBy(metadata: MetadataStorage, table: string): [resource: string, column: string][] {
  const key = keyOf(metadata, table)
  if (key === undefined) return []
  const owners = ownersOf(metadata, table).map(({ parent, column }): [string, string] => [parent.toUpperCase(), column])
  return [[table.toUpperCase(), key], ...owners]
}

/** By table: pairs of columns that name a record of another table, by its resource and its id. */
const represented = new Map<string, readonly [resource: string, id: string][]>()

/** Declares pairs of columns that name other records. A hold on such a record keeps the row too. */
export const Represents =
  (...pairs: [resource: string, id: string][]): ClassDecorator =>
  (target) =>
    void represented.set(names.stored(target.name), pairs)

/**
 * The records whose holds keep a row, without the row itself: the rows that it belongs to, and the records that it
 * names.
 */
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

/** SQL condition: a hold keeps the row with this alias. */
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
    select 1 from legal_hold h where h.organization_id = ${TENANT}
      and h.released_at is null and (h.until is null or h.until > now()) and (${sql.join(records, sql` or `)}))`
}

/** An additional condition, such as an age, for a row that is removed together with another. */
type Further = (table: string, alias: string) => RawBuilder<boolean> | undefined

/** SQL condition: no hold keeps the row with this alias or a row that is removed with it. */
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
      where ${sql.ref(`${own}.organization_id`)} = ${TENANT}
        and ${sql.ref(`${own}.${column}`)} = ${sql.ref(`${alias}.id`)}
        and (${removable}${condition ? sql` and ${condition}` : sql``}) is not true)`
  })
  return sql<boolean>`not ${isHeld(metadata, table, alias)}${sql.join(staying, sql``)}`
}

/** Whether no hold keeps a row of the organization or a row that is removed with it. */
export async function canRemove(
  { metadata, db }: Pick<Transaction, 'metadata' | 'db'>,
  organizationId: string,
  { table, id }: { table: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} t
    where t.organization_id = ${organizationId} and t.id = ${id} and ${isRemovable(metadata, table, 't')}`.execute(db)
  return rows.length > 0
}

/**
 * Waits for concurrent removals, and blocks new ones until the commit. The blocked removals then see the hold that this
 * transaction creates.
 */
export async function lockRemovals(db: Kysely<Tables>, organizationId: string): Promise<void> {
  await sql`select 1 from organization where organization_id = ${organizationId} for update`.execute(db)
}

/**
 * Allows `work` to replace a row that a hold may keep: `work` deletes the row and inserts it again with the same id.
 */
export async function replacing<T>(db: Kysely<Tables>, id: string, work: () => Promise<T>): Promise<T> {
  await sql`set local app.replaced_row = ${sql.lit(id)}`.execute(db)
  const result = await work()
  await sql`set local app.replaced_row = ''`.execute(db)
  return result
}

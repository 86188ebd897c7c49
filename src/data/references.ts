import 'reflect-metadata'
import type { MetadataStorage } from '@mikro-orm/core'
import { type Kysely, sql } from 'kysely'
import { notHeld } from './hold-refusal.ts'
import { replan } from './plans.ts'
import { countedIn } from './row-counts.ts'
import { names } from './tenant.ts'
import type { Tables, Transaction } from './transaction.ts'

/*
 * References between tables, and the effect of deleting their targets. The database refuses a delete that leaves a
 * dangling reference, except for `on delete cascade`. The database never sets a reference to null, because distributed
 * tables do not support that. `removeRows` sets it instead.
 */

/** Runs statements on locked rows of one organization. `ids` are the ids of the rows. */
type OnRows<T> = (db: Kysely<Tables>, organizationId: string, ids: readonly string[]) => Promise<T>

/** Removes the references to rows before the rows are deleted. */
export type Release = OnRows<void>

/** Deletes rows, and takes its own locks. Returns the number of deleted rows. */
export type Removal = OnRows<number>

/** The target of a reference, and what happens when the target is deleted. */
export interface ReferenceRule {
  /** The referenced table. Its type is not `keyof Tables`, because that type is made from the rows themselves. */
  to: string
  nullable?: boolean
  /**
   * Whether the row belongs to the referenced row. A legal hold on the referenced row then keeps this row too. Default:
   * true if the reference is not nullable.
   */
  belongs?: boolean
  /** Removes references before the referenced rows are deleted. Default: a nullable reference is set to null. */
  release?: Release
}

interface Reference extends ReferenceRule {
  property: string
}

const REFERENCES = Symbol('references')
const REMOVAL = Symbol('removal')

/** Declares that a property of an entity is the id of another row of the same organization. */
export function declareReference(entity: object, property: string, rule: ReferenceRule): void {
  const { to, nullable, belongs, release } = rule
  const others: Reference[] = Reflect.getOwnMetadata(REFERENCES, entity) ?? []
  Reflect.defineMetadata(REFERENCES, [...others, { property, to, nullable, belongs, release }], entity)
}

/** Declares how rows of an entity without changes are deleted. */
export const RemovedBy =
  (removal: Removal): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(REMOVAL, removal, target)

const entitiesOf = (metadata: MetadataStorage) => [...metadata.getAll().values()].filter(({ abstract }) => !abstract)

const removalOf = (metadata: MetadataStorage, table: string): Removal | undefined => {
  const entity = entitiesOf(metadata).find(({ tableName }) => tableName === table)?.class
  return entity && Reflect.getOwnMetadata(REMOVAL, entity)
}

/** Whether rows of a table can change, so that they must be locked before they are deleted. */
export const isChangeable = (metadata: MetadataStorage, table: string): boolean => !removalOf(metadata, table)

/** The references of an entity, inherited ones included. */
const referencesOf = (entity: object | null): Reference[] =>
  entity ? [...referencesOf(Object.getPrototypeOf(entity)), ...(Reflect.getOwnMetadata(REFERENCES, entity) ?? [])] : []

const namedReferences = (metadata: MetadataStorage) =>
  entitiesOf(metadata).flatMap(({ class: entity, tableName: table }) => {
    return referencesOf(entity).map(({ property, to, nullable, belongs = !nullable, release }) => {
      return { table, column: names.stored(property), parent: names.stored(to), nullable, belongs, release }
    })
  })

const known = new WeakMap<MetadataStorage, ReturnType<typeof namedReferences>>()

/** All references, with the names in the database. Computed once, because the alerts of each organization need them. */
function references(metadata: MetadataStorage) {
  const found = known.get(metadata) ?? namedReferences(metadata)
  known.set(metadata, found)
  return found
}

/** A column that references a row of another table, with the names in the database. */
export interface Link {
  table: string
  column: string
  parent: string
}

/** The nullable references of a table. */
export const optionalLinksOf = (metadata: MetadataStorage, table: string): Link[] =>
  references(metadata).filter((each) => each.table === table && each.nullable)

/** The references to a table that are set to null when a row of the table is removed. */
export const clearedWith = (metadata: MetadataStorage, parent: string): Link[] =>
  references(metadata).filter((each) => each.parent === parent && each.nullable && !each.release)

/** The references of a table to rows that its rows belong to. */
export const ownersOf = (metadata: MetadataStorage, table: string): Link[] =>
  references(metadata).filter((each) => each.table === table && each.belongs)

/** The references of rows that are removed together with a row of this table. */
export const removedWith = (metadata: MetadataStorage, parent: string): Link[] =>
  references(metadata).filter((each) => each.parent === parent && (!each.nullable || each.release))

/**
 * The references that `removeRows` removes or sets to null before it deletes the referenced row. The database handles
 * the rest.
 */
export const releases = (metadata: MetadataStorage): { table: string; column: string; parent: string }[] =>
  references(metadata).filter(({ nullable, release }) => nullable || release)

/** Rows of one organization. `table` is the name in the database. */
interface Rows {
  organizationId: string
  table: string
  ids: readonly string[]
}

/**
 * Deletes rows and sets references to them to null, in one statement. Returns the number of rows, and the values of the
 * counted column, if the rows are counted.
 */
async function clearAndDelete(
  db: Kysely<Tables>,
  { organizationId, table, ids }: Rows,
  left: readonly { table: string; column: string }[],
  counted: string | undefined,
): Promise<{ count: number; values: string[] }> {
  const isOne = (column: string) => sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`
  const clearings = left.map(
    ({ table: other, column }, index) => sql`${sql.raw(`cleared_${index}`)} as (
      update ${sql.table(other)} set ${sql.ref(column)} = null
      where organization_id = ${organizationId} and ${isOne(column)}
      ${other === table ? sql`and not ${isOne('id')}` : sql``})`,
  )
  const before = clearings.length > 0 ? sql`with ${sql.join(clearings)}` : sql``
  const returning = counted ? sql`returning ${sql.ref(counted)} as value` : sql``
  const { rows, numAffectedRows = 0n } = await sql<{ value: string }>`${before} delete from ${sql.table(table)}
    where organization_id = ${organizationId} and ${isOne('id')} ${returning}`.execute(db)
  return { count: Number(numAffectedRows), values: rows.map(({ value }) => value) }
}

/**
 * Deletes rows and the references to them. Changeable rows must be locked by the caller, so that no new reference
 * appears. Returns the number of deleted rows.
 * @throws LEGAL_HOLD when a hold keeps one of the rows, or a row that is removed with it
 */
export async function removeRows(
  { metadata, db, rowChanges }: Pick<Transaction, 'metadata' | 'db' | 'rowChanges'>,
  rows: Rows,
): Promise<number> {
  const { organizationId, table, ids } = rows
  if (ids.length > 1) replan(db)
  const removal = removalOf(metadata, table)
  if (removal) return notHeld(removal(db, organizationId, ids))
  const own = references(metadata).filter(({ parent }) => parent === table)
  for (const { release } of own) if (release) await notHeld(release(db, organizationId, ids))
  const left = own.filter(({ nullable, release }) => nullable && !release)
  const { count, values } = await notHeld(clearAndDelete(db, rows, left, countedIn(metadata, table)))
  for (const value of values) rowChanges.add(table, value, -1)
  return count
}

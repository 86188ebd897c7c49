import 'reflect-metadata'
import type { MetadataStorage } from '@mikro-orm/core'
import { type Kysely, sql } from 'kysely'
import { notHeld } from './hold-refusal.ts'
import { planAnew } from './plans.ts'
import { countedIn } from './row-counts.ts'
import { names } from './tenant.ts'
import type { Tables, Unit } from './transaction.ts'

/*
 * What refers to what, and what becomes of it when that is deleted. The database refuses a delete that leaves a
 * reference behind, except where the rows go along (`on delete cascade`). It clears no reference by itself: distributed
 * tables cannot.
 */

/** Statements about rows of one organization that are locked, by their ids. */
type OnRows<T> = (db: Kysely<Tables>, organizationId: string, ids: readonly string[]) => Promise<T>

/** Lets go of rows that are about to be deleted. */
export type Release = OnRows<void>

/** Deletes rows, and takes its own locks. Returns how many there were. */
export type Removal = OnRows<number>

/** What a column refers to, and what becomes of it. */
export interface ReferenceRule {
  /** The table that it refers to. */
  to: keyof Tables
  nullable?: boolean
  /** Whether the row belongs to that one, so that a legal hold on it keeps the row too; unless given, where it needs it. */
  belongs?: boolean
  /** Lets go of rows of that table before they are deleted; unless given, a reference that may be null becomes it. */
  release?: Release
}

interface Reference extends ReferenceRule {
  property: string
}

const REFERENCES = Symbol('references')
const REMOVAL = Symbol('removal')

/** Declares that a property of an entity holds the id of another row of the same organization. */
export function declareReference(entity: object, property: string, rule: ReferenceRule): void {
  const { to, nullable, belongs, release } = rule
  const others: Reference[] = Reflect.getOwnMetadata(REFERENCES, entity) ?? []
  Reflect.defineMetadata(REFERENCES, [...others, { property, to, nullable, belongs, release }], entity)
}

/** Declares how rows of an entity are deleted that never change. */
export const RemovedBy =
  (removal: Removal): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(REMOVAL, removal, target)

const entitiesOf = (metadata: MetadataStorage) => [...metadata.getAll().values()].filter(({ abstract }) => !abstract)

const removalOf = (metadata: MetadataStorage, table: string): Removal | undefined => {
  const entity = entitiesOf(metadata).find(({ tableName }) => tableName === table)?.class
  return entity && Reflect.getOwnMetadata(REMOVAL, entity)
}

/** Whether rows of a table change, and so must be locked before they are deleted. */
export const isChangeable = (metadata: MetadataStorage, table: string): boolean => !removalOf(metadata, table)

/** Every reference, by the names of the database. */
const references = (metadata: MetadataStorage) =>
  entitiesOf(metadata).flatMap(({ class: entity, tableName: table }) => {
    const own: Reference[] = Reflect.getOwnMetadata(REFERENCES, entity) ?? []
    return own.map(({ property, to, nullable, belongs = !nullable, release }) => {
      return { table, column: names.stored(property), parent: names.stored(to), nullable, belongs, release }
    })
  })

/** A column that refers to a row of another table, by the names of the database. */
export interface Link {
  table: string
  column: string
  parent: string
}

/** The references of a table that its rows can be without. */
export const optionalLinksOf = (metadata: MetadataStorage, table: string): Link[] =>
  references(metadata).filter((each) => each.table === table && each.nullable)

/** The references to a table that are cleared when a row of it is removed. */
export const clearedWith = (metadata: MetadataStorage, parent: string): Link[] =>
  references(metadata).filter((each) => each.parent === parent && each.nullable && !each.release)

/** The references of a table to the rows that its rows belong to. */
export const ownersOf = (metadata: MetadataStorage, table: string): Link[] =>
  references(metadata).filter((each) => each.table === table && each.belongs)

/** The references by which rows of other tables are removed with a row of this one. */
export const removedWith = (metadata: MetadataStorage, parent: string): Link[] =>
  references(metadata).filter((each) => each.parent === parent && (!each.nullable || each.release))

/** The references that something is done with before a row is deleted that they lead to; the others the database keeps. */
export const releases = (metadata: MetadataStorage): { table: string; column: string; parent: string }[] =>
  references(metadata).filter(({ nullable, release }) => nullable || release)

/** Rows of one organization; the table as the database calls it. */
interface Rows {
  organizationId: string
  table: string
  ids: readonly string[]
}

/** Deletes rows and clears what refers to them, in one statement. Returns what they were counted by, where they are. */
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
 * Deletes rows, and lets go of them wherever they are referred to. They must be locked, if they are changeable: then
 * nobody can refer to them meanwhile. Returns how many there were.
 * @throws LEGAL_HOLD when a hold keeps one of them, or a row that goes along
 */
export async function removeRows(
  { metadata, db, rowChanges }: Pick<Unit, 'metadata' | 'db' | 'rowChanges'>,
  rows: Rows,
): Promise<number> {
  const { organizationId, table, ids } = rows
  if (ids.length > 1) planAnew(db)
  const removal = removalOf(metadata, table)
  if (removal) return notHeld(removal(db, organizationId, ids))
  const own = references(metadata).filter(({ parent }) => parent === table)
  for (const { release } of own) if (release) await notHeld(release(db, organizationId, ids))
  const left = own.filter(({ nullable, release }) => nullable && !release)
  const { count, values } = await notHeld(clearAndDelete(db, rows, left, countedIn(metadata, table)))
  for (const value of values) rowChanges.add(table, value, -1)
  return count
}

import type { EntityClass, RequiredEntityData } from '@mikro-orm/core'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import { deepFreeze } from '../../common/deep-freeze.ts'
import { ServiceError } from '../../common/errors.ts'
import { newId } from '../../data/ids.ts'
import { removeRows } from '../../data/references.ts'
import type { TenantRow } from '../../graphql/tenant-row.ts'
import type { Context } from '../execute/context.ts'
import { readRow } from '../execute/find-row.ts'

/**
 * Reads and locks one row for a change. A concurrent change waits, and then sees this change. With the row locked,
 * checks the caller's `If-Match` and the `updatedAt` that the change is based on.
 * @throws NOT_FOUND like `findRow`; PRECONDITION_FAILED
 */
export async function lockRow<E extends TenantRow>(
  ctx: Context,
  entity: EntityClass<E>,
  id: string,
  thing: string,
  expectedUpdatedAt?: Date,
): Promise<E> {
  const row = await readRow(ctx, entity, id, thing, ' for update')
  await ctx.checkPrecondition()
  demandUnchanged(row, thing, expectedUpdatedAt)
  return row
}

/** @throws PRECONDITION_FAILED if the change is based on an older version of the locked row */
export function demandUnchanged({ updatedAt }: { updatedAt: Date }, thing: string, expected: Date | undefined): void {
  if (expected && expected.getTime() !== updatedAt.getTime())
    throw new ServiceError('PRECONDITION_FAILED', `${thing} has changed since it was read`, {
      updatedAt: updatedAt.toISOString(),
    })
}

/** The values of a new row. Columns that cannot be null are required. */
export type NewRow<E extends TenantRow> = Omit<RequiredEntityData<E>, keyof TenantRow>

/** Changes to a row. Undefined fields stay unchanged. */
export type Changes<E> = { readonly [K in keyof E]?: E[K] | undefined }

/** The columns of a row. Other fields of an entity are optional. */
type ColumnOf<E> = { [K in keyof E]-?: object extends Pick<E, K> ? never : K }[keyof E]

/** Refuses keys that are not columns of the row, also in values from variables. */
type NoOther<D, E> = { readonly [K in Exclude<keyof D, ColumnOf<E>>]?: never }

/** @throws Error for a value without a column: it would be returned and recorded, but not stored */
function demandColumns(ctx: Context, entity: EntityClass<unknown>, given: object): void {
  const { className, properties } = ctx.metadata.get(entity)
  const others = Object.entries(given).filter(([key, value]) => value !== undefined && !Object.hasOwn(properties, key))
  if (others.length > 0) throw new Error(`${className} has no columns ${others.map(([key]) => key).join(', ')}`)
}

function completed<E extends TenantRow>(ctx: Context, entity: EntityClass<E>, data: NewRow<E>, id: string): E {
  const { now, organizationId } = ctx
  demandColumns(ctx, entity, data)
  const given: Record<string, unknown> = { ...data, id, organizationId, createdAt: now, updatedAt: now }
  const columns = ctx.metadata
    .get(entity)
    .props.map(({ name, nullable }) => [name, given[name] ?? (nullable ? null : undefined)])
  return deepFreeze(Object.fromEntries(columns))
}

/** Inserts a row of the caller's organization, and returns it as it is stored. */
export function addRow<E extends TenantRow, D extends NewRow<E>>(
  ctx: Context,
  entity: EntityClass<E>,
  data: D & NoOther<D, E>,
  id = newId(),
): E {
  const row = completed(ctx, entity, data, id)
  ctx.insert(entity, [row])
  return row
}

/** Inserts rows with one statement, and returns their ids. */
export function addRows<E extends TenantRow, D extends NewRow<E>>(
  ctx: Context,
  entity: EntityClass<E>,
  data: readonly (D & NoOther<D, E>)[],
): string[] {
  const rows = data.map((each) => completed(ctx, entity, each, newId()))
  ctx.insert(entity, rows)
  return rows.map(({ id }) => id)
}

/**
 * Deletes one row and the references to it. Returns the id.
 * @throws NOT_FOUND like `findRow`; PRECONDITION_FAILED
 */
export async function removeRow<E extends TenantRow>(
  ctx: Context,
  entity: EntityClass<E>,
  id: string,
  thing: string,
): Promise<string> {
  await lockRow(ctx, entity, id, thing)
  await removeRows(ctx, { organizationId: ctx.organizationId, table: ctx.metadata.get(entity).tableName, ids: [id] })
  return id
}

const isSame = (one: unknown, other: unknown) => one === other || canonicalize(one) === canonicalize(other)

/** The given fields whose values differ from the row. */
export function changesOf<E extends object>(row: E, changes: Changes<E>): Partial<E> {
  const differing = Object.entries(changes).filter(
    ([key, value]) => value !== undefined && !isSame(value, row[key as keyof E]),
  )
  return Object.fromEntries(differing) as Partial<E>
}

/**
 * Changes the given fields that differ. If none differs, nothing is written.
 * @returns the row as it is stored after the change
 */
export function changeRow<E extends { updatedAt: Date }, C extends object>(
  ctx: Context,
  entity: EntityClass<E>,
  row: E,
  changes: C & Changes<E> & NoOther<C, E>,
): E {
  demandColumns(ctx, entity, changes)
  const differing = changesOf<E>(row, changes)
  const fields = Object.keys(differing)
  if (fields.length === 0) return row
  ctx.noteChanged(fields)
  const written = { ...differing, updatedAt: ctx.now }
  ctx.update(entity, row, written)
  return deepFreeze({ ...row, ...written })
}

/**
 * Runs one item of a bulk operation in a savepoint. If the item fails, its changes are rolled back and the other items
 * stay.
 */
export async function inSavepoint<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const recorded = ctx.trail.length
  const uncount = ctx.rowChanges.mark()
  await sql`savepoint item`.execute(ctx.db)
  try {
    const result = await work()
    await ctx.settle()
    await sql`release savepoint item`.execute(ctx.db)
    return result
  } catch (error) {
    // The rollback to the savepoint also removes sent statements. If one was refused, only this item fails.
    await ctx.settle().catch(() => {})
    await sql`rollback to savepoint item`.execute(ctx.db)
    ctx.trail.length = recorded
    uncount()
    ctx.takeChanged()
    throw error
  }
}

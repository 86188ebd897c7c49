import type { EntityClass, RequiredEntityData } from '@mikro-orm/core'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { deepFreeze } from '../common/deep-freeze.ts'
import { notFound, ServiceError } from '../common/errors.ts'
import { newId } from '../data/ids.ts'
import { removeRows } from '../data/references.ts'
import { andPresent } from '../data/removed-rows.ts'
import { TENANT } from '../data/tenant.ts'
import type { TenantRow } from '../graphql/tenant-row.ts'
import type { Context } from './context.ts'

/** Statements are written once for an entity: most requests read a row. */
const selects = new WeakMap<object, string>()

/** Reads a row by its id, in the caller's organization. */
function selectOf({ metadata }: Context, entity: EntityClass<unknown>): string {
  const known = selects.get(entity)
  if (known) return known
  const { props, tableName } = metadata.get(entity)
  const columns = props.map(({ name, fieldNames }) => `"${fieldNames[0]}" as "${name}"`)
  const isThere = `organization_id = $1 and id = $2${andPresent(tableName, `"${tableName}"`)}`
  const text = `select ${columns.join(', ')} from "${tableName}" where ${isThere}`
  selects.set(entity, text)
  return text
}

async function readRow<E extends TenantRow>(
  ctx: Context,
  entity: EntityClass<E>,
  id: string,
  thing: string,
  lock: '' | ' for update',
): Promise<E> {
  const [row] = isUuid(id) ? await ctx.rows<E>(selectOf(ctx, entity) + lock, [TENANT, id]) : []
  if (!row) throw notFound(thing)
  return deepFreeze(row)
}

/**
 * Reads one row of the caller's organization.
 * @throws NOT_FOUND `<thing> not found`, also for ids that are not ids and rows of other tenants
 */
export const findRow = <E extends TenantRow>(
  ctx: Context,
  entity: EntityClass<E>,
  id: string,
  thing: string,
): Promise<E> => readRow(ctx, entity, id, thing, '')

/**
 * The id of a row that another is to refer to, as it is stored; null for an empty one, undefined for none.
 * @throws NOT_FOUND like `findRow`
 */
export async function findId(
  ctx: Context,
  entity: EntityClass<TenantRow>,
  id: string | null | undefined,
  thing: string,
): Promise<string | null | undefined> {
  return id ? (await findRow(ctx, entity, id, thing)).id : id === '' ? null : id
}

/**
 * Reads one row for a change, and locks it: whoever changes it too waits, and then sees this change.
 * With the row locked, the caller's `If-Match` is checked, and the `updatedAt` that the change began from.
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

/** @throws PRECONDITION_FAILED when a change began from something older than the locked row */
export function demandUnchanged({ updatedAt }: { updatedAt: Date }, thing: string, expected: Date | undefined): void {
  if (expected && expected.getTime() !== updatedAt.getTime())
    throw new ServiceError('PRECONDITION_FAILED', `${thing} has changed since it was read`, {
      updatedAt: updatedAt.toISOString(),
    })
}

/** What a new row needs: values for the columns that cannot be null, and for others where they are not to be. */
export type NewRow<E extends TenantRow> = Omit<RequiredEntityData<E>, keyof TenantRow>

/** What a change may say of a row; what is undefined stays as it is. */
export type Changes<E> = { readonly [K in keyof E]?: E[K] | undefined }

/** The columns of a row. What an entity shows beside them is optional. */
type ColumnOf<E> = { [K in keyof E]-?: object extends Pick<E, K> ? never : K }[keyof E]

/** Refuses keys that are no columns of the row, also those of values that come from elsewhere. */
type NoOther<D, E> = { readonly [K in Exclude<keyof D, ColumnOf<E>>]?: never }

/** @throws Error for a value that no column would keep: it would be answered and recorded, and lost */
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

/** Makes a row of the caller's organization, and returns it as it is stored. */
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

/** Makes rows by one statement, and returns their ids. */
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
 * Deletes one row, and lets go of it wherever it is referred to. Returns the id.
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

/** Those of the changes that are any: they are given, and another value than the row has. */
export function changesOf<E extends object>(row: E, changes: Changes<E>): Partial<E> {
  const differing = Object.entries(changes).filter(
    ([key, value]) => value !== undefined && !isSame(value, row[key as keyof E]),
  )
  return Object.fromEntries(differing) as Partial<E>
}

/**
 * Changes the fields that are given and differ; where none does, nothing is written.
 * @returns the row as it is stored from here on
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
 * Runs one item of a bulk operation in a savepoint: when it fails, what it did is undone and the others stay.
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
    // What was sent goes with the savepoint; its refusal, if it was refused, is this item's alone.
    await ctx.settle().catch(() => {})
    await sql`rollback to savepoint item`.execute(ctx.db)
    ctx.trail.length = recorded
    uncount()
    ctx.takeChanged()
    throw error
  }
}

import type { EntityClass } from '@mikro-orm/core'
import { validate as isUuid } from 'uuid'
import { deepFreeze } from '../../common/deep-freeze.ts'
import { notFound } from '../../common/errors.ts'
import { andPresent } from '../../data/removed-rows.ts'
import { TENANT } from '../../data/tenant.ts'
import type { TenantRow } from '../../graphql/tenant-row.ts'
import type { Context } from './context.ts'

/** The SQL text of each entity is cached: most requests read a row. */
const selects = new WeakMap<object, string>()

/** The statement that reads a row of the caller's organization by id. */
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

/** Reads one row, and locks it with `lock`. @throws NOT_FOUND */
export async function readRow<E extends TenantRow>(
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
 * @throws NOT_FOUND `<thing> not found`, also for an invalid id and for a row of another tenant
 */
export const findRow = <E extends TenantRow>(
  ctx: Context,
  entity: EntityClass<E>,
  id: string,
  thing: string,
): Promise<E> => readRow(ctx, entity, id, thing, '')

/**
 * The id of the row that a new reference names. Null for an empty id, undefined for an absent one.
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

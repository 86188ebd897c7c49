import type { EntityClass } from '@mikro-orm/core'
import { sql } from 'kysely'
import { clearedWith, type Link, removedWith, removeRows } from '../../data/references.ts'
import type { Context } from '../../engine/execute/context.ts'
import { lockRow } from '../../engine/write/rows.ts'
import type { TenantRow } from '../../graphql/tenant-row.ts'

/**
 * Stores the rows that refer to a record: the whole row if it is removed with the record, otherwise only the reference.
 * Locks the rows, so that no copy contains a person whose erasure is not committed yet.
 */
const keepRows = (ctx: Context, owner: string, id: string, { table, column }: Link, isRemoved: boolean) =>
  sql`insert into trash_row (organization_id, trash_id, id, linked_by, resource, owner, content)
    select t.organization_id, ${id}::uuid, t.id, ${isRemoved ? '' : column}, ${table.toUpperCase()}, ${owner},
      ${isRemoved ? sql`to_jsonb(t)` : sql`null::jsonb`}
    from (select * from ${sql.table(table)}
      where organization_id = ${ctx.organizationId} and ${sql.ref(column)} = ${id} order by id for update) t`.execute(
    ctx.db,
  )

/**
 * Deletes one row. Stores it in the trash with the rows that are removed with it and the references that are cleared.
 * @param name the column that users know the record by
 * @param before runs while the row still exists
 * @returns the id
 * @throws NOT_FOUND, PRECONDITION_FAILED, LEGAL_HOLD
 */
export async function moveToTrash<E extends TenantRow>(
  ctx: Context,
  entity: EntityClass<E>,
  id: string,
  { thing, name, before }: { thing: string; name: keyof E & string; before?: (row: E) => Promise<void> },
): Promise<string> {
  const row = await lockRow(ctx, entity, id, thing)
  await before?.(row)
  const { metadata, organizationId, db } = ctx
  const { tableName: table } = metadata.get(entity)
  const owner = table.toUpperCase()
  await sql`insert into trash_item (organization_id, id, resource, name, content, deleted_by, deleted_at)
    select t.organization_id, t.id, ${owner}, ${sql.ref(`t.${name}`)}, to_jsonb(t), ${ctx.caller.userId}, ${ctx.now}
    from ${sql.table(table)} t where t.organization_id = ${organizationId} and t.id = ${row.id}`.execute(db)
  for (const link of removedWith(metadata, table)) await keepRows(ctx, owner, row.id, link, true)
  for (const link of clearedWith(metadata, table)) await keepRows(ctx, owner, row.id, link, false)
  await removeRows(ctx, { organizationId, table, ids: [row.id] })
  return row.id
}

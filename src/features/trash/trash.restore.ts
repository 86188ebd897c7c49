import { type RawBuilder, sql } from 'kysely'
import { notFound, refusal } from '../../common/errors.ts'
import type { WorkKind } from '../../data/due-times.ts'
import { type Link, optionalLinksOf, ownersOf, removedWith } from '../../data/references.ts'
import { countedIn } from '../../data/row-counts.ts'
import { names } from '../../data/tenant.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { dueAt } from '../campaigns/campaign.rules.ts'
import { wakeCampaigns } from '../campaigns/campaign.wake.ts'
import { voidSignOffs } from '../sign-off/sign-off.voiding.ts'
import { TrashItem, TrashResource } from './trash.entity.ts'

/** Rows of one table in the trash, with the alias `t`. They have an id and a content. */
interface Stored {
  table: string
  rows: RawBuilder<unknown>
}

const tableOf = (resource: string): string => resource.toLowerCase()

/**
 * Whether a restored row `c` may refer to the row `p` again. Content has one item per language. A translation has no
 * translations.
 */
const MAY_LINK: Readonly<Record<string, (organizationId: string) => RawBuilder<boolean>>> = {
  'content_item.translation_of': (organizationId) => sql<boolean>`p.translation_of is null and p.language <> c.language
    and not exists (select 1 from content_item other where other.organization_id = ${organizationId}
      and (other.translation_of = c.id or (other.translation_of = p.id and other.language = c.language)))`,
}

const mayLink = ({ table, column }: Link, organizationId: string) =>
  MAY_LINK[`${table}.${column}`]?.(organizationId) ?? sql<boolean>`true`

/**
 * The columns that the stored rows and the table have in common. A column added since the deletion gets its default.
 */
async function columnsOf(ctx: Context, { table, rows }: Stored): Promise<string[]> {
  const { rows: keys } = await sql<{ key: string }>`
    select jsonb_object_keys(first.content) as key from (select t.content from ${rows} limit 1) first`.execute(ctx.db)
  const entity = [...ctx.metadata.getAll().values()].find(({ tableName }) => tableName === table)
  const known = entity?.props.map(({ name }) => names.stored(name)) ?? []
  return keys.map(({ key }) => key).filter((key) => known.includes(key) && key !== 'organization_id')
}

/** The reference columns, with null for references to records that do not exist now. */
const withoutGone = (ctx: Context, table: string): RawBuilder<unknown> =>
  sql.join(
    optionalLinksOf(ctx.metadata, table).map(
      (link) => sql` || case when exists (
        select 1 from ${sql.table(link.parent)} p cross join lateral jsonb_populate_record(null::${sql.table(table)}, t.content) c
        where p.organization_id = ${ctx.organizationId} and p.id = (t.content ->> ${link.column})::uuid
          and ${mayLink(link, ctx.organizationId)}
      ) then '{}' else jsonb_build_object(${link.column}::text, null) end`,
    ),
    sql``,
  )

/** Inserts the stored rows into their table again. */
async function putBack(ctx: Context, stored: Stored): Promise<void> {
  const columns = await columnsOf(ctx, stored)
  if (columns.length === 0) return
  const { table, rows } = stored
  await sql`insert into ${sql.table(table)} (organization_id, ${sql.join(columns.map((each) => sql.ref(each)))})
    select t.organization_id, ${sql.join(columns.map((each) => sql.ref(`r.${each}`)))} from ${rows}
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, t.content${withoutGone(ctx, table)}) r`.execute(
    ctx.db,
  )
}

/**
 * Stores the references of restored rows to records that are still in the trash. Restoring such a record sets them
 * again.
 */
async function awaitOthers(ctx: Context, { table, rows }: Stored): Promise<void> {
  for (const { column, parent } of optionalLinksOf(ctx.metadata, table))
    await sql`insert into trash_row (organization_id, trash_id, id, linked_by, resource, owner)
      select t.organization_id, other.id, t.id, ${column}, ${table.toUpperCase()}, other.resource from ${rows}
      join trash_item other on other.organization_id = t.organization_id and other.resource = ${parent.toUpperCase()}
        and other.id = (t.content ->> ${column})::uuid
      on conflict do nothing`.execute(ctx.db)
}

/**
 * Sets the references of rows that referred to the record, unless they refer to another record now. Includes rows in
 * the trash.
 */
async function linkAgain(ctx: Context, item: TrashItem): Promise<void> {
  const { organizationId, db } = ctx
  const { rows: links } = await sql<{ resource: string; linkedBy: string }>`
    select distinct resource, linked_by from trash_row
    where organization_id = ${organizationId} and trash_id = ${item.id} and linked_by <> ''`.execute(db)
  for (const { resource, linkedBy: column } of links) {
    const link = { table: tableOf(resource), column, parent: tableOf(item.resource) }
    for (const trash of ['trash_item', 'trash_row'])
      await sql`update ${sql.table(trash)} as stored set content = stored.content || jsonb_build_object(${column}::text, ${item.id}::text)
        from trash_row t where t.organization_id = ${organizationId} and t.trash_id = ${item.id} and t.resource = ${resource}
          and t.linked_by = ${column} and stored.organization_id = t.organization_id and stored.id = t.id
          and stored.resource = t.resource and stored.content is not null
          and stored.content ->> ${column} is null`.execute(db)
    // If there are several translations in one language, only the first is linked.
    const first = `${link.table}.${column}` in MAY_LINK ? sql`distinct on (c.language)` : sql``
    await sql`update ${sql.table(link.table)} set ${sql.ref(column)} = ${item.id}
      where organization_id = ${organizationId} and id in (
        select ${first} c.id from trash_row t
        join ${sql.table(link.table)} c on c.organization_id = t.organization_id and c.id = t.id
        join ${sql.table(link.parent)} p on p.organization_id = t.organization_id and p.id = t.trash_id
        where t.organization_id = ${organizationId} and t.trash_id = ${item.id} and t.resource = ${resource}
          and t.linked_by = ${column} and ${sql.ref(`c.${column}`)} is null and ${mayLink(link, organizationId)})`.execute(
      db,
    )
  }
}

/** @throws CONFLICT if other analytics records now have the keys */
async function demandFreeKeys({ db, organizationId }: Context, id: string): Promise<void> {
  const { rows } = await sql<{ key: string }>`select r.key from trash_row t
    join analytics_record r on r.organization_id = t.organization_id and r.key = t.content ->> 'key'
    where t.organization_id = ${organizationId} and t.trash_id = ${id} and t.resource = 'ANALYTICS_RECORD'
    order by r.key limit 10`.execute(db)
  if (rows.length === 0) return
  throw refusal('CONFLICT', 'KEYS_TAKEN', { keys: rows.map(({ key }) => key) })
}

/** Work on rows of a campaign. It found none of them while the campaign was in the trash. */
const WORK_ON_ROWS: readonly WorkKind[] = ['recipient_imports', 'test_messages', 'message_spend']

/** Updates what depends on a campaign: the sums of its results, the time of its next status change, and its work. */
async function resume(ctx: Context, id: string): Promise<void> {
  await sql`select add_up_campaign(${ctx.organizationId}, ${id})`.execute(ctx.db)
  const at = dueAt(await findRow(ctx, Campaign, id, 'Campaign'))
  if (at) ctx.makeDue('campaigns', at)
  for (const kind of WORK_ON_ROWS) ctx.makeDue(kind)
}

/** Restored content is not covered by a sign-off that its campaign got since the deletion. */
async function rejoinCampaign(ctx: Context, { content }: TrashItem): Promise<void> {
  const campaignId = content.campaign_id
  if (typeof campaignId === 'string') await voidSignOffs(ctx, { campaignIds: [campaignId] }, 'CONTENT_RESTORED')
}

/** Locks the item and its rows against another restore and an erasure. @throws NOT_FOUND */
export async function lockItem(ctx: Context, id: string): Promise<TrashItem> {
  const item = await ctx.db.selectFrom('trashItem').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!item) throw notFound('Trash item')
  await sql`select count(*) from (select 1 from trash_row
    where organization_id = ${ctx.organizationId} and trash_id = ${id} order by id for update) as locked`.execute(
    ctx.db,
  )
  return item
}

/** The tables whose rows were removed with a record. A table comes after those that its rows belong to. */
function tablesAlong({ metadata }: Context, record: string): string[] {
  const tables = removedWith(metadata, record).map(({ table }) => table)
  const ownersIn = (table: string) =>
    ownersOf(metadata, table).flatMap(({ parent }) => (parent !== table && tables.includes(parent) ? [parent] : []))
  const depthOf = (table: string): number => 1 + Math.max(0, ...ownersIn(table).map(depthOf))
  return tables.sort((one, other) => depthOf(one) - depthOf(other))
}

/**
 * Restores a record and the rows that were removed with it, under the same ids, and removes it from the trash.
 * @throws CONFLICT
 */
export async function restore(ctx: Context, item: TrashItem): Promise<void> {
  const { metadata, organizationId, db } = ctx
  const own = sql`organization_id = ${organizationId}`
  const table = tableOf(item.resource)
  const record: Stored = { table, rows: sql`(select * from trash_item where ${own} and id = ${item.id}) t` }
  const along = tablesAlong(ctx, table).map((other): Stored => {
    const isOf = sql`trash_id = ${item.id} and resource = ${other.toUpperCase()} and linked_by = ''`
    return { table: other, rows: sql`(select * from trash_row where ${own} and ${isOf}) t` }
  })
  if (item.resource === TrashResource.CAMPAIGN) await demandFreeKeys(ctx, item.id)
  for (const stored of [record, ...along]) {
    await putBack(ctx, stored)
    await awaitOthers(ctx, stored)
  }
  await linkAgain(ctx, item)
  if (item.resource === TrashResource.CAMPAIGN) await resume(ctx, item.id)
  if (item.resource === TrashResource.CONTENT_ITEM) await rejoinCampaign(ctx, item)
  // What a campaign depends on, such as a consent, may have changed since its deletion.
  wakeCampaigns(ctx)
  const counted = countedIn(metadata, table)
  if (counted) ctx.rowChanges.add(table, String(item.content[counted]), 1)
  await sql`delete from trash_item where ${own} and id = ${item.id}`.execute(db)
}

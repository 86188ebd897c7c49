import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { batched, type Context } from '../../engine/context.ts'
import { likePattern } from '../../graphql/page.ts'
import type { ContentFilter } from './content.inputs.ts'
import type { ContentItem } from './content-item.entity.ts'

/** Content that matches a filter, all columns. */
export function contentWhere(ctx: Context, filter: ContentFilter = {}) {
  let query = ctx.db.selectFrom('contentItem').selectAll()
  if (filter.search) query = query.where('title', 'ilike', likePattern(filter.search))
  if (filter.status?.length) query = query.where('status', 'in', filter.status)
  if (filter.type?.length) query = query.where('type', 'in', filter.type)
  if (filter.language?.length) query = query.where('language', 'in', filter.language)
  if (filter.isTemplate != null) query = query.where('isTemplate', '=', filter.isTemplate)
  if (filter.campaignId) {
    query = isUuid(filter.campaignId)
      ? query.where('campaignId', '=', filter.campaignId)
      : query.where(sql<boolean>`false`)
  }
  return query
}

/** The newest content of each campaign: one query for all campaigns of the operation. */
export const newestContent = batched<ContentItem[], number>([], async (ctx, ids, size) => {
  const ranked = ctx.db
    .selectFrom('contentItem')
    .selectAll()
    .select(sql<number>`row_number() over (partition by campaign_id order by created_at desc, id desc)`.as('place'))
    .where('campaignId', 'in', [...ids])
    .as('ranked')
  const items = await ctx.db.selectFrom(ranked).selectAll().where('place', '<=', size).orderBy('place').execute()
  return Map.groupBy(items, ({ campaignId }) => String(campaignId))
})

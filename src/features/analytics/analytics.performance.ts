import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Context } from '../../engine/context.ts'
import { countOf, type PageMeta } from '../../graphql/page.ts'
import { rangeOrAll } from './analytics.days.ts'
import { type PerformanceArgs, PerformanceSort } from './analytics.inputs.ts'
import type { CampaignFigures } from './analytics.outputs.ts'
import { campaignFigures, figureRows } from './analytics.queries.ts'

const per = (dividend: string, divisor: string) => sql`(${sql.raw(dividend)})::float8 / nullif(${sql.raw(divisor)}, 0)`

/** What campaigns are ranked by; those without any records count as zero. */
const RANKS = {
  [PerformanceSort.NAME]: sql`campaign.name`,
  [PerformanceSort.IMPRESSIONS]: sql`coalesce(impressions, 0)`,
  [PerformanceSort.CLICKS]: sql`coalesce(clicks, 0)`,
  [PerformanceSort.CONVERSIONS]: sql`coalesce(conversions, 0)`,
  [PerformanceSort.SPEND]: sql`coalesce(spend_cents, 0)`,
  [PerformanceSort.REVENUE]: sql`coalesce(revenue_cents, 0)`,
  [PerformanceSort.CTR]: per('clicks', 'impressions'),
  [PerformanceSort.CONVERSION_RATE]: per('conversions', 'clicks'),
  [PerformanceSort.CPC]: per('spend_cents', 'clicks'),
  [PerformanceSort.CPA]: per('spend_cents', 'conversions'),
  [PerformanceSort.ROI]: per('revenue_cents - spend_cents', 'spend_cents'),
}

/** A page of campaigns with what they achieved, ranked. */
export async function performance(
  ctx: Context,
  { sort, order, clientId, status, ...asked }: PerformanceArgs,
): Promise<{ items: CampaignFigures[]; meta: PageMeta }> {
  const page = asked.page ?? 1
  const limit = asked.limit ?? 10
  let query = figureRows(ctx, rangeOrAll(asked))
  let matches = ctx.db.selectFrom('campaign').select('id')
  if (clientId != null) {
    if (!isUuid(clientId)) return { items: [], meta: { total: 0, page, limit, pages: 0 } }
    query = query.where('campaign.clientId', '=', clientId)
    matches = matches.where('clientId', '=', clientId)
  }
  if (status != null) {
    query = query.where('campaign.status', '=', status)
    matches = matches.where('status', '=', status)
  }
  const rows = await query
    .orderBy(sql`${RANKS[sort]} ${sql.raw(order)} nulls last, campaign.id`)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const total = await countOf(matches)
  return { items: rows.map(campaignFigures), meta: { total, page, limit, pages: Math.ceil(total / limit) } }
}

import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { countsOf, sumOf } from '../../data/row-counts.ts'
import type { Context } from '../../engine/context.ts'
import { type Page, partOf, placedPage } from '../../graphql/relay.ts'
import type { CampaignStatus } from '../campaigns/campaign.entity.ts'
import { type Range, rangeOrAll } from './analytics.days.ts'
import { MEASURES } from './analytics.figures.ts'
import { type PerformanceArgs, PerformanceSort } from './analytics.inputs.ts'
import type { CampaignFigures } from './analytics.outputs.ts'
import { campaignFigures, campaignSums, figureRows } from './analytics.queries.ts'

/** From so many campaigns on, those in front are looked up apart from those that have achieved nothing. */
const MANY = 1_000

interface Rank {
  by: RawBuilder<unknown>
  /** Campaigns without results have no rate, and come last. Of what is added up they have zero. */
  isRate: boolean
}

const sum = (column: string): Rank => ({ by: sql.ref(column), isRate: false })
const rate = (dividend: string, divisor: string): Rank => ({
  by: sql`(${sql.raw(dividend)})::float8 / nullif(${sql.raw(divisor)}, 0)`,
  isRate: true,
})

/** What campaigns are ranked by. */
const RANKS = {
  [PerformanceSort.IMPRESSIONS]: sum('impressions'),
  [PerformanceSort.CLICKS]: sum('clicks'),
  [PerformanceSort.CONVERSIONS]: sum('conversions'),
  [PerformanceSort.SPEND]: sum('spendCents'),
  [PerformanceSort.REVENUE]: sum('revenueCents'),
  [PerformanceSort.CTR]: rate('clicks', 'impressions'),
  [PerformanceSort.CONVERSION_RATE]: rate('conversions', 'clicks'),
  [PerformanceSort.CPC]: rate('spend_cents', 'clicks'),
  [PerformanceSort.CPA]: rate('spend_cents', 'conversions'),
  [PerformanceSort.ROI]: rate('revenue_cents - spend_cents', 'spend_cents'),
}

interface Matches {
  clientId: string | undefined
  status: CampaignStatus | undefined
}

interface Asked extends Matches, Pick<PerformanceArgs, 'sort' | 'order'> {
  range: Range | undefined
  limit: number
  offset: number
}

/** The campaigns that match, without their figures. */
function matching(ctx: Context, { clientId, status }: Matches) {
  let query = ctx.db.selectFrom('campaign').select('id')
  if (clientId !== undefined) query = query.where('clientId', '=', clientId)
  if (status !== undefined) query = query.where('status', '=', status)
  return query
}

async function totalOf(ctx: Context, asked: Matches): Promise<number> {
  if (asked.clientId !== undefined) {
    const counted = matching(ctx, asked).clearSelect().select(sql<number>`count(*)`.as('count'))
    return (await counted.executeTakeFirstOrThrow()).count
  }
  const counts = await countsOf(ctx, 'campaign')
  return asked.status === undefined ? sumOf(counts) : (counts[asked.status] ?? 0)
}

function allRows(ctx: Context, asked: Asked) {
  const { sort, order, clientId, status, range, limit, offset } = asked
  let query = figureRows(ctx, campaignSums(ctx, range))
  if (clientId !== undefined) query = query.where('campaign.clientId', '=', clientId)
  if (status !== undefined) query = query.where('campaign.status', '=', status)
  // The order of an index.
  if (sort === PerformanceSort.NAME)
    return query
      .orderBy(sql`campaign.name ${sql.raw(order)}, campaign.id`)
      .limit(limit)
      .offset(offset)
  const { by, isRate } = RANKS[sort]
  const rank = isRate ? by : sql`coalesce(${by}, 0)`
  return query
    .orderBy(sql`${rank} ${sql.raw(order)} nulls last, campaign.id`)
    .limit(limit)
    .offset(offset)
}

/** The same from the sums of all time alone, as far as they know of a campaign; undefined where that says nothing. */
function leadingRows(ctx: Context, asked: Asked) {
  const { sort, order, clientId, status, range, limit, offset } = asked
  if (range || sort === PerformanceSort.NAME) return undefined
  const { by, isRate } = RANKS[sort]
  if (!isRate && order === 'ASC') return undefined
  let sums = ctx.db
    .selectFrom('campaignTotal')
    .select(['campaignId', ...MEASURES])
    .where(isRate ? sql<boolean>`${by} is not null` : sql<boolean>`${by} > 0`)
  if (clientId !== undefined || status !== undefined) sums = sums.where('campaignId', 'in', matching(ctx, asked))
  const rank = sql`${by} ${sql.raw(order)}`
  const leading = sums.orderBy(sql`${rank}, campaign_id`).limit(limit).offset(offset).as('sums')
  return figureRows(ctx, leading).where('sums.campaignId', 'is not', null).orderBy(sql`${rank}, campaign.id`)
}

async function rowsOf(ctx: Context, asked: Asked, total: number) {
  const leading = total >= MANY ? await leadingRows(ctx, asked)?.execute() : undefined
  return leading?.length === asked.limit ? leading : allRows(ctx, asked).execute()
}

/** A page of campaigns with what they achieved, ranked; without items, unless these are `selected`. */
export async function performance(
  ctx: Context,
  { sort, order, clientId, status, ...args }: PerformanceArgs,
  selected: ReadonlySet<string>,
): Promise<Page<CampaignFigures>> {
  if (clientId !== undefined && !isUuid(clientId)) return placedPage([], partOf(args, 0), 0)
  const matches = { clientId, status }
  const total = await totalOf(ctx, matches)
  const part = partOf(args, total)
  const asked = { sort, order, ...matches, range: rangeOrAll(args), limit: part.size, offset: part.offset }
  const areSelected = ['nodes', 'edges', 'pageInfo'].some((name) => selected.has(name))
  const rows = areSelected ? await rowsOf(ctx, asked, total) : []
  return placedPage(rows.map(campaignFigures), part, total)
}

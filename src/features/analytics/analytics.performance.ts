import { type RawBuilder, sql } from 'kysely'
import { countsOf, sumOf } from '../../data/row-counts.ts'
import type { Context } from '../../engine/execute/context.ts'
import { type ConnectionArgs, type OrderDirection, type Page, partOf, placedPage } from '../../graphql/relay.ts'
import { type Range, rangeOrAll } from './analytics.days.ts'
import { MEASURES } from './analytics.figures.ts'
import { type PerformanceArgs, PerformanceSort, rankingOf, type Scope } from './analytics.inputs.ts'
import type { CampaignFigures } from './analytics.outputs.ts'
import { campaignFigures, campaignSums, figureRows } from './analytics.queries.ts'
import { campaignsIn, isWhole } from './analytics.scope.ts'

/** From this number of campaigns on, the leading campaigns are read separately from those without results. */
const MANY = 1_000

interface Rank {
  by: RawBuilder<unknown>
  /** Whether the figure is a rate. A campaign without results has no rate and is ranked last. Its sums are zero. */
  isRate: boolean
}

const sum = (column: string): Rank => ({ by: sql.ref(column), isRate: false })
const rate = (dividend: string, divisor: string): Rank => ({
  by: sql`(${sql.raw(dividend)})::float8 / nullif(${sql.raw(divisor)}, 0)`,
  isRate: true,
})

/** The figures to rank campaigns or groups by. */
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

type Figure = keyof typeof RANKS

export const isFigure = (sort: PerformanceSort): sort is Figure => sort in RANKS

/** The order of ranked sums. Rows without the figure are last. */
export const rankedBy = (sort: Figure, order: OrderDirection): RawBuilder<unknown> => {
  const { by, isRate } = RANKS[sort]
  return sql`${isRate ? by : sql`coalesce(${by}, 0)`} ${sql.raw(order)} nulls last`
}

interface Asked extends Pick<PerformanceArgs, 'sort' | 'order'> {
  scope: Scope
  range: Range | undefined
  limit: number
  offset: number
}

async function totalOf(ctx: Context, scope: Scope): Promise<number> {
  const { status, ...others } = scope
  if (!isWhole(others)) {
    const counted = campaignsIn(ctx, scope).clearSelect().select(sql<number>`count(*)`.as('count'))
    return (await counted.executeTakeFirstOrThrow()).count
  }
  const counts = await countsOf(ctx, 'campaign')
  return status == null ? sumOf(counts) : (counts[status] ?? 0)
}

function allRows(ctx: Context, asked: Asked) {
  const { sort, order, scope, range, limit, offset } = asked
  let query = figureRows(ctx, campaignSums(ctx, range))
  if (!isWhole(scope)) query = query.where('campaign.id', 'in', campaignsIn(ctx, scope))
  // Names and statuses have the order of an index, so the database need not sort all rows.
  const rank = isFigure(sort) ? rankedBy(sort, order) : sql`${sql.ref(`campaign.${sort}`)} ${sql.raw(order)}`
  return query.orderBy(sql`${rank}, campaign.id`).limit(limit).offset(offset)
}

/** The leading rows from the all-time sums alone. Undefined if the request needs more than those sums. */
function leadingRows(ctx: Context, asked: Asked) {
  const { sort, order, scope, range, limit, offset } = asked
  if (range || !isFigure(sort)) return undefined
  const { by, isRate } = RANKS[sort]
  if (!isRate && order === 'ASC') return undefined
  let sums = ctx.db
    .selectFrom('campaignTotal')
    .select(['campaignId', ...MEASURES])
    .where(isRate ? sql<boolean>`${by} is not null` : sql<boolean>`${by} > 0`)
  if (!isWhole(scope)) sums = sums.where('campaignId', 'in', campaignsIn(ctx, scope))
  const rank = sql`${by} ${sql.raw(order)}`
  const leading = sums.orderBy(sql`${rank}, campaign_id`).limit(limit).offset(offset).as('sums')
  return figureRows(ctx, leading).where('sums.campaignId', 'is not', null).orderBy(sql`${rank}, campaign.id`)
}

async function rowsOf(ctx: Context, asked: Asked, total: number) {
  const leading = total >= MANY ? await leadingRows(ctx, asked)?.execute() : undefined
  return leading?.length === asked.limit ? leading : allRows(ctx, asked).execute()
}

/** A page of ranked campaigns with their figures. Reads the items only if they are `selected`. */
export async function performance(
  ctx: Context,
  page: ConnectionArgs,
  args: PerformanceArgs,
  selected: ReadonlySet<string>,
): Promise<Page<CampaignFigures>> {
  const total = await totalOf(ctx, args)
  const part = partOf(page, total)
  const asked = { ...rankingOf(args), scope: args, range: rangeOrAll(args), limit: part.size, offset: part.offset }
  const areSelected = ['nodes', 'edges', 'pageInfo'].some((name) => selected.has(name))
  const rows = areSelected ? await rowsOf(ctx, asked, total) : []
  return placedPage(rows.map(campaignFigures), part, total)
}

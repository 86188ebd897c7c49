import type { GraphQLResolveInfo } from 'graphql'
import { sql } from 'kysely'
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import { invalidFields } from '../../common/errors.ts'
import { Audit, Cost, Fails, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { type Lazy, lazily } from '../../graphql/lazy.ts'
import { ConnectionArgs, type Page, partOf, placedPage } from '../../graphql/relay.ts'
import { selectedIn } from '../../graphql/selection.ts'
import { sectorOfType } from '../campaigns/campaign.rules.ts'
import { type Range, rangeOf, rangeOrAll } from './analytics.days.ts'
import { type Sums, sumColumns, withRates } from './analytics.figures.ts'
import {
  GroupArgs,
  Grouping,
  PerformanceArgs,
  PerformanceSort,
  PeriodArgs,
  PredictionArgs,
  RangeArgs,
  rankingOf,
  type Scope,
  TimeZoneArgs,
  TrendArgs,
} from './analytics.inputs.ts'
import {
  AnalyticsDashboard,
  AnalyticsReport,
  type CampaignFigures,
  CampaignFiguresConnection,
  type GroupFigures,
  GroupFiguresConnection,
  PeriodComparison,
  SectorBreakdown,
} from './analytics.outputs.ts'
import { isFigure, performance, rankedBy } from './analytics.performance.ts'
import { predict } from './analytics.predictions.ts'
import {
  bySector,
  campaignFigures,
  campaignSums,
  compared,
  dashboard,
  figureRows,
  sectorRows,
  sumsIn,
} from './analytics.queries.ts'
import { campaignsIn, isWhole } from './analytics.scope.ts'
import { Prediction, Trends } from './analytics.series.outputs.ts'
import { trendCost, trends } from './analytics.trends.ts'

const REPORT_BATCH = 500

const KEYS = {
  [Grouping.SECTOR]: 'client.sector',
  [Grouping.TYPE]: 'campaign.type',
  [Grouping.CLIENT]: 'client.id',
} as const

interface GroupRow extends Sums {
  key: string | null
  clientName: string | null
  campaigns: number
}

/** One row for each group that has campaigns in the scope. */
function groupRows(ctx: Context, by: Grouping, scope: Scope, range: Range | undefined) {
  const name = by === Grouping.CLIENT ? sql<string | null>`min(client.name)` : sql<string | null>`null::text`
  const query = ctx.db
    .selectFrom('campaign')
    .leftJoin('client', 'client.id', 'campaign.clientId')
    .leftJoin(campaignSums(ctx, range), 'sums.campaignId', 'campaign.id')
    .select([sql<string | null>`${sql.ref(KEYS[by])}::text`.as('key'), name.as('clientName')])
    .select(sql<number>`count(*)`.as('campaigns'))
    .select(sumColumns())
    .groupBy(KEYS[by])
  return isWhole(scope) ? query : query.where('campaign.id', 'in', campaignsIn(ctx, scope))
}

/** Figures over all campaigns, in several breakdowns. */
@Resolver()
export class AnalyticsResolver {
  @Query(() => AnalyticsDashboard, {
    description:
      'Key figures of the organization: totals, figures by status, and the last 30 days against the 30 days before.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Cost(250)
  analyticsDashboard(
    @Args(() => TimeZoneArgs) { timeZone }: TimeZoneArgs,
    @Ctx() ctx: Context,
  ): Lazy<AnalyticsDashboard> {
    return dashboard(ctx, timeZone)
  }

  @Query(() => CampaignFiguresConnection, {
    description: 'Ranked figures of each campaign, in a range of days; without `from` and `to`: of all time.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Cost(500)
  campaignPerformance(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => PerformanceArgs) args: PerformanceArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<CampaignFigures>> {
    return performance(ctx, page, args, selectedIn(info))
  }

  @Query(() => PeriodComparison, {
    description:
      'Figures of a range of days against the equally long period before, of all campaigns or of a subset. Default: the last 30 days.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Cost(500)
  analyticsPeriod(@Args(() => PeriodArgs) args: PeriodArgs, @Ctx() ctx: Context): Promise<PeriodComparison> {
    return compared(ctx, rangeOf(args, 30), args)
  }

  @Query(() => GroupFiguresConnection, {
    description:
      'Ranked figures of campaigns by sector, type or client, in a range of days; without `from` and `to`: of all time.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Cost(500)
  async analyticsGroups(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Args(() => GroupArgs) args: GroupArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<GroupFigures>> {
    const { sort, order } = rankingOf(args)
    const groups = groupRows(ctx, args.by, args, rangeOrAll(args)).as('groups')
    const counted = ctx.db.selectFrom(groups).select(sql<number>`count(*)`.as('count'))
    const { count: total } = await counted.executeTakeFirstOrThrow()
    const part = partOf(page, total)
    const shown = sort === PerformanceSort.NAME ? sql`coalesce(client_name, key)` : sql.ref(sort)
    const rank = isFigure(sort) ? rankedBy(sort, order) : sql`${shown} ${sql.raw(order)} nulls last`
    const rows: GroupRow[] = await ctx.db
      .selectFrom(groups)
      .selectAll()
      .orderBy(sql`${rank}, key`)
      .limit(part.size)
      .offset(part.offset)
      .execute()
    return placedPage(rows.map(withRates), part, total)
  }

  @Query(() => SectorBreakdown, {
    description: 'Figures of the government sector and of the business sector, in a range of days or of all time.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Cost(500)
  sectorAnalytics(@Args(() => RangeArgs) asked: RangeArgs, @Ctx() ctx: Context): Lazy<SectorBreakdown> {
    const range = rangeOrAll(asked)
    const rows = lazily(() => sectorRows(ctx, range))
    return {
      from: range?.from ?? null,
      to: range?.to ?? null,
      sectors: async () => bySector(await rows(), ({ clientType }) => sectorOfType(clientType)),
      trueSectors: async () => bySector(await rows(), ({ clientSector }) => clientSector),
    }
  }

  @Query(() => Trends, {
    description:
      'Figures by day, week or month. Default: the last 30 days. Weeks and months are whole: the first begins on or before ' +
      '`from`, and the last ends on or after `to`. So they can add up to more than the figures of the same period. ' +
      'NOT_FOUND `Campaign not found`.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Cost(trendCost, 'A default trend counts as one request. 1096 days with a window of 90 count as eleven.')
  @Fails('NOT_FOUND')
  analyticsTrends(@Args(() => TrendArgs) args: TrendArgs, @Ctx() ctx: Context): Promise<Trends> {
    return trends(ctx, args)
  }

  @Query(() => Prediction, {
    description:
      'Forecast with prediction intervals. INSUFFICIENT_HISTORY: `details` has the number of observations ' +
      'that are needed and available. NOT_FOUND `Campaign not found`.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Cost(5_000)
  @Fails('INSUFFICIENT_HISTORY', 'NOT_FOUND')
  analyticsPredictions(@Args(() => PredictionArgs) args: PredictionArgs, @Ctx() ctx: Context): Promise<Prediction> {
    return predict(ctx, args)
  }

  @Query(() => AnalyticsReport, {
    description: `Figures of each campaign, in a range of days or of all time, in batches of ${REPORT_BATCH}.`,
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'EXPORTED')
  @Cost(2_000)
  async analyticsReport(
    @Args(() => PeriodArgs) asked: PeriodArgs,
    @Arg('after', () => ID, { nullable: true, description: 'Value of `next` in the previous batch.' })
    after: string | undefined,
    @Ctx() ctx: Context,
  ): Promise<Lazy<AnalyticsReport>> {
    if (after != null && !isUuid(after)) throw invalidFields({ after: 'NOT_NEXT' })
    const range = rangeOrAll(asked)
    let query = figureRows(ctx, campaignSums(ctx, range)).orderBy('campaign.id').limit(REPORT_BATCH)
    if (after != null) query = query.where('campaign.id', '>', after)
    if (!isWhole(asked)) query = query.where('campaign.id', 'in', campaignsIn(ctx, asked))
    const rows = (await query.execute()).map(campaignFigures)
    const isLast = rows.length < REPORT_BATCH
    return {
      from: range?.from ?? null,
      to: range?.to ?? null,
      totals: async () => withRates(await sumsIn(ctx, range, asked)),
      rows,
      next: isLast ? null : (rows.at(-1)?.campaignId ?? null),
    }
  }
}

import { sql } from 'kysely'
import type { Context } from '../../engine/execute/context.ts'
import { type ConnectionArgs, type Page, partOf, placedPage } from '../../graphql/relay.ts'
import { type Range, rangeOrAll } from './analytics.days.ts'
import { type Sums, sumColumns, withRates } from './analytics.figures.ts'
import { type GroupArgs, Grouping, PerformanceSort, rankingOf, type Scope } from './analytics.inputs.ts'
import type { GroupFigures } from './analytics.outputs.ts'
import { rankedBy } from './analytics.performance.ts'
import { campaignSums } from './analytics.queries.ts'
import { campaignsIn, isWhole } from './analytics.scope.ts'

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

/** A page of groups of campaigns with their figures, ranked. */
export async function groupFigures(ctx: Context, page: ConnectionArgs, args: GroupArgs): Promise<Page<GroupFigures>> {
  const { sort, order } = rankingOf(args)
  const groups = groupRows(ctx, args.by, args, rangeOrAll(args)).as('groups')
  const counted = ctx.db.selectFrom(groups).select(sql<number>`count(*)`.as('count'))
  const { count: total } = await counted.executeTakeFirstOrThrow()
  const part = partOf(page, total)
  const rank =
    sort === PerformanceSort.NAME ? sql`coalesce(client_name, key) ${sql.raw(order)} nulls last` : rankedBy(sort, order)
  const rows: GroupRow[] = await ctx.db
    .selectFrom(groups)
    .selectAll()
    .orderBy(sql`${rank}, key`)
    .limit(part.size)
    .offset(part.offset)
    .execute()
  return placedPage(rows.map(withRates), part, total)
}

import { type AliasedSelectQueryBuilder, sql } from 'kysely'
import { runAll } from '../../common/promises.ts'
import { rowCounts, sumOf } from '../../data/row-counts.ts'
import { batched, type Context } from '../../engine/execute/context.ts'
import { type Lazy, lazily } from '../../graphql/lazy.ts'
import { from, isAny, isFilled, isId, listOf, to } from '../../graphql/lists.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { byText } from '../../graphql/sort-keys.ts'
import { CampaignStatus } from '../campaigns/campaign.entity.ts'
import { sectorOfType } from '../campaigns/campaign.rules.ts'
import { Sector } from '../clients/client.entity.ts'
import { addDays, daysIn, type Range, todayIn } from './analytics.days.ts'
import { addSums, MEASURES, mapMeasures, NO_SUMS, type Sums, sumColumns, withRates } from './analytics.figures.ts'
import { AnalyticsRecordFilter, type Scope } from './analytics.inputs.ts'
import type {
  AnalyticsDashboard,
  CampaignFigures,
  Change,
  PeriodComparison,
  PeriodFigures,
  SectorFigures,
  StatusFigures,
} from './analytics.outputs.ts'
import { campaignsIn, isWhole } from './analytics.scope.ts'
import { AnalyticsRecord } from './analytics-record.entity.ts'
import type { CampaignDay } from './roll-up.entity.ts'

export type DaySums = Sums & { day: string }

export const records = listOf('analyticsRecord', AnalyticsRecord, {
  description: 'Page of analytics records.',
  filter: AnalyticsRecordFilter,
  where: {
    campaignId: isId('campaignId'),
    contentId: isId('contentId'),
    channel: isAny('channel'),
    from: from('day'),
    to: to('day'),
    suspect: isFilled('suspect'),
  },
  sortBy: [
    'day',
    'createdAt',
    'channel',
    'impressions',
    'clicks',
    'conversions',
    'spendCents',
    'revenueCents',
    byText(
      'suspect',
      'Reasons why the figures are suspect.',
      (column) => `nullif(array_to_string(${column('suspect')}, ','), '')`,
    ),
  ],
  order: { field: 'day', direction: OrderDirection.DESC },
})

/** The sums of each day with records, in order, of the organization or of some of its campaigns. */
export async function daySums(
  ctx: Context,
  range: Range,
  campaignId?: string | null,
  scope: Scope = {},
): Promise<DaySums[]> {
  if (campaignId == null && !isWhole(scope)) return daySumsIn(ctx, range, scope)
  // The cast is safe: both tables have the columns used here.
  let query = ctx.db.selectFrom((campaignId ? 'campaignDay' : 'organizationDay') as 'campaignDay')
  if (campaignId) query = query.where('campaignId', '=', campaignId)
  return query
    .select(['day', ...MEASURES])
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .where('records', '>', 0)
    .orderBy('day')
    .execute()
}

const daySumsIn = (ctx: Context, range: Range, scope: Scope): Promise<DaySums[]> =>
  ctx.db
    .selectFrom('campaignDay')
    .select('day')
    .select(sumColumns())
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .where('campaignId', 'in', campaignsIn(ctx, scope))
    .where('records', '>', 0)
    .groupBy('day')
    .orderBy('day')
    .execute()

/** The sums of the organization, or of some of its campaigns, in a range or of all time. */
export async function sumsIn(ctx: Context, range: Range | undefined, scope: Scope): Promise<Sums> {
  // The cast is safe: both tables have the columns used here.
  let query = ctx.db
    .selectFrom((isWhole(scope) ? 'organizationDay' : 'campaignDay') as 'campaignDay')
    .select(sumColumns())
  if (range) query = query.where('day', '>=', range.from).where('day', '<=', range.to)
  if (!isWhole(scope)) query = query.where('campaignId', 'in', campaignsIn(ctx, scope))
  return query.executeTakeFirstOrThrow()
}

/** The sums of campaigns, as a table to join. */
type CampaignSums = AliasedSelectQueryBuilder<Sums & { campaignId: string }, 'sums'>

/** The sums of each campaign, in a range or of all time. */
export function campaignSums(ctx: Context, range?: Range): CampaignSums {
  if (!range)
    return ctx.db
      .selectFrom('campaignTotal')
      .select(['campaignId', ...MEASURES])
      .as('sums')
  return ctx.db
    .selectFrom('campaignDay')
    .select('campaignId')
    .select(sumColumns())
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .groupBy('campaignId')
    .as('sums')
}

/** The sums of the campaigns of each status. */
async function statusFigures(
  ctx: Context,
  counts: () => Promise<Readonly<Record<string, number>>>,
): Promise<StatusFigures[]> {
  const results = sql<Sums & { status: CampaignStatus }>`select * from results_by_status(${ctx.organizationId})`
  const [{ rows }, campaigns] = await runAll([() => results.execute(ctx.db), counts])
  return Object.values(CampaignStatus).map((status) => {
    const sums = rows.find((row) => row.status === status) ?? NO_SUMS
    return { ...withRates(mapMeasures((measure) => sums[measure])), status, campaigns: campaigns[status] ?? 0 }
  })
}

const periodOf = (days: readonly DaySums[], { from, to }: Range): PeriodFigures => ({
  ...withRates(addSums(days.filter(({ day }) => day >= from && day <= to))),
  from,
  to,
})

/** The key figures. The number of rows read grows with days, not with campaigns or records. */
export function dashboard(ctx: Context, timeZone: string): Lazy<AnalyticsDashboard> {
  const today = todayIn(timeZone)
  const recent = { from: addDays(today, -29), to: today }
  const before = { from: addDays(today, -59), to: addDays(today, -30) }
  const days = lazily(() => daySums(ctx, { from: before.from, to: today }))
  const counts = lazily(() => rowCounts(ctx))
  const campaigns = async () => (await counts()).campaign ?? {}
  return {
    timeZone,
    today,
    clients: async () => sumOf((await counts()).client),
    campaigns: async () => sumOf(await campaigns()),
    totals: async () => withRates(await sumsIn(ctx, undefined, {})),
    byStatus: () => statusFigures(ctx, campaigns),
    last30Days: async () => periodOf(await days(), recent),
    previous30Days: async () => periodOf(await days(), before),
    change: async () => changeOf(periodOf(await days(), recent), periodOf(await days(), before)),
  }
}

function changeOf(now: Sums, before: Sums): Change {
  const { records: _, ...change } = mapMeasures((measure) =>
    before[measure] === 0 ? null : now[measure] / before[measure] - 1,
  )
  return change
}

/** The sums of campaigns in a range and in the equally long period before. */
export async function compared(ctx: Context, range: Range, scope: Scope): Promise<PeriodComparison> {
  const before = { from: addDays(range.from, -daysIn(range.from, range.to)), to: addDays(range.from, -1) }
  const [now, then] = [await sumsIn(ctx, range, scope), await sumsIn(ctx, before, scope)]
  return {
    period: { ...withRates(now), ...range },
    previous: { ...withRates(then), ...before },
    change: changeOf(now, then),
  }
}

/** Campaigns with their client and their sums. */
export function figureRows(ctx: Context, sums: CampaignSums) {
  return ctx.db
    .selectFrom('campaign')
    .leftJoin('client', 'client.id', 'campaign.clientId')
    .leftJoin(sums, 'sums.campaignId', 'campaign.id')
    .select(['campaign.id as campaignId', 'campaign.name', 'campaign.type', 'campaign.status'])
    .select(['client.name as clientName', 'client.type as clientType'])
    .select(MEASURES.map((measure) => sql<number>`coalesce(${sql.ref(measure)}, 0)`.as(measure)))
}

type FigureRow = Sums &
  Pick<CampaignFigures, 'campaignId' | 'name' | 'type' | 'status'> & {
    clientName: string | null
    clientType: string | null
  }

/** A row as the API returns it. */
export const campaignFigures = ({ clientName, clientType, ...row }: FigureRow): CampaignFigures => ({
  ...withRates(row),
  clientName: clientName ?? 'No Client',
  clientSector: clientType === null ? null : sectorOfType(clientType),
})

interface SectorRow extends Sums {
  clientType: string | null
  clientSector: Sector | null
  clients: number
  campaigns: number
}

/** The sums per client type and client sector: a few rows, from which both breakdowns are computed. */
export function sectorRows(ctx: Context, range?: Range): Promise<SectorRow[]> {
  return ctx.db
    .selectFrom('campaign')
    .leftJoin('client', 'client.id', 'campaign.clientId')
    .leftJoin(campaignSums(ctx, range), 'sums.campaignId', 'campaign.id')
    .select(['client.type as clientType', 'client.sector as clientSector'])
    .select([sql<number>`count(distinct client.id)`.as('clients'), sql<number>`count(*)`.as('campaigns')])
    .select(sumColumns())
    .groupBy(['client.type', 'client.sector'])
    .execute()
}

/** Adds rows by sector. `sectorOf` returns the sector of a row. */
export function bySector(
  rows: readonly SectorRow[],
  sectorOf: (row: SectorRow & { clientType: string }) => Sector | null,
): SectorFigures[] {
  const sectors = rows.map((row) => (row.clientType === null ? null : sectorOf({ ...row, clientType: row.clientType })))
  return [Sector.GOVERNMENT, Sector.BUSINESS, null].map((sector) => {
    const own = rows.filter((_, index) => sectors[index] === sector)
    const count = (of: 'clients' | 'campaigns') => own.reduce((sum, row) => sum + row[of], 0)
    return { ...withRates(addSums(own)), sector, clients: count('clients'), campaigns: count('campaigns') }
  })
}

/** The all-time sums of campaigns. */
export const totalsOf = batched<Sums>(NO_SUMS, async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('campaignTotal')
    .select(['campaignId', ...MEASURES])
    .where('campaignId', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.campaignId, row]))
})

const keyOf = (id: string, { from, to }: Range) => `${from} ${to} ${id}`

const daysByKey = batched<CampaignDay[]>([], async (ctx, keys) => {
  const asked = Map.groupBy(keys, (key) => key.slice(0, 21))
  const found = [...asked].map(async ([range, ofRange]) => {
    const [from = '', to = ''] = range.split(' ')
    const days = await ctx.db
      .selectFrom('campaignDay')
      .selectAll()
      .where(
        'campaignId',
        'in',
        ofRange.map((key) => key.slice(22)),
      )
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('records', '>', 0)
      .orderBy('day')
      .execute()
    return [...Map.groupBy(days, ({ campaignId }) => keyOf(campaignId, { from, to }))]
  })
  return new Map((await Promise.all(found)).flat())
})

/** The days in a range on which a campaign has results. One query per range serves all campaigns of the operation. */
export const daysOf = (ctx: Context, id: string, range: Range): Promise<CampaignDay[]> =>
  daysByKey(ctx, keyOf(id, range))

import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Client } from '../clients/client.entity.ts'
import { batched, type Context } from '../kernel/context.ts'
import { invalid } from '../kernel/errors.ts'
import { anyOf, likePattern } from '../kernel/page.ts'
import { type Campaign, CampaignStatus } from './campaign.entity.ts'
import type { CampaignFilter } from './campaign.inputs.ts'

/** Campaigns that match a filter, all columns. */
export function campaignsWhere(ctx: Context, filter: CampaignFilter = {}) {
  let query = ctx.db.selectFrom('campaign').selectAll()
  if (filter.search) query = query.where('name', 'ilike', likePattern(filter.search))
  if (filter.clientId) query = query.where('clientId', '=', idOrNone(filter.clientId))
  if (filter.status?.length) query = query.where('status', 'in', filter.status)
  if (filter.type?.length) query = query.where('type', 'in', filter.type)
  return query
}

/** The id of no row: what is no id matches nothing. */
const idOrNone = (id: string) => (isUuid(id) ? id : '00000000-0000-0000-0000-000000000000')

/** A filter value of the plain list: absent and `ALL` mean no filter. */
const unlessAll = (value: string | undefined) => (value === undefined || value === 'ALL' ? undefined : value)

function statusNamed(name: string | undefined): CampaignStatus | undefined {
  const status = unlessAll(name)
  if (status === undefined || status in CampaignStatus) return status as CampaignStatus | undefined
  throw invalid({ status: `must be ALL or one of ${Object.keys(CampaignStatus).join(', ')}` })
}

/** The plain list, newest first. */
export function campaignList(ctx: Context, asked: { clientId?: string; status?: string; search?: string }) {
  const status = statusNamed(asked.status)
  const filter = { search: asked.search, clientId: unlessAll(asked.clientId), status: status && [status] }
  return campaignsWhere(ctx, filter).orderBy('createdAt', 'desc').orderBy('id', 'desc')
}

/** The client of a campaign. */
export const clientOf = batched<Client | null>(null, async (ctx, ids) => {
  const clients = await ctx.db.selectFrom('client').selectAll().where('id', '=', anyOf(ids)).execute()
  return new Map(clients.map((client) => [client.id, client]))
})

/** The campaign of what belongs to one. */
export const campaignOf = batched<Campaign | null>(null, async (ctx, ids) => {
  const campaigns = await ctx.db.selectFrom('campaign').selectAll().where('id', '=', anyOf(ids)).execute()
  return new Map(campaigns.map((campaign) => [campaign.id, campaign]))
})

/** How many content items a campaign has. */
export const contentCount = batched<number>(0, async (ctx, ids) => {
  const counts = await ctx.db
    .selectFrom('contentItem')
    .select(['campaignId', sql<number>`count(*)`.as('count')])
    .where('campaignId', '=', anyOf(ids))
    .groupBy('campaignId')
    .execute()
  return new Map(counts.map(({ campaignId, count }) => [String(campaignId), count]))
})

/** What campaigns came to in all: one row of a roll-up each, however many records stand behind it. */
export const totalOf = batched<{ records: number; spentCents: number }>(
  { records: 0, spentCents: 0 },
  async (ctx, ids) => {
    const totals = await ctx.db
      .selectFrom('campaignTotal')
      .select(['campaignId', 'records', 'spendCents as spentCents'])
      .where('campaignId', '=', anyOf(ids))
      .execute()
    return new Map(totals.map(({ campaignId, ...total }) => [campaignId, total]))
  },
)

import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { batched, type Context } from '../../engine/context.ts'
import { anyOf, likePattern } from '../../graphql/page.ts'
import type { Client } from '../clients/client.entity.ts'
import { type Campaign, CampaignStatus } from './campaign.entity.ts'
import type { CampaignFilter, CampaignStatusFilter } from './campaign.inputs.ts'

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

/** The plain list, newest first. `ALL` as a client, in any case, and as a status means no filter. */
export function campaignList(
  ctx: Context,
  { clientId, status, search }: { clientId?: string; status?: CampaignStatusFilter; search?: string },
) {
  const filter = {
    search,
    clientId: clientId?.toUpperCase() === 'ALL' ? undefined : clientId,
    status: status === undefined || status === 'ALL' ? undefined : [CampaignStatus[status]],
  }
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

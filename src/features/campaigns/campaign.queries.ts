import type { Context } from '../../engine/context.ts'
import { contains, isAny, isId, listOf } from '../../graphql/lists.ts'
import { CampaignStatus } from './campaign.entity.ts'
import type { CampaignFilter, CampaignStatusFilter } from './campaign.inputs.ts'

/** Campaigns that match a filter. */
export const campaigns = listOf<'campaign', CampaignFilter>('campaign', {
  search: contains('name'),
  clientId: isId('clientId'),
  status: isAny('status'),
  type: isAny('type'),
})

interface Asked {
  clientId?: string | undefined
  status?: CampaignStatusFilter | undefined
  search?: string | undefined
}

/** The plain list, newest first. `ALL` as a client, in any case, and as a status means no filter. */
export function campaignList(ctx: Context, { clientId, status, search }: Asked) {
  const filter = {
    search,
    clientId: clientId?.toUpperCase() === 'ALL' ? undefined : clientId,
    status: status === undefined || status === 'ALL' ? undefined : [CampaignStatus[status]],
  }
  return campaigns.in(ctx.db, filter).orderBy('createdAt', 'desc').orderBy('id', 'desc')
}

import type { Metrics } from '../../common/metrics.ts'
import { asService, type ServiceTools } from '../../engine/write/as-service.ts'
import { changeRow, lockRow } from '../../engine/write/rows.ts'
import { Campaign, CampaignStatus } from '../campaigns/campaign.entity.ts'

/** Dependencies of changes that reports about messages cause. */
export interface ReportTools extends ServiceTools {
  metrics: Metrics
}

const AGENT = 'delivery'

/** Pauses an active campaign and stores the reason. */
export const pauseCampaign = (tools: ServiceTools, organizationId: string, id: string, reason: string): Promise<void> =>
  asService(tools, organizationId, AGENT, async (ctx) => {
    const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
    if (campaign.status !== CampaignStatus.ACTIVE) return
    changeRow(ctx, Campaign, campaign, { status: CampaignStatus.PAUSED, failureReason: reason })
    ctx.record('CAMPAIGN', 'STATUS_CHANGED', id, { status: CampaignStatus.PAUSED, reason })
  })

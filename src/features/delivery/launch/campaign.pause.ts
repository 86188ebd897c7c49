import type { Metrics } from '../../../common/metrics.ts'
import { type Cause, causeText } from '../../../common/texts.ts'
import { asService, type ServiceTools } from '../../../engine/write/as-service.ts'
import { changeRow, lockRow } from '../../../engine/write/rows.ts'
import { Campaign, CampaignStatus } from '../../campaigns/campaign.entity.ts'

/** Dependencies of changes that reports about messages cause. */
export interface ReportTools extends ServiceTools {
  metrics: Metrics
}

const AGENT = 'delivery'

/** Pauses an active campaign and stores the cause. */
export const pauseCampaign = (tools: ServiceTools, organizationId: string, id: string, cause: Cause): Promise<void> =>
  asService(tools, organizationId, AGENT, async (ctx) => {
    const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
    if (campaign.status !== CampaignStatus.ACTIVE) return
    const [status, reason] = [CampaignStatus.PAUSED, causeText(cause)]
    changeRow(ctx, Campaign, campaign, { status, failureReason: reason, failureCause: cause })
    ctx.record('CAMPAIGN', 'STATUS_CHANGED', id, { status, reason, cause })
  })

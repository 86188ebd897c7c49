import { changeRow, lockRow } from '../../engine/write/rows.ts'
import { Campaign, CampaignStatus } from '../campaigns/campaign.entity.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'
import { SuppressionCause } from '../privacy/contacts/suppression.entity.ts'
import { type ActTools, actAsSystem } from './delivery.acts.ts'
import { MessageStatus } from './message.entity.ts'
import { campaignsLackingVariables } from './sending.queue.ts'
import type { Settled } from './sending.settle.ts'
import { suppressOnce } from './unsubscribe.ts'

const AGENT = 'delivery'

/** Pauses an active campaign and stores the reason. */
export const pauseCampaign = (tools: ActTools, organizationId: string, id: string, reason: string): Promise<void> =>
  actAsSystem(tools, organizationId, AGENT, async (ctx) => {
    const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
    if (campaign.status !== CampaignStatus.ACTIVE) return
    changeRow(ctx, Campaign, campaign, { status: CampaignStatus.PAUSED, failureReason: reason })
    ctx.record('CAMPAIGN', 'STATUS_CHANGED', id, { status: CampaignStatus.PAUSED, reason })
  })

/** Pauses campaigns with a recipient who lacks a variable, before any message of them is queued. */
export async function pauseLacking(tools: ActTools, organizationId: string): Promise<void> {
  const lacking = await tools.database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, (unit) =>
    campaignsLackingVariables(unit, organizationId),
  )
  for (const { id, name } of lacking)
    await pauseCampaign(tools, organizationId, id, `A recipient has no value for the variable ${name}`)
}

/** Suppresses addresses that do not exist, for all campaigns. */
export const suppressBounced = (
  tools: ActTools,
  organizationId: string,
  contact: string,
  note: string,
): Promise<void> =>
  actAsSystem(tools, organizationId, AGENT, async (ctx) => {
    const scope = { purpose: null, channel: ConsentChannel.EMAIL }
    await suppressOnce(ctx, contact, scope, { cause: SuppressionCause.BOUNCED, note })
  })

/** Applies the consequences of a batch's results. */
export async function afterBatch(tools: ActTools, organizationId: string, settled: readonly Settled[]): Promise<void> {
  for (const { claim, outcome } of settled)
    if (outcome.status === MessageStatus.BOUNCED)
      await suppressBounced(tools, organizationId, claim.contact, `Message ${claim.id}`)
}

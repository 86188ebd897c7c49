import { sql } from 'kysely'
import { refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { changeRow, lockRow } from '../../engine/write/rows.ts'
import { Campaign, CampaignStatus } from '../campaigns/campaign.entity.ts'
import { demandOpen, statusAfterEdit } from '../campaigns/campaign.rules.ts'
import { wakeCampaigns } from '../campaigns/campaign.wake.ts'
import { voidSignOffs } from '../sign-off/sign-off.voiding.ts'
import { MessageStatus } from './messages/message.entity.ts'
import { Sender } from './senders/sender.entity.ts'

/** Sets the sender of a campaign's e-mails. As with every edit, an approval and a sign-off no longer apply. */
export async function setCampaignSender(ctx: Context, id: string, senderId: string): Promise<Campaign> {
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  const sender = await findRow(ctx, Sender, senderId, 'Sender')
  if (campaign.senderId === sender.id) return campaign
  demandOpen(campaign)
  if (campaign.status === CampaignStatus.ACTIVE) throw refusal('INVALID_STATE_TRANSITION', 'PAUSE_FOR_SENDER', {})
  const status = statusAfterEdit(campaign.status, ctx.caller.permissions.has('org:campaigns:start'))
  const changed = changeRow(ctx, Campaign, campaign, { senderId: sender.id, status })
  await voidSignOffs(ctx, { campaignIds: [id] }, 'SENDER_CHANGED')
  wakeCampaigns(ctx)
  return changed
}

/** Sets whether openings and clicks of a campaign's later messages are recorded. */
export async function setCampaignTracking(ctx: Context, id: string, isOn: boolean): Promise<Campaign> {
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  if (campaign.tracksMessages === isOn) return campaign
  demandOpen(campaign)
  return changeRow(ctx, Campaign, campaign, { tracksMessages: isOn })
}

const { BOUNCED, FAILED, SKIPPED, UNKNOWN } = MessageStatus
export const RETRIED: readonly MessageStatus[] = [BOUNCED, FAILED, SKIPPED, UNKNOWN]

/**
 * Queues the messages of a campaign with the given status again. The gate checks each of them again. Returns their
 * number.
 */
export async function retryMessages(ctx: Context, campaignId: string, status: MessageStatus): Promise<number> {
  const campaign = await lockRow(ctx, Campaign, campaignId, 'Campaign')
  demandOpen(campaign)
  if (!RETRIED.includes(status)) {
    throw refusal('INVALID_STATE_TRANSITION', 'NOT_SENT_AGAIN', { status, allowed: RETRIED })
  }
  const { numAffectedRows = 0n } = await sql`update message set status = ${MessageStatus.QUEUED}, reason = null,
      ground = null, attempts = 0, not_before = now(), lease = null, leased_until = null, bounced_at = null,
      soft_bounced_at = null, updated_at = now()
    where organization_id = ${ctx.organizationId} and campaign_id = ${campaign.id} and status = ${status}`.execute(
    ctx.db,
  )
  ctx.makeDue('delivery')
  return Number(numAffectedRows)
}

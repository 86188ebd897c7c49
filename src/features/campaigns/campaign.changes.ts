import { invalid } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { checkMover, demandMove, isDecision } from '../../engine/lifecycle.ts'
import { checkPermission } from '../../engine/permits.ts'
import { addRow, changeRow, changesOf, findId, findRow, lockRow } from '../../engine/rows.ts'
import { Client } from '../clients/client.entity.ts'
import { copyContent } from '../content/content.changes.ts'
import { demandConsent } from '../privacy/consents/consent.coverage.ts'
import { moveToTrash } from '../trash/trash.changes.ts'
import { approvedState } from './campaign.approval.ts'
import { budgetToldOf, needsApproval } from './campaign.budget.ts'
import { Campaign, CampaignStatus } from './campaign.entity.ts'
import type { CampaignInput, CampaignPatch } from './campaign.inputs.ts'
import { campaignLifecycle } from './campaign.lifecycle.ts'
import { demandOpen, demandPeriod, dueAt, hasEnded, isRunning, isStart, statusAfterEdit } from './campaign.rules.ts'

/** A campaign that runs, or will, needs coverage of each direct channel that it uses. */
export async function demandCoverage(
  ctx: Context,
  { id, status, type, channels }: Pick<Campaign, 'status' | 'type' | 'channels'> & { id?: string },
) {
  if (isStart(status)) await demandConsent(ctx, [type, ...channels], id)
}

/** To be called with whatever is written of a campaign: the clock moves those that are known to be due. */
function keepTime<C extends Pick<Campaign, 'status' | 'startsAt' | 'endsAt'>>(ctx: Context, campaign: C): C {
  const at = dueAt(campaign)
  if (at) ctx.makeDue('campaigns', at)
  return campaign
}

/** Makes a campaign, in the state that was asked for. */
export async function createCampaign(ctx: Context, input: CampaignInput): Promise<Campaign> {
  const status = input.status ?? CampaignStatus.DRAFT
  if (isStart(status)) checkPermission(ctx.caller, 'org:campaigns:start')
  const clientId = (await findId(ctx, Client, input.clientId, 'Client')) ?? null
  const fields = {
    ...input,
    clientId,
    status,
    channels: input.channels ?? [],
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
    budgetTold: 0,
    createdBy: ctx.caller.userId,
  }
  demandPeriod(fields)
  if (isStart(status) && hasEnded(fields, ctx.now))
    throw invalid({ endsAt: 'must be in the future to start a campaign' })
  await demandCoverage(ctx, fields)
  return addRow(ctx, Campaign, keepTime(ctx, fields))
}

/**
 * Changes the fields that are given. A campaign that was up for approval, or approved and not started yet, is a draft again:
 * the approval was of something else. A caller who may start campaigns changes a scheduled one without that. A campaign
 * whose approved budget is raised beyond the tolerance waits for an approval again, unless the caller may give it.
 */
export async function updateCampaign(
  ctx: Context,
  id: string,
  { channels, clientId, ...patch }: CampaignPatch,
  expectedUpdatedAt?: Date,
): Promise<Campaign> {
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign', expectedUpdatedAt)
  const changes = changesOf(campaign, {
    ...patch,
    clientId: await findId(ctx, Client, clientId, 'Client'),
    channels: channels === null ? [] : channels,
  })
  if (Object.keys(changes).length === 0) return campaign
  demandOpen(campaign)
  const mayStart = ctx.caller.permissions.has('org:campaigns:start')
  const isRaised = await needsApproval(ctx, campaign, changes)
  const isApproved = isRaised && mayStart && campaign.createdBy !== ctx.caller.userId
  const status = isRaised && !isApproved ? CampaignStatus.PENDING_APPROVAL : statusAfterEdit(campaign.status, mayStart)
  const next = { ...changes, status, ...(isApproved && { approved: approvedState({ ...campaign, ...changes }) }) }
  demandPeriod({ ...campaign, ...next })
  if (changes.endsAt && isRunning(status) && hasEnded({ endsAt: changes.endsAt }, ctx.now))
    throw invalid({ endsAt: `must be in the future for a campaign that is ${status}` })
  const budgetTold = changes.budgetCents === undefined ? undefined : await budgetToldOf(ctx, { ...campaign, ...next })
  const changed = changeRow(ctx, Campaign, campaign, { ...next, budgetTold })
  if (isApproved) ctx.record('CAMPAIGN', 'APPROVED', campaign.id, { status })
  if (changes.type !== undefined || changes.channels !== undefined) await demandCoverage(ctx, changed)
  return keepTime(ctx, changed)
}

/** Goes to another state, if its lifecycle lets the caller. */
export async function changeCampaignStatus(
  ctx: Context,
  id: string,
  status: CampaignStatus,
  expectedUpdatedAt?: Date,
): Promise<Campaign> {
  checkMover(ctx, campaignLifecycle, status)
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign', expectedUpdatedAt)
  await demandMove(ctx, campaignLifecycle, campaign, status)
  const next = { status, ...(status !== CampaignStatus.ARCHIVED && { failureReason: null }) }
  const isApproval = isDecision(campaignLifecycle, campaign.status, status)
  const approved = isApproval ? approvedState(campaign) : undefined
  const changed = changeRow(ctx, Campaign, campaign, { ...next, approved })
  if (isApproval) ctx.record('CAMPAIGN', 'APPROVED', id, { status })
  return keepTime(ctx, changed)
}

/** Copies a campaign as a DRAFT of the caller's, content included; what it achieved is not copied. */
export async function duplicateCampaign(ctx: Context, id: string): Promise<Campaign> {
  const original = await findRow(ctx, Campaign, id, 'Campaign')
  const copy = addRow(ctx, Campaign, {
    ...original,
    name: `${[...original.name].slice(0, 193).join('')} (copy)`,
    status: CampaignStatus.DRAFT,
    budgetTold: 0,
    startsAt: null,
    endsAt: null,
    failureReason: null,
    approved: null,
    createdBy: ctx.caller.userId,
  })
  const content = await ctx.db.selectFrom('contentItem').selectAll().where('campaignId', '=', id).execute()
  copyContent(ctx, content, copy.id)
  return copy
}

/** Moves a campaign to the trash with its analytics; its content stays, without a campaign. */
export const deleteCampaign = (ctx: Context, id: string): Promise<string> =>
  moveToTrash(ctx, Campaign, id, { thing: 'Campaign', name: 'name' })

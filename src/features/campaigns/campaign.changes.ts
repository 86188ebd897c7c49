import { invalidFields } from '../../common/errors.ts'
import { checkPermission } from '../../engine/access/permits.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findId, findRow } from '../../engine/execute/find-row.ts'
import { checkMover, demandMove, isDecision, isReturn, reasonOfReturn } from '../../engine/write/lifecycle.ts'
import { addRow, changeRow, changesOf, lockRow } from '../../engine/write/rows.ts'
import { changedValues, newValues } from '../../graphql/row-inputs.ts'
import { Client } from '../clients/client.entity.ts'
import { copyContent } from '../content/content.changes.ts'
import { announceDecision } from '../notifications/member.mail.ts'
import { demandConsent } from '../privacy/consents/consent.coverage.ts'
import { freezeSegment } from '../segments/segment.members.ts'
import { demandNoSignOff } from '../sign-off/sign-off.demand.ts'
import { voidSignOffs } from '../sign-off/sign-off.voiding.ts'
import { moveToTrash } from '../trash/trash.changes.ts'
import { approvedState } from './campaign.approval.ts'
import { needsApproval, notifiedPercentOf } from './campaign.budget.ts'
import { Campaign, CampaignDetails, CampaignStatus, CampaignType } from './campaign.entity.ts'
import type { CampaignInput, CampaignPatch } from './campaign.inputs.ts'
import { campaignLifecycle, recordLifecycle } from './campaign.lifecycle.ts'
import { demandOpen, demandPeriod, dueAt, hasEnded, isRunning, isStart, statusAfterEdit } from './campaign.rules.ts'

/** Time for adding the people of a segment to an audience. */
const FREEZE_SECONDS = 60

/** A running or scheduled campaign needs consent coverage for each direct channel that it uses. */
export async function demandCoverage(
  ctx: Context,
  { id, status, type, channels, senderId }: Pick<Campaign, 'status' | 'type' | 'channels'> & Partial<Campaign>,
) {
  // The gate checks the legal ground of each e-mail when the service sends it.
  const used = [type, ...channels].filter((channel) => !senderId || channel !== CampaignType.EMAIL)
  if (isStart(status)) await demandConsent(ctx, used, id)
}

/**
 * Makes the job due that changes the status of campaigns at their times. Call it for each inserted or changed campaign.
 */
function keepTime<C extends Pick<Campaign, 'status' | 'startsAt' | 'endsAt'>>(ctx: Context, campaign: C): C {
  const at = dueAt(campaign)
  if (at) ctx.makeDue('campaigns', at)
  // The job finds the first expiry of a consent that a running campaign needs.
  if (campaign.status === CampaignStatus.ACTIVE) ctx.makeDue('campaigns')
  return campaign
}

/** Creates a campaign with the requested status. */
export async function createCampaign(ctx: Context, input: CampaignInput): Promise<Campaign> {
  const status = input.status ?? CampaignStatus.DRAFT
  if (isStart(status)) checkPermission(ctx.caller, 'org:campaigns:start')
  const clientId = (await findId(ctx, Client, input.clientId, 'Client')) ?? null
  const fields = {
    ...newValues(CampaignDetails, input),
    clientId,
    status,
    budgetTold: 0,
    tracksMessages: true,
    createdBy: ctx.caller.userId,
  }
  demandPeriod(fields)
  if (isStart(status) && hasEnded(fields, ctx.now)) throw invalidFields({ endsAt: 'END_PASSED' })
  await demandCoverage(ctx, fields)
  if (isStart(status)) await demandNoSignOff(ctx, clientId)
  return addRow(ctx, Campaign, keepTime(ctx, fields))
}

/**
 * Changes the given fields. A campaign that waits for approval, or that is approved and not started, becomes a draft
 * again, because the approval covered other values. A scheduled campaign stays scheduled if the caller may start
 * campaigns. A campaign whose approved budget is raised above the tolerance waits for approval again, unless the caller
 * may approve it.
 */
export async function updateCampaign(
  ctx: Context,
  id: string,
  patch: CampaignPatch,
  expectedUpdatedAt?: Date,
): Promise<Campaign> {
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign', expectedUpdatedAt)
  const changes = changesOf(campaign, {
    ...changedValues(CampaignDetails, patch),
    clientId: await findId(ctx, Client, patch.clientId, 'Client'),
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
    throw invalidFields({ endsAt: { code: 'END_PASSED_IN', status } })
  const budgetTold =
    changes.budgetCents === undefined ? undefined : await notifiedPercentOf(ctx, { ...campaign, ...next })
  const changed = changeRow(ctx, Campaign, campaign, { ...next, budgetTold })
  if (isApproved) ctx.record('CAMPAIGN', 'APPROVED', campaign.id, { status })
  await voidSignOffs(ctx, { campaignIds: [id] }, 'CAMPAIGN_EDITED')
  if (changes.type !== undefined || changes.channels !== undefined) await demandCoverage(ctx, changed)
  return keepTime(ctx, changed)
}

interface StatusChange {
  expectedUpdatedAt?: Date | undefined
  reason?: string | undefined
  /** Whether another system sends the campaign. */
  isRecord?: boolean
}

/** Changes the status, if the lifecycle allows the caller to do so. */
export async function changeCampaignStatus(
  ctx: Context,
  id: string,
  status: CampaignStatus,
  { expectedUpdatedAt, reason, isRecord = false }: StatusChange = {},
): Promise<Campaign> {
  checkMover(ctx, campaignLifecycle, status)
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign', expectedUpdatedAt)
  const isFrozenNow = status === CampaignStatus.ACTIVE && campaign.segmentId !== null && !campaign.segmentFrozenAt
  if (isFrozenNow) {
    await ctx.extend(FREEZE_SECONDS)
    await freezeSegment(ctx, ctx.organizationId, campaign)
  }
  await demandMove(ctx, isRecord ? recordLifecycle : campaignLifecycle, campaign, status)
  const returnReason = reasonOfReturn(campaignLifecycle, campaign.status, status, reason)
  const next = {
    status,
    returnReason,
    ...(status !== CampaignStatus.ARCHIVED && { failureReason: null, failureCause: null }),
  }
  const isApproval = isDecision(campaignLifecycle, campaign.status, status)
  const approved = isApproval ? approvedState(campaign) : undefined
  const decided = { resourceType: 'CAMPAIGN', id, status, authors: [campaign.createdBy] } as const
  // An author may take a campaign back.
  if (isReturn(campaignLifecycle, campaign.status, status) && campaign.createdBy !== ctx.caller.userId)
    await announceDecision(ctx, decided, 'RETURNED')
  const segmentFrozenAt = isFrozenNow ? ctx.now : undefined
  const changed = changeRow(ctx, Campaign, campaign, { ...next, approved, segmentFrozenAt })
  if (isApproval) await announceDecision(ctx, decided, 'APPROVED')
  if (status === CampaignStatus.ACTIVE && campaign.senderId) ctx.makeDue('delivery')
  return keepTime(ctx, changed)
}

/** Copies a campaign with its content, as a DRAFT of the caller. Its analytics are not copied. */
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
    failureCause: null,
    returnReason: null,
    approved: null,
    segmentFrozenAt: null,
    createdBy: ctx.caller.userId,
  })
  const content = await ctx.db.selectFrom('contentItem').selectAll().where('campaignId', '=', id).execute()
  copyContent(ctx, content, copy.id)
  return copy
}

/** Moves a campaign and its analytics to the trash. Its content stays, without a campaign. */
export const deleteCampaign = (ctx: Context, id: string): Promise<string> =>
  moveToTrash(ctx, Campaign, id, {
    thing: 'Campaign',
    name: 'name',
    before: () => voidSignOffs(ctx, { campaignIds: [id] }, 'CAMPAIGN_DELETED'),
  })

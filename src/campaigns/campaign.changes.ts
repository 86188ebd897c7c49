import { lockFigures } from '../analytics/analytics.lock.ts'
import { addContent } from '../content/content.changes.ts'
import type { ContentItem } from '../content/content-item.entity.ts'
import type { Context } from '../kernel/context.ts'
import { invalid, ServiceError } from '../kernel/errors.ts'
import { checkPermission } from '../kernel/guard.ts'
import { addRow, changeRow, findRow, lockRow } from '../kernel/rows.ts'
import { demandConsent } from '../privacy/consents/consent.coverage.ts'
import { rearmBudget } from './campaign.budget.ts'
import { Campaign, CampaignStatus } from './campaign.entity.ts'
import type { CampaignInput, CampaignPatch } from './campaign.inputs.ts'
import { campaignTransitions, INITIAL_STATUSES, isStart } from './campaign.rules.ts'

/** @throws NOT_FOUND `Client not found` when the client is another tenant's, or nobody's */
async function demandClient(ctx: Context, clientId: string | null | undefined): Promise<void> {
  if (clientId) await findRow(ctx, 'client', clientId, 'Client')
}

function demandPeriod({ status, startsAt, endsAt }: Pick<Campaign, 'status' | 'startsAt' | 'endsAt'>): void {
  if (startsAt && endsAt && endsAt <= startsAt) throw invalid({ endsAt: 'must lie after startsAt' })
  if (status === CampaignStatus.SCHEDULED && !startsAt) throw invalid({ startsAt: 'is needed to schedule a campaign' })
}

/** By this machine's clock, and not by the database's: should they part, the job that ends campaigns has the last word. */
const hasEnded = ({ endsAt }: Pick<Campaign, 'endsAt'>) => endsAt !== null && endsAt <= new Date()

/** A campaign that runs, or will, needs consent for each direct channel that it uses. */
async function demandCoverage(
  ctx: Context,
  { status, type, channels }: Pick<Campaign, 'status' | 'type' | 'channels'>,
) {
  if (isStart(status)) await demandConsent(ctx, [type, ...channels])
}

/** Makes a campaign, in the state that was asked for. */
export async function createCampaign(ctx: Context, input: CampaignInput): Promise<Campaign> {
  const status = input.status ?? CampaignStatus.DRAFT
  if (!INITIAL_STATUSES.includes(status)) throw invalid({ status: `must be one of ${INITIAL_STATUSES.join(', ')}` })
  if (isStart(status)) checkPermission(ctx.caller, 'org:campaigns:start')
  await demandClient(ctx, input.clientId)
  const fields = {
    name: input.name,
    clientId: input.clientId || null,
    type: input.type,
    status,
    description: input.description ?? null,
    channels: input.channels ?? [],
    budgetCents: input.budgetCents ?? null,
    budgetTold: 0,
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
    failureReason: null,
    createdBy: ctx.caller.userId,
  }
  demandPeriod(fields)
  if (isStart(status) && hasEnded(fields)) throw invalid({ endsAt: 'must lie in the future to start a campaign' })
  await demandCoverage(ctx, fields)
  return addRow(ctx, Campaign, fields)
}

/** Changes the fields that are given. */
export async function updateCampaign(
  ctx: Context,
  id: string,
  { channels, ...patch }: CampaignPatch,
): Promise<Campaign> {
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  await demandClient(ctx, patch.clientId)
  if (patch.clientId === '') patch.clientId = null
  const changed = changeRow(campaign, { ...patch, ...(channels !== undefined && { channels: channels ?? [] }) })
  if (patch.budgetCents !== undefined) await rearmBudget(ctx, changed)
  demandPeriod(changed)
  if (patch.type !== undefined || channels !== undefined) await demandCoverage(ctx, changed)
  return changed
}

/** Goes to another state, if the table of states, the caller's rights and the four-eyes rule allow it. */
export async function changeCampaignStatus(ctx: Context, id: string, status: CampaignStatus): Promise<Campaign> {
  if (isStart(status)) checkPermission(ctx.caller, 'org:campaigns:start')
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  campaignTransitions.check(campaign.status, status)
  const isApproval = campaign.status === CampaignStatus.PENDING_APPROVAL && isStart(status)
  if (isApproval && campaign.createdBy === ctx.caller.userId) {
    throw new ServiceError('FORBIDDEN', 'A campaign is approved by someone other than its author')
  }
  const isEarly = campaign.status === CampaignStatus.SCHEDULED && campaign.startsAt && campaign.startsAt > new Date()
  if (isEarly && status === CampaignStatus.ACTIVE) {
    const startsAt = campaign.startsAt?.toISOString()
    throw new ServiceError('INVALID_STATE_TRANSITION', `A scheduled campaign becomes ACTIVE at ${startsAt}`, {
      startsAt,
    })
  }
  if (isStart(status) && hasEnded(campaign)) {
    const endsAt = campaign.endsAt?.toISOString()
    const message = `The campaign was to end at ${endsAt}: change endsAt to start it`
    throw new ServiceError('INVALID_STATE_TRANSITION', message, { endsAt })
  }
  const changed = changeRow(campaign, { status, ...(status === CampaignStatus.DRAFT && { failureReason: null }) })
  demandPeriod(changed)
  await demandCoverage(ctx, changed)
  if (isApproval) ctx.record('CAMPAIGN', 'APPROVED', id)
  return changed
}

const contentFields = ({ title, type, body, language, channel, isTemplate, variables }: ContentItem) => {
  return { title, type, body, language, channel, isTemplate, variables }
}

/** Copies a campaign as a DRAFT of the caller's, content included; what it achieved is not copied. */
export async function duplicateCampaign(ctx: Context, id: string): Promise<Campaign> {
  const original = await findRow(ctx, 'campaign', id, 'Campaign')
  const { name, clientId, type, description, channels, budgetCents } = original
  const copy = addRow(ctx, Campaign, {
    name: `${name.slice(0, 193)} (copy)`,
    clientId,
    type,
    status: CampaignStatus.DRAFT,
    description,
    channels,
    budgetCents,
    budgetTold: 0,
    startsAt: null,
    endsAt: null,
    failureReason: null,
    createdBy: ctx.caller.userId,
  })
  const content = await ctx.db.selectFrom('contentItem').selectAll().where('campaignId', '=', id).execute()
  for (const item of content) addContent(ctx, { ...contentFields(item), campaignId: copy.id })
  return copy
}

/** Deletes a campaign with its analytics; its content stays, without a campaign. */
export async function deleteCampaign(ctx: Context, id: string): Promise<string> {
  await lockFigures(ctx)
  ctx.em.remove(await lockRow(ctx, Campaign, id, 'Campaign'))
  return id
}

import { refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import type { Lifecycle } from '../../engine/write/lifecycle.ts'
import { demandReady } from '../delivery/launch/launch-check.ts'
import { demandCoveredCampaign } from '../privacy/consents/consent.coverage.ts'
import { demandSignedCampaign } from '../sign-off/sign-off.demand.ts'
import { type Campaign, CampaignStatus } from './campaign.entity.ts'
import { campaignTransitions, demandPeriod, hasEnded, isStart } from './campaign.rules.ts'

/** The fields of a campaign that decide which status changes are allowed. */
export const DECIDING = ['id', 'status', 'type', 'channels', 'startsAt', 'endsAt', 'createdBy'] as const
type Deciding = Pick<Campaign, (typeof DECIDING)[number]>

/**
 * Checks the caller's permissions, the four-eyes rule, the dates, and the sign-off and the consent coverage of a campaign
 * that is to run.
 */
export const campaignLifecycle = {
  transitions: campaignTransitions,
  permit: 'org:campaigns:write',
  permitFor: (to) => (isStart(to) ? 'org:campaigns:start' : undefined),
  decision: {
    on: CampaignStatus.PENDING_APPROVAL,
    to: [CampaignStatus.SCHEDULED, CampaignStatus.ACTIVE],
    back: CampaignStatus.DRAFT,
    authors: ['createdBy'],
    refusal: 'CAMPAIGN_AUTHOR_DECIDES',
  },
  async demand(ctx, campaign, to) {
    if (!isStart(to)) return
    demandTime(ctx, campaign, to)
    await demandSignedCampaign(ctx, campaign)
    await demandCoveredCampaign(ctx, campaign)
    await demandReady(ctx, campaign)
  },
} as const satisfies Lifecycle<CampaignStatus, Deciding>

/**
 * The lifecycle of a campaign that another system sends: the legacy API keeps a record of it. A campaign with a sender
 * follows `campaignLifecycle`.
 */
export const recordLifecycle = {
  ...campaignLifecycle,
  async demand(ctx, campaign, to) {
    if (!isStart(to)) return
    demandTime(ctx, campaign, to)
    await demandSignedCampaign(ctx, campaign)
    await demandCoveredCampaign(ctx, campaign)
    await demandReady(ctx, campaign, { isRecord: true })
  },
} as const satisfies Lifecycle<CampaignStatus, Deciding>

function demandTime({ now }: Context, campaign: Deciding, to: CampaignStatus): void {
  const startsAt = campaign.startsAt?.toISOString()
  const isEarly = campaign.status === CampaignStatus.SCHEDULED && campaign.startsAt && campaign.startsAt > now
  if (isEarly && to === CampaignStatus.ACTIVE) throw refusal('INVALID_STATE_TRANSITION', 'STARTS_LATER', { startsAt })
  if (hasEnded(campaign, now)) {
    const endsAt = campaign.endsAt?.toISOString()
    throw refusal('INVALID_STATE_TRANSITION', 'ENDED_ALREADY', { endsAt })
  }
  demandPeriod({ ...campaign, status: to })
}

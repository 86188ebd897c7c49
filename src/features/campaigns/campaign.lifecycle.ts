import { ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import type { Lifecycle } from '../../engine/lifecycle.ts'
import { demandCoveredCampaign } from '../privacy/consents/consent.coverage.ts'
import { type Campaign, CampaignStatus } from './campaign.entity.ts'
import { campaignTransitions, demandPeriod, hasEnded, isStart } from './campaign.rules.ts'

/** What of a campaign decides where it may go. */
export const DECIDING = ['id', 'status', 'type', 'channels', 'startsAt', 'endsAt', 'createdBy'] as const
type Deciding = Pick<Campaign, (typeof DECIDING)[number]>

/** The caller's rights, the four-eyes rule, the dates and the coverage of a campaign that is to run. */
export const campaignLifecycle = {
  transitions: campaignTransitions,
  permit: 'org:campaigns:write',
  permitFor: (to) => (isStart(to) ? 'org:campaigns:start' : undefined),
  decision: {
    on: CampaignStatus.PENDING_APPROVAL,
    to: [CampaignStatus.SCHEDULED, CampaignStatus.ACTIVE],
    authors: ['createdBy'],
    refusal: 'A campaign is approved by someone other than its author',
  },
  async demand(ctx, campaign, to) {
    if (!isStart(to)) return
    demandTime(ctx, campaign, to)
    await demandCoveredCampaign(ctx, campaign)
  },
} as const satisfies Lifecycle<CampaignStatus, Deciding>

function demandTime({ now }: Context, campaign: Deciding, to: CampaignStatus): void {
  const startsAt = campaign.startsAt?.toISOString()
  const isEarly = campaign.status === CampaignStatus.SCHEDULED && campaign.startsAt && campaign.startsAt > now
  if (isEarly && to === CampaignStatus.ACTIVE) {
    const message = `A scheduled campaign becomes ACTIVE at ${startsAt}`
    throw new ServiceError('INVALID_STATE_TRANSITION', message, { startsAt })
  }
  if (hasEnded(campaign, now)) {
    const endsAt = campaign.endsAt?.toISOString()
    const message = `The campaign was to end at ${endsAt}: change endsAt to start it`
    throw new ServiceError('INVALID_STATE_TRANSITION', message, { endsAt })
  }
  demandPeriod({ ...campaign, status: to })
}

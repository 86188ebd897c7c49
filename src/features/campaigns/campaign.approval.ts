import { changesBetween, type FieldChange, valuesOf } from '../../graphql/field-change.ts'
import type { Campaign } from './campaign.entity.ts'
import type { CampaignPatch } from './campaign.inputs.ts'

/** Fields that an approval is about: every field that an edit can change. */
const IS_APPROVED = {
  name: true,
  clientId: true,
  type: true,
  description: true,
  channels: true,
  budgetCents: true,
  startsAt: true,
  endsAt: true,
} satisfies Record<keyof CampaignPatch, true>

export const APPROVED = Object.keys(IS_APPROVED) as (keyof CampaignPatch)[]

/** A campaign as it was approved, as JSON. */
export type ApprovedCampaign = Record<(typeof APPROVED)[number], unknown>

/** What is kept of a campaign that is approved. */
export const approvedState = (campaign: Campaign): ApprovedCampaign => valuesOf(campaign, APPROVED)

/** What has changed since; null where nothing was approved. */
export const changesSince = (
  approved: ApprovedCampaign | null,
  campaign: Pick<Campaign, (typeof APPROVED)[number]>,
): FieldChange[] | null => approved && changesBetween(approved, valuesOf(campaign, APPROVED), APPROVED)

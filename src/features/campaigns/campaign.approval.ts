import { changesBetween, type FieldChange, valuesOf } from '../../graphql/field-change.ts'
import type { Campaign } from './campaign.entity.ts'

/** What of a campaign an approval is about. */
export const APPROVED = [
  'name',
  'clientId',
  'type',
  'description',
  'channels',
  'budgetCents',
  'startsAt',
  'endsAt',
] as const

/** A campaign as it was approved, as JSON. */
export type ApprovedCampaign = Record<(typeof APPROVED)[number], unknown>

/** What is kept of a campaign that is approved. */
export const approvedState = (campaign: Campaign): ApprovedCampaign => valuesOf(campaign, APPROVED)

/** What has changed since; null where nothing was approved. */
export const changesSince = (
  approved: ApprovedCampaign | null,
  campaign: Pick<Campaign, (typeof APPROVED)[number]>,
): FieldChange[] | null => approved && changesBetween(approved, valuesOf(campaign, APPROVED), APPROVED)

import { changesBetween, type FieldChange, valuesOf } from '../../graphql/field-change.ts'
import { approvedFields, valuesBefore } from '../../graphql/row-inputs.ts'
import { type Campaign, CampaignDetails } from './campaign.entity.ts'

/** The fields that an approval covers: every field that an edit can change. */
export const APPROVED = approvedFields(CampaignDetails)

/** The approved values of a campaign, as JSON. */
type ApprovedCampaign = Campaign['approved'] & object

/** The values of a campaign to store on approval. */
export const approvedState = (campaign: Campaign): ApprovedCampaign => valuesOf(campaign, APPROVED)

/** The changes since the approval. Null if the campaign was never approved. Earlier approvals lack newer fields. */
export const changesSince = (
  approved: ApprovedCampaign | null,
  campaign: Pick<Campaign, (typeof APPROVED)[number]>,
): FieldChange[] | null =>
  approved && changesBetween({ ...valuesBefore(CampaignDetails), ...approved }, valuesOf(campaign, APPROVED), APPROVED)

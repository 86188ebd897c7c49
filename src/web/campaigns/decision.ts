import { CampaignStatus } from '../api/generated.ts'

interface Shown {
  status: CampaignStatus
  updatedAt: string
}

/**
 * What a step of a campaign began from. A decision is about what is shown of the campaign: the server refuses it where
 * somebody changed that meanwhile. Other steps, and taking a decision back, are about the campaign as it is.
 */
export const decidedOn = ({ status, updatedAt }: Shown, to: CampaignStatus) =>
  status === CampaignStatus.PENDING_APPROVAL && to !== status ? { expectedUpdatedAt: updatedAt } : {}

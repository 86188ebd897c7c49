import { CampaignStatus, ChangeCampaignStatusDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import type { Stepped } from '../components/steps.tsx'

interface Shown {
  status: CampaignStatus
  updatedAt: string
}

/**
 * The state that a step is based on. A decision is about the displayed state, so the server must refuse it if somebody
 * has changed the campaign since then. Other steps, and undoing a decision, apply to the current state.
 */
export const decidedOn = ({ status, updatedAt }: Shown, to: CampaignStatus) =>
  status === CampaignStatus.PENDING_APPROVAL && to !== status ? { expectedUpdatedAt: updatedAt } : {}

/** Changes the status of a displayed campaign. */
export const changeOf =
  (campaign: Shown & { id: string }) =>
  async (status: CampaignStatus): Promise<Stepped<CampaignStatus>> => {
    const variables = { id: campaign.id, status, ...decidedOn(campaign, status) }
    return (await session.save(ChangeCampaignStatusDocument, variables)).changed
  }

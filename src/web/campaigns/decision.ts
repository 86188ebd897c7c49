import { CampaignStatus } from '../api/generated.ts'

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

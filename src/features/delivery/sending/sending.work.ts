import { type OrganizationWork, serviceOf } from '../../../background/work.ts'
import { nextMessage } from './sending.queue.ts'
import type { CampaignSender } from './sending.turn.ts'

declare module '../../../common/services.ts' {
  interface Services {
    campaignSender: CampaignSender
  }
}

/**
 * Number of organizations that a process sends for at the same time. With several, a slow mail server of one
 * organization does not block the others.
 */
const AT_ONCE = 20

/** Sends the messages of campaigns. Organizations take turns of about a second. */
export const sendCampaigns: OrganizationWork = {
  kind: 'delivery',
  needs: 'campaignSender',
  atOnce: AT_ONCE,
  perform: (tools, organizationId) => serviceOf(tools, 'campaignSender').turn(tools, organizationId),
  next: nextMessage,
}

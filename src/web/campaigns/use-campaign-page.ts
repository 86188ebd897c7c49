import {
  CampaignAudienceDocument,
  CampaignContentDocument,
  CampaignDocument,
  CampaignMessagesDocument,
  CampaignPageDocument,
  CampaignResultsDocument,
  HistoryDocument,
  SignOffsOfDocument,
  TrendsDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { part, useTogether } from '../api/use-together.ts'
import { messagesIn } from './messages.tsx'

/** Reads what the panels of a campaign show at first in one request. Returns whether that is done. */
export function useCampaignPage(id: string): boolean {
  const mayRead = (feature: string) => session.may(`org:${feature}:read`)
  const asked = {
    id,
    analytics: mayRead('analytics'),
    content: mayRead('content'),
    audit: mayRead('audit'),
    privacy: mayRead('privacy'),
    names: session.mayNameUsers,
  }
  return useTogether(
    CampaignPageDocument,
    asked,
    (page) => {
      const { campaign, campaignAudience, campaignAnalytics, analyticsTrends, contents } = page
      const { current, earlier, history } = page
      return [
        part(CampaignDocument, { id }, { record: campaign }),
        campaign.list &&
          part(CampaignMessagesDocument, messagesIn(id, new URLSearchParams()), { campaign: { list: campaign.list } }),
        part(CampaignAudienceDocument, { id }, { campaignAudience }),
        campaignAnalytics && part(CampaignResultsDocument, { id }, { campaignAnalytics }),
        analyticsTrends && part(TrendsDocument, { campaignId: id }, { analyticsTrends }),
        contents && part(CampaignContentDocument, { id }, { contents }),
        current && earlier && part(SignOffsOfDocument, { filter: { campaignId: id } }, { current, earlier }),
        history && part(HistoryDocument, { id, names: asked.names }, { list: history }),
      ]
    },
    ['campaigns', 'dashboard', 'signOffs', 'content'],
  )
}

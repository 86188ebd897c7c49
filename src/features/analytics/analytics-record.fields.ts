import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { ContentItem } from '../content/content-item.entity.ts'
import { AnalyticsRecord } from './analytics-record.entity.ts'

/** What a record shows beside its columns. */
declareFields(AnalyticsRecord, ({ one }) => ({
  campaign: one(() => Campaign, 'campaignId', { description: 'The campaign.' }),
  content: one(() => ContentItem, 'contentId', {
    description: 'The content item; null when none was named or it was deleted.',
  }),
}))

import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { ContentItem } from '../content/content-item.entity.ts'
import { AnalyticsRecord } from './analytics-record.entity.ts'

/** Fields of a record that are not columns. */
declareFields(AnalyticsRecord, ({ one }) => ({
  campaign: one(() => Campaign, 'campaignId', { description: 'The campaign.' }),
  content: one(() => ContentItem, 'contentId', {
    description: 'The content item. Null if the record names none, or if the item was deleted.',
  }),
}))

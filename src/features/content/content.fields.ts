import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { contentComments, contents } from './content.queries.ts'
import { ContentItem } from './content-item.entity.ts'

/** What content shows beside its columns. */
declareFields(ContentItem, ({ many, one }) => ({
  campaign: one(() => Campaign, 'campaignId', {
    description: 'The campaign; null when there is none or it was deleted.',
  }),
  comments: many(contentComments, 'contentId', { description: 'Comments on its versions, oldest first.' }),
}))

/** What a campaign shows of its content. */
declareFields(Campaign, ({ many }) => ({
  content: many(contents, 'campaignId', {
    description: 'The content of the campaign, newest first unless ordered otherwise.',
  }),
}))

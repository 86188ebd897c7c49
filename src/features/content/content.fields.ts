import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { contentComments, contents } from './content.queries.ts'
import { ContentItem } from './content-item.entity.ts'

/** Fields of content that are not columns. */
declareFields(ContentItem, ({ many, one }) => ({
  campaign: one(() => Campaign, 'campaignId', {
    description: 'The campaign. Null if there is none, or if the campaign was deleted.',
  }),
  comments: many(contentComments, 'contentId', {
    description: 'Comments on the versions of the content, oldest first.',
  }),
}))

/** The content of a campaign, as one of its fields. */
declareFields(Campaign, ({ many }) => ({
  content: many(contents, 'campaignId', {
    description: 'The content of the campaign. Default order: newest first.',
  }),
}))

import { DateTime } from '../../graphql/columns.ts'
import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { contentComments, contents, mentions } from './content.queries.ts'
import { ContentComment } from './content-comment.entity.ts'
import { ContentItem } from './content-item.entity.ts'
import { ContentMention } from './content-mention.entity.ts'

/** Fields of content that are not columns. */
declareFields(ContentItem, ({ many, one }) => ({
  campaign: one(() => Campaign, 'campaignId', {
    description: 'The campaign. Null if there is none, or if the campaign was deleted.',
  }),
  comments: many(contentComments, 'contentId', {
    description: 'Comments on the versions of the content, oldest first.',
  }),
}))

declareFields(ContentComment, ({ many }) => ({
  mentions: many(mentions, 'commentId', { description: 'Members whom the comment mentions.' }),
}))

declareFields(ContentMention, ({ marked, one, value }) => ({
  comment: one(() => ContentComment, 'commentId', { description: 'The comment.' }),
  content: one(() => ContentItem, 'contentId', { description: 'The content item.' }),
  readAt: value(() => DateTime, marked('contentMention', 'id', 'userId', 'seenAt'), {
    nullable: true,
    description:
      'Time at which the caller marked the mention as read. Null while it is unread, and for mentions of other users.',
  }),
}))

/** The content of a campaign, as one of its fields. */
declareFields(Campaign, ({ many }) => ({
  content: many(contents, 'campaignId', {
    description: 'The content of the campaign. Default order: newest first.',
  }),
}))

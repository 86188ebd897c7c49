import { Int } from 'type-graphql'
import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { ContentItem } from '../content/content-item.entity.ts'
import { SignOff } from './sign-off.entity.ts'
import { signOffComments, signOffReviewers, signOffs } from './sign-off.queries.ts'
import { ReviewerStatus } from './sign-off-reviewer.entity.ts'

declareFields(SignOff, ({ count, many, one, value }) => ({
  campaign: one(() => Campaign, 'campaignId', { description: 'Campaign to sign off. Null for content.' }),
  content: one(() => ContentItem, 'contentId', { description: 'Content to sign off. Null for a campaign.' }),
  approvals: value(() => Int, count('signOffReviewer', 'signOffId', ['status', ReviewerStatus.APPROVED]), {
    description: 'Number of reviewers who approved.',
  }),
  reviewers: many(signOffReviewers, 'signOffId', { description: 'Reviewers with their decisions, oldest first.' }),
  comments: many(signOffComments, 'signOffId', { description: 'Comments of the reviewers, oldest first.' }),
}))

declareFields(Campaign, ({ many }) => ({
  signOffs: many(signOffs, 'campaignId', { description: 'Sign-offs of the campaign, newest first.' }),
}))

declareFields(ContentItem, ({ many }) => ({
  signOffs: many(signOffs, 'contentId', { description: 'Sign-offs of the content, newest first.' }),
}))

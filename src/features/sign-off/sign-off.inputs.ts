import { GraphQLInt } from 'graphql'
import { ID } from 'type-graphql'
import { DateTime } from '../../graphql/columns.ts'
import { fields } from '../../graphql/fields.ts'
import { email, Input, integer, maxItems, nested, notEmpty, optional, required, text } from '../../graphql/inputs.ts'
import { filterOf } from '../../graphql/row-inputs.ts'
import { Language } from '../content/content-item.entity.ts'
import { SignOff } from './sign-off.entity.ts'
import { REVIEW_LANGUAGES } from './sign-off-reviewer.entity.ts'

const MOST_REVIEWERS = 20

@Input('Reviewer of a sign-off.')
export class SignOffReviewerInput extends fields({
  name: required(text('Name of the reviewer, at most 200 characters.')),
  email: required(email('E-mail address that the link and the codes are mailed to.')),
  language: optional(Language, `Language of the mails and the page: ${REVIEW_LANGUAGES}. Default en.`),
}) {}

@Input('Sign-off to request, of a campaign or of content.')
export class SignOffInput extends fields({
  campaignId: optional(ID, 'Id of the campaign. Its content is part of the sign-off.'),
  contentId: optional(ID, 'Id of the content, if no campaign is given.'),
  reviewers: required(
    nested([SignOffReviewerInput], `Reviewers, 1 to ${MOST_REVIEWERS}, with different addresses.`, {
      rules: [maxItems(MOST_REVIEWERS, 'TOO_MANY_REVIEWERS'), notEmpty('NO_REVIEWER')],
    }),
  ),
  quorum: integer('Number of reviewers who must approve, at most all of them. Default: all of them.', {
    min: 1,
    max: MOST_REVIEWERS,
    type: GraphQLInt,
  }),
  dueAt: optional(DateTime, 'Time by which the decision is due, in the future and at most a year from now.'),
  message: text('Message to the reviewers, at most 2000 characters.', { max: 2000 }),
  sharesBudget: optional(Boolean, 'Whether the reviewers see the budget and the dates of the campaign. Default false.'),
  mayHandOver: optional(Boolean, 'Whether a reviewer may hand the decision over to a colleague. Default false.'),
}) {}

@Input('Filter for sign-offs. A sign-off must meet all given conditions.')
export class SignOffFilter extends filterOf(SignOff, {
  clientId: optional(ID, 'Only sign-offs of campaigns of this client, and of their content.'),
}) {}

@Input('Withdrawal of a sign-off.')
export class SignOffRevocation extends fields({
  reason: text('Reason, which is mailed to the reviewers. At most 2000 characters.', { max: 2000 }),
}) {}

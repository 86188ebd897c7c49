import { MaxLength } from 'class-validator'
import { Int } from 'type-graphql'
import { DateTime } from '../../graphql/columns.ts'
import { fields } from '../../graphql/fields.ts'
import { Input, maxItems, optional, required, text } from '../../graphql/inputs.ts'
import { changesTo, filterOf, newRowOf } from '../../graphql/row-inputs.ts'
import { ContentDetails, ContentItem } from './content-item.entity.ts'

@Input('New content.')
export class ContentInput extends newRowOf(ContentDetails) {}

@Input('Changes to content. Absent fields stay unchanged.')
export class ContentPatch extends changesTo(ContentDetails) {}

const MOST_MENTIONS = 20

@Input('Comment on content.')
export class ContentCommentInput extends fields({
  text: required(text('Text of the comment, at most 4,000 characters.', { max: 4000 })),
  mentions: optional(
    [String],
    `User ids of members whom the comment mentions, at most ${MOST_MENTIONS}. Each of them is notified.`,
    {
      rules: [
        maxItems(MOST_MENTIONS, 'TOO_MANY_MEMBERS'),
        MaxLength(200, { each: true, message: 'must be ids of at most 200 characters' }),
      ],
    },
  ),
}) {}

@Input('Filter for comments. A comment must meet all given conditions.')
export class ContentCommentFilter extends fields({
  version: optional(Int, 'Only comments on this version.'),
  isOpen: optional(Boolean, 'true: only open comments. false: only resolved comments.'),
}) {}

@Input('Filter for content. A content item must meet all given conditions.')
export class ContentFilter extends filterOf(ContentItem, {
  search: text('Case-insensitive substring of the title.'),
  updatedFrom: optional(DateTime, 'Only content that was last changed at or after this time.', { graphqlOnly: true }),
  updatedBefore: optional(DateTime, 'Only content that was last changed before this time.', { graphqlOnly: true }),
  createdBy: text('Only content of this author: the id of the user.', { graphqlOnly: true }),
  awaitingMe: optional(
    Boolean,
    'true: only content that waits for a review that the caller may decide. false: only the others.',
    { graphqlOnly: true },
  ),
}) {}

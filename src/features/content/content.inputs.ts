import { ArrayMaxSize, IsOptional, MaxLength } from 'class-validator'
import { Field, InputType, Int } from 'type-graphql'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { FlagField, says, TextField, TimeField } from '../../graphql/inputs.ts'
import { changesTo, filterOf, newRowOf, RowInput } from '../../graphql/row-inputs.ts'
import { ContentDetails, ContentItem } from './content-item.entity.ts'

@RowInput('New content.')
export class ContentInput extends newRowOf(ContentDetails) {}

@RowInput('Changes to content. Absent fields stay unchanged.')
export class ContentPatch extends changesTo(ContentDetails) {}

const MOST_MENTIONS = 20

@InputType({ description: 'Comment on content.' })
export class ContentCommentInput {
  @TextField({ required: true, max: 4000, description: 'Text of the comment, at most 4,000 characters.' })
  text!: string

  @Field(() => [String], {
    nullable: true,
    description: `User ids of members whom the comment mentions, at most ${MOST_MENTIONS}. Each of them is notified.`,
  })
  @IsOptional()
  @ArrayMaxSize(MOST_MENTIONS, says('TOO_MANY_MEMBERS', { most: MOST_MENTIONS }))
  @MaxLength(200, { each: true, message: 'must be ids of at most 200 characters' })
  mentions?: string[] | null
}

@InputType({ description: 'Filter for comments. A comment must meet all given conditions.' })
export class ContentCommentFilter {
  @Field(() => Int, { nullable: true, description: 'Only comments on this version.' })
  version?: number

  @FlagField({ description: 'true: only open comments. false: only resolved comments.' })
  isOpen?: boolean
}

@RowInput('Filter for content. A content item must meet all given conditions.')
export class ContentFilter extends filterOf(ContentItem) {
  @TextField({ description: 'Case-insensitive substring of the title.' })
  search?: string | undefined

  @TimeField({ description: 'Only content that was last changed at or after this time.' })
  @GraphqlOnly()
  updatedFrom?: Date

  @TimeField({ description: 'Only content that was last changed before this time.' })
  @GraphqlOnly()
  updatedBefore?: Date

  @TextField({ description: 'Only content of this author: the id of the user.' })
  @GraphqlOnly()
  createdBy?: string

  @FlagField({
    description: 'true: only content that waits for a review that the caller may decide. false: only the others.',
  })
  @GraphqlOnly()
  awaitingMe?: boolean
}

import { ArrayMaxSize, IsOptional, Matches } from 'class-validator'
import { Field, ID, InputType, Int } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { GraphqlOnly } from '../../engine/guard.ts'
import { ChoiceField, ChoicesField, TextField } from '../../graphql/inputs.ts'
import { orderInput } from '../../graphql/relay.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { ContentStatus, ContentType, Language } from './content-item.entity.ts'

const LONGEST_BODY = 100_000

@InputType()
class ContentDetails {
  @Field(() => ID, { nullable: true, description: 'Id of a campaign of the organization.' })
  campaignId?: string | null

  @ChoiceField(Language, { description: 'Language of the content. Default en.' })
  language?: Language

  @ChoiceField(CampaignType, { description: 'Channel that the content is for.' })
  channel?: CampaignType | null

  @Field(() => [String], { nullable: true, description: 'Variables of a template: every `{{name}}` of its text.' })
  @IsOptional()
  @ArrayMaxSize(50, { message: 'must hold at most 50 names' })
  @Matches(/^[A-Za-z_]\w{0,63}$/, { each: true, message: 'must be names: letters, digits and _' })
  variables?: string[] | null
}

@InputType({ description: 'New content.' })
export class ContentInput extends ContentDetails {
  @TextField({ required: true, description: 'Title of the content, at most 200 characters.' })
  title!: string

  @ChoiceField(ContentType, { required: true, description: 'Type of the content.' })
  type!: ContentType

  @TextField({
    required: true,
    max: LONGEST_BODY,
    description: 'Body of the content. In a template, `{{name}}` stands for a variable.',
  })
  body!: string

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the original that it is a translation of: no translation itself, and not in this language.',
  })
  @GraphqlOnly()
  translationOf?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it is a template. Default false.' })
  isTemplate?: boolean | null
}

@InputType({ description: 'Changes to content. Absent fields stay as they are.' })
export class ContentPatch extends ContentDetails {
  @TextField({ kept: true, description: 'Title of the content, at most 200 characters.' })
  title?: string

  @TextField({
    kept: true,
    max: LONGEST_BODY,
    description: 'Body of the content. In a template, `{{name}}` stands for a variable.',
  })
  body?: string
}

@InputType({ description: 'Comment on content.' })
export class ContentCommentInput {
  @TextField({ required: true, max: 4000, description: 'Text of the comment, at most 4,000 characters.' })
  text!: string
}

@InputType({ description: 'Filter for comments. All given conditions must hold.' })
export class ContentCommentFilter {
  @Field(() => Int, { nullable: true, description: 'Only comments on this version.' })
  version?: number

  @Field(() => Boolean, { nullable: true, description: 'Only open comments; false: only resolved ones.' })
  isOpen?: boolean
}

@InputType({ description: 'Filter for content. All given conditions must hold.' })
export class ContentFilter {
  @TextField({ description: 'Case-insensitive substring of the title.' })
  search?: string | undefined

  @ChoicesField(ContentStatus, { description: 'Only content with one of these statuses.' })
  status?: ContentStatus[] | undefined

  @ChoicesField(ContentType, { description: 'Only content of one of these types.' })
  type?: ContentType[] | undefined

  @ChoicesField(Language, { description: 'Only content in one of these languages.' })
  language?: Language[] | undefined

  @Field(() => ID, { nullable: true, description: 'Only content of this campaign.' })
  campaignId?: string | undefined

  @Field(() => Boolean, { nullable: true, description: 'Only templates; false: only content that is none.' })
  isTemplate?: boolean

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only content that waits for a review which the caller may decide; false: only the others.',
  })
  @GraphqlOnly()
  awaitingMe?: boolean
}

export enum ContentOrderField {
  CREATED_AT = 'createdAt',
  UPDATED_AT = 'updatedAt',
  TITLE = 'title',
}
describeEnum('ContentOrderField', ContentOrderField, 'Field to order content by.', {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
  TITLE: 'Title of the content.',
})

export const ContentOrder = orderInput('ContentOrder', ContentOrderField, 'content')

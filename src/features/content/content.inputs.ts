import { ArrayMaxSize, IsOptional, Matches } from 'class-validator'
import { ArgsType, Field, ID, InputType, registerEnumType } from 'type-graphql'
import { ChoiceField, ChoicesField, TextField } from '../../graphql/inputs.ts'
import { SearchArgs } from '../../graphql/page.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { ContentStatus, ContentType, Language } from './content-item.entity.ts'

const LONGEST_BODY = 100_000

@InputType()
class ContentDetails {
  @Field(() => ID, { nullable: true, description: 'A campaign of the organization.' })
  campaignId?: string | null

  @ChoiceField(Language, { description: 'Default en.' })
  language?: Language

  @ChoiceField(CampaignType, { description: 'The medium that it is for.' })
  channel?: CampaignType | null

  @Field(() => [String], { nullable: true, description: 'The variables of a template: every `{{name}}` of its text.' })
  @IsOptional()
  @ArrayMaxSize(50, { message: 'must hold at most 50 names' })
  @Matches(/^[A-Za-z_]\w{0,63}$/, { each: true, message: 'must be names: letters, digits and _' })
  variables?: string[] | null
}

@InputType({ description: 'New content.' })
export class ContentInput extends ContentDetails {
  @TextField({ required: true })
  title: string

  @ChoiceField(ContentType, { required: true })
  type: ContentType

  @TextField({ required: true, max: LONGEST_BODY })
  body: string

  @Field(() => Boolean, { nullable: true, description: 'Whether it is a template. Default false.' })
  isTemplate?: boolean | null
}

@InputType({ description: 'An edit: fields that are absent stay as they are.' })
export class ContentPatch extends ContentDetails {
  @TextField({ kept: true })
  title?: string

  @TextField({ kept: true, max: LONGEST_BODY })
  body?: string
}

@ArgsType()
export class ContentListArgs extends SearchArgs {
  @Field(() => ContentStatus, { nullable: true })
  status?: ContentStatus

  @Field(() => ContentType, { nullable: true })
  type?: ContentType

  @Field(() => Language, { nullable: true })
  language?: Language

  @Field(() => ID, { nullable: true })
  campaignId?: string
}

@InputType({ description: 'Which content; every condition that is given must hold.' })
export class ContentFilter {
  @TextField({ description: 'Case-insensitive substring of the title.' })
  search?: string

  @ChoicesField(ContentStatus)
  status?: ContentStatus[]

  @ChoicesField(ContentType)
  type?: ContentType[]

  @ChoicesField(Language)
  language?: Language[]

  @Field(() => ID, { nullable: true })
  campaignId?: string

  @Field(() => Boolean, { nullable: true })
  isTemplate?: boolean
}

export enum ContentOrderField {
  CREATED_AT = 'createdAt',
  UPDATED_AT = 'updatedAt',
  TITLE = 'title',
}
registerEnumType(ContentOrderField, { name: 'ContentOrderField' })

@InputType({ description: 'How content is ordered. Ties are broken by id.' })
export class ContentOrder {
  @Field(() => ContentOrderField)
  field: ContentOrderField

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ASC })
  direction: OrderDirection
}

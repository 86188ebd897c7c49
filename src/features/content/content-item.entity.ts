import { ObjectType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { CountedBy } from '../../data/row-counts.ts'
import { LongText } from '../../engine/declare/declarations.ts'
import { Choice, Count, ExternalId, Flag, Names, Ref, Text } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { Retained } from '../../security/personal-data.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'

export const ContentStatus = describeNames('ContentStatus', 'Lifecycle status of content.', {
  DRAFT: 'Being written.',
  IN_REVIEW: 'Waiting for approval by someone other than its authors.',
  CHANGES_REQUESTED: 'Sent back by the reviewer.',
  APPROVED: 'Approved for publication.',
  PUBLISHED: 'Published.',
  ARCHIVED: 'Kept for reference; cannot be edited.',
})
export type ContentStatus = keyof typeof ContentStatus

export const ContentType = describeNames('ContentType', 'Type of content.', {
  POST: 'Post on a social network.',
  EMAIL: 'E-mail.',
  SMS: 'Text message.',
  BANNER: 'Banner.',
  VIDEO: 'Video.',
  DOCUMENT: 'Document.',
  PRESS_RELEASE: 'Press release.',
})
export type ContentType = keyof typeof ContentType

export const Language = describeNames('Language', 'The official languages of South Africa, as BCP 47 codes.', {
  en: 'English.',
  af: 'Afrikaans.',
  nr: 'isiNdebele.',
  nso: 'Sepedi.',
  sfs: 'South African Sign Language.',
  ss: 'siSwati.',
  st: 'Sesotho.',
  tn: 'Setswana.',
  ts: 'Xitsonga.',
  ve: 'Tshivenda.',
  xh: 'isiXhosa.',
  zu: 'isiZulu.',
})
export type Language = keyof typeof Language

const LONGEST_BODY = 100_000

/** The fields of content that callers write. */
@ObjectType({ simpleResolvers: true })
export abstract class ContentDetails extends TenantRow {
  @Ref({
    to: 'campaign',
    nullable: true,
    filter: 'isId',
    approved: false,
    description: 'Id of the campaign. Null for content without a campaign.',
    inputDescription: 'Id of a campaign of the organization.',
  })
  readonly campaignId!: string | null

  @Ref({
    to: 'contentItem',
    nullable: true,
    graphqlOnly: true,
    isFixed: true,
    description: 'Id of the original of this translation. Null for an original, and after the original was deleted.',
    inputDescription:
      'Id of the original, if this is a translation. The original must not be a translation, and must have another ' +
      'language.',
  })
  readonly translationOf!: string | null

  @Text({ description: 'Title of the content.' })
  readonly title!: string

  @Choice(ContentType, { isFixed: true, filter: 'isAny', description: 'Type of the content.' })
  readonly type!: ContentType

  @Text({
    max: LONGEST_BODY,
    description: 'Body of the content. In a template, `{{name}}` is the place of a variable.',
  })
  @LongText()
  readonly body!: string

  @Names({
    otherwise: [],
    description: 'Names of the variables of a template.',
    inputDescription: 'Names of the template’s variables: each `{{name}}` in its text.',
  })
  readonly variables!: string[]

  @Choice(Language, { otherwise: Language.en, filter: 'isAny', description: 'Language of the content.' })
  readonly language!: Language

  @Choice(CampaignType, { nullable: true, description: 'Channel that the content is for.' })
  readonly channel!: CampaignType | null

  @Flag({ otherwise: false, isFixed: true, filter: 'is', description: 'Whether the content is a template.' })
  readonly isTemplate!: boolean
}

/** A content item, usually of a campaign, or a template. */
@NodeOutput('contentItem', 'org:content:read', 'Content item, usually of a campaign, or a template.')
@CountedBy('status')
@Retained({ resource: 'CONTENT', days: 1825, since: 'updatedAt', statuses: [ContentStatus.ARCHIVED] })
export class ContentItem extends ContentDetails {
  @Choice(ContentStatus, { filter: 'isAny', description: 'Lifecycle status of the content.' })
  readonly status!: ContentStatus

  @Count({ description: 'Version number, from 1. Each edit increments it.' })
  readonly version!: number

  @Count({
    nullable: true,
    graphqlOnly: true,
    description: 'Number of the version that was last approved. Null if no approved version is known.',
  })
  readonly approvedVersion!: number | null

  @Text({
    nullable: true,
    graphqlOnly: true,
    description: 'Reason of the last return to the author. Null without one, and from the next status change on.',
  })
  readonly returnReason!: string | null

  @ExternalId({ description: 'Id of the author.' })
  readonly createdBy!: string

  @ExternalId({ description: 'Id of the author of the current version. Neither author may approve it.' })
  readonly editedBy!: string
}

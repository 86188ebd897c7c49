import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { CountedBy } from '../../data/row-counts.ts'
import { LongText } from '../../engine/declare/declarations.ts'
import { Choice, Count, Details, ExternalId, Flag, Names, Ref, Text } from '../../graphql/columns.ts'
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
@Details()
export abstract class ContentDetails extends rowWith(TenantRow, {
  campaignId: Ref('campaign', 'Id of the campaign. Null for content without a campaign.', {
    nullable: true,
    filter: 'isId',
    approved: false,
    inputDescription: 'Id of a campaign of the organization.',
  }),
  translationOf: Ref(
    'contentItem',
    'Id of the original of this translation. Null for an original, and after the original was deleted.',
    {
      nullable: true,
      graphqlOnly: true,
      isFixed: true,
      inputDescription:
        'Id of the original, if this is a translation. The original must not be a translation, and must have another ' +
        'language.',
    },
  ),
  title: Text('Title of the content.'),
  type: Choice(ContentType, 'Type of the content.', { isFixed: true, filter: 'isAny' }),
  body: LongText(
    Text('Body of the content. In a template, `{{name}}` is the place of a variable.', { max: LONGEST_BODY }),
  ),
  variables: Names('Names of the variables of a template.', {
    otherwise: [],
    inputDescription: 'Names of the template’s variables: each `{{name}}` in its text.',
  }),
  language: Choice(Language, 'Language of the content.', { otherwise: Language.en, filter: 'isAny' }),
  channel: Choice(CampaignType, 'Channel that the content is for.', { nullable: true }),
  isTemplate: Flag('Whether the content is a template.', { otherwise: false, isFixed: true, filter: 'is' }),
}) {}

/** A content item, usually of a campaign, or a template. */
@NodeOutput('contentItem', 'org:content:read', 'Content item, usually of a campaign, or a template.')
@CountedBy('status')
@Retained({ resource: 'CONTENT', days: 1825, since: 'updatedAt', statuses: [ContentStatus.ARCHIVED] })
export class ContentItem extends rowWith(ContentDetails, {
  status: Choice(ContentStatus, 'Lifecycle status of the content.', { filter: 'isAny' }),
  version: Count('Version number, from 1. Each edit increments it.'),
  approvedVersion: Count('Number of the version that was last approved. Null if no approved version is known.', {
    nullable: true,
    graphqlOnly: true,
  }),
  returnReason: Text('Reason of the last return to the author. Null without one, and from the next status change on.', {
    nullable: true,
    graphqlOnly: true,
  }),
  createdBy: ExternalId('Id of the author.'),
  editedBy: ExternalId('Id of the author of the current version. Neither author may approve it.'),
}) {}

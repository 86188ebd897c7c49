import { Entity } from '@mikro-orm/decorators/legacy'
import { Field } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { CountedBy } from '../../data/row-counts.ts'
import { GraphqlOnly, LongText } from '../../engine/guard.ts'
import { Choice, Count, ExternalId, Flag, Ref, Text } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { Retained } from '../../security/personal-data.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    contentItem: ContentItem
  }
}

export enum ContentStatus {
  DRAFT = 'DRAFT',
  IN_REVIEW = 'IN_REVIEW',
  CHANGES_REQUESTED = 'CHANGES_REQUESTED',
  APPROVED = 'APPROVED',
  PUBLISHED = 'PUBLISHED',
  ARCHIVED = 'ARCHIVED',
}
describeEnum('ContentStatus', ContentStatus, 'Lifecycle status of content.', {
  DRAFT: 'Being written.',
  IN_REVIEW: 'Waiting for approval by someone other than its authors.',
  CHANGES_REQUESTED: 'Sent back by the reviewer.',
  APPROVED: 'Approved for publication.',
  PUBLISHED: 'Published.',
  ARCHIVED: 'Kept for reference; cannot be edited.',
})

export enum ContentType {
  POST = 'POST',
  EMAIL = 'EMAIL',
  SMS = 'SMS',
  BANNER = 'BANNER',
  VIDEO = 'VIDEO',
  DOCUMENT = 'DOCUMENT',
  PRESS_RELEASE = 'PRESS_RELEASE',
}
describeEnum('ContentType', ContentType, 'Type of content.', {
  POST: 'Post on a social network.',
  EMAIL: 'E-mail.',
  SMS: 'Text message.',
  BANNER: 'Banner.',
  VIDEO: 'Video.',
  DOCUMENT: 'Document.',
  PRESS_RELEASE: 'Press release.',
})

export enum Language {
  en = 'en',
  af = 'af',
  nr = 'nr',
  nso = 'nso',
  sfs = 'sfs',
  ss = 'ss',
  st = 'st',
  tn = 'tn',
  ts = 'ts',
  ve = 've',
  xh = 'xh',
  zu = 'zu',
}
describeEnum('Language', Language, 'The official languages of South Africa, as BCP 47 codes.', {
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

/** A piece of content, usually of a campaign, or a template for such pieces. */
@NodeOutput('contentItem', 'org:content:read', 'Content item, usually of a campaign, or a template.')
@CountedBy('status')
@Retained({ resource: 'CONTENT', days: 1825, since: 'updatedAt', statuses: [ContentStatus.ARCHIVED] })
@Entity()
export class ContentItem extends TenantRow {
  @Ref({ to: 'campaign', nullable: true, description: 'Id of the campaign; null for content without one.' })
  readonly campaignId!: string | null

  @Ref({
    to: 'contentItem',
    nullable: true,
    description: 'Id of the original that it is a translation of; null for an original, and once that was deleted.',
  })
  @GraphqlOnly()
  readonly translationOf!: string | null

  @Text({ description: 'Title of the content.' })
  readonly title!: string

  @Choice(ContentType, { description: 'Type of the content.' })
  readonly type!: ContentType

  @Text({ description: 'Body of the content. In a template, `{{name}}` stands for a variable.' })
  @LongText()
  readonly body!: string

  @Choice(ContentStatus, { description: 'Lifecycle status of the content.' })
  readonly status!: ContentStatus

  @Choice(Language, { description: 'Language of the content.' })
  readonly language!: Language

  @Choice(CampaignType, { nullable: true, description: 'Channel that the content is for.' })
  readonly channel!: CampaignType | null

  @Flag({ description: 'Whether it is a template.' })
  readonly isTemplate!: boolean

  @Column('text[]')
  @Field(() => [String], { description: 'Variables of a template.' })
  readonly variables!: string[]

  @Count({ description: 'Version number, from 1. Every edit increments it.' })
  readonly version!: number

  @Count({
    nullable: true,
    description: 'Number of the version that was approved last; null when none was, as far as is known.',
  })
  @GraphqlOnly()
  readonly approvedVersion!: number | null

  @ExternalId({ description: 'Id of the author.' })
  readonly createdBy!: string

  @ExternalId({ description: 'Id of the author of the current version. Neither author may approve it.' })
  readonly editedBy!: string
}

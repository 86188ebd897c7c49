import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, registerEnumType } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { Choice, Count, ExternalId, Flag, Output, Ref, Text } from '../../graphql/columns.ts'
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
registerEnumType(ContentStatus, { name: 'ContentStatus', description: 'Where content stands in its life.' })

export enum ContentType {
  POST = 'POST',
  EMAIL = 'EMAIL',
  SMS = 'SMS',
  BANNER = 'BANNER',
  VIDEO = 'VIDEO',
  DOCUMENT = 'DOCUMENT',
  PRESS_RELEASE = 'PRESS_RELEASE',
}
registerEnumType(ContentType, { name: 'ContentType', description: 'What kind of content it is.' })

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
registerEnumType(Language, {
  name: 'Language',
  description: 'The official languages of South Africa, as BCP 47 codes.',
  valuesConfig: {
    en: { description: 'English' },
    af: { description: 'Afrikaans' },
    nr: { description: 'isiNdebele' },
    nso: { description: 'Sepedi' },
    sfs: { description: 'South African Sign Language' },
    ss: { description: 'siSwati' },
    st: { description: 'Sesotho' },
    tn: { description: 'Setswana' },
    ts: { description: 'Xitsonga' },
    ve: { description: 'Tshivenda' },
    xh: { description: 'isiXhosa' },
    zu: { description: 'isiZulu' },
  },
})

/** A piece of content, usually of a campaign, or a template for such pieces. */
@Output('A piece of content, usually of a campaign, or a template for such pieces.')
@Retained({ resource: 'CONTENT', days: 1825, since: 'updatedAt', statuses: [ContentStatus.ARCHIVED] })
@Entity()
export class ContentItem extends TenantRow {
  @Ref({ to: 'campaign', nullable: true })
  campaignId: string | null

  @Text()
  title: string

  @Choice(ContentType)
  type: ContentType

  @Text({ description: 'In a template, `{{name}}` stands for a variable.' })
  body: string

  @Choice(ContentStatus)
  status: ContentStatus

  @Choice(Language)
  language: Language

  @Choice(CampaignType, { nullable: true, description: 'The medium that it is for.' })
  channel: CampaignType | null

  @Flag()
  isTemplate: boolean

  @Column('text[]')
  @Field(() => [String], { description: 'The variables of a template.' })
  variables: string[]

  @Count({ description: 'Counted from 1; every edit makes the next.' })
  version: number

  @ExternalId({ description: 'The author.' })
  createdBy: string

  @ExternalId({ description: 'Who made the current version. Neither approves it.' })
  editedBy: string
}

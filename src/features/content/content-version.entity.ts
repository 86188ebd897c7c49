import { Entity } from '@mikro-orm/decorators/legacy'
import { Field } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { Choice, Count, ExternalId, Output, Ref, Text } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { Language } from './content-item.entity.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    contentVersion: ContentVersion
  }
}

/** What a piece of content was after an edit. Never changed. */
@Output('What a piece of content was after an edit.')
@Entity()
export class ContentVersion extends TenantRow {
  @Ref({ to: 'contentItem' })
  contentId: string

  @Count({ description: 'Counted from 1.' })
  version: number

  @Text()
  title: string

  @Text()
  body: string

  @Choice(Language)
  language: Language

  @Choice(CampaignType, { nullable: true })
  channel: CampaignType | null

  @Column('text[]')
  @Field(() => [String])
  variables: string[]

  @ExternalId({ description: 'Who made this version.' })
  createdBy: string
}

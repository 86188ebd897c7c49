import { Entity } from '@mikro-orm/decorators/legacy'
import { Field } from 'type-graphql'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { Choice, Column, Count, ExternalId, Output, Text } from '../kernel/columns.ts'
import { Ref } from '../kernel/references.ts'
import { TenantRow } from '../kernel/tenant.ts'
import { Language } from './content-item.entity.ts'

declare module '../kernel/transaction.ts' {
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

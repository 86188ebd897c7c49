import { Entity } from '@mikro-orm/decorators/legacy'
import { LongText } from '../../engine/declare/declarations.ts'
import { Choice, Count, ExternalId, Ref, RowOutput, Text, Texts } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { Language } from './content-item.entity.ts'

/** A content item after an edit. Never changed. */
@RowOutput('org:content:read', 'Version of a content item.')
@Entity()
export class ContentVersion extends TenantRow {
  @Ref({ to: 'contentItem', description: 'Id of the content item.' })
  readonly contentId!: string

  @Count({ description: 'Version number, from 1.' })
  readonly version!: number

  @Text({ description: 'Title in this version.' })
  readonly title!: string

  @Text({ description: 'Body in this version.' })
  @LongText()
  readonly body!: string

  @Choice(Language, { description: 'Language in this version.' })
  readonly language!: Language

  @Choice(CampaignType, { nullable: true, description: 'Channel in this version.' })
  readonly channel!: CampaignType | null

  @Texts({ description: 'Names of the template’s variables in this version.' })
  readonly variables!: string[]

  @ExternalId({ description: 'Id of the author of this version.' })
  readonly createdBy!: string
}

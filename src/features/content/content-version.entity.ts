import { rowWith } from '../../common/class-fields.ts'
import { Entity } from '../../data/columns.ts'
import { LongText } from '../../engine/declare/declarations.ts'
import { Choice, Count, ExternalId, Ref, RowOutput, Text, Texts } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { Language } from './content-item.entity.ts'

/** A content item after an edit. Never changed. */
@RowOutput('org:content:read', 'Version of a content item.')
@Entity()
export class ContentVersion extends rowWith(TenantRow, {
  contentId: Ref('contentItem', 'Id of the content item.'),
  version: Count('Version number, from 1.'),
  title: Text('Title in this version.'),
  body: LongText(Text('Body in this version.')),
  language: Choice(Language, 'Language in this version.'),
  channel: Choice(CampaignType, 'Channel in this version.', { nullable: true }),
  variables: Texts('Names of the template’s variables in this version.'),
  createdBy: ExternalId('Id of the author of this version.'),
}) {}

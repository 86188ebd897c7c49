import { Entity } from '@mikro-orm/decorators/legacy'
import { Choice, Json, Ref, RowOutput, Text, Time } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData } from '../../security/personal-data.ts'
import { Language } from '../content/content-item.entity.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'

/** The row is deleted with its campaign. */
@RowOutput('org:campaigns:read', 'Recipient in the audience of a campaign, on one direct channel.')
@PersonalData({ erase: 'delete', about: ['contact'] })
@Entity()
export class CampaignRecipient extends TenantRow {
  @Ref({ to: 'campaign', description: 'Id of the campaign.' })
  readonly campaignId!: string

  @Choice(ConsentChannel, { description: 'Channel on which the person is contacted.' })
  readonly channel!: ConsentChannel

  @Text({ description: 'E-mail address in lower case with its sub-address, or the digits of the phone number.' })
  readonly contact!: string

  @Choice(Language, { nullable: true, description: 'Language of the person; null: the language of the content.' })
  readonly language!: Language | null

  @Json({ description: 'Values of the variables of the content for the person.' })
  readonly attributes!: Record<string, unknown>

  @Time({ nullable: true, description: 'Time at which the message of the person was queued; null before.' })
  readonly queuedAt!: Date | null
}

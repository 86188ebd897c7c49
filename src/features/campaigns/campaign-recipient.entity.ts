import { rowWith } from '../../common/class-fields.ts'
import { Entity } from '../../data/columns.ts'
import { Choice, Json, Ref, RowOutput, Text, Time } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData } from '../../security/personal-data.ts'
import { Language } from '../content/content-item.entity.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'

/** The row is deleted with its campaign. */
@RowOutput('org:campaigns:read', 'Recipient in the audience of a campaign, on one direct channel.')
@PersonalData({ erase: 'delete', about: ['contact'] })
@Entity()
export class CampaignRecipient extends rowWith(TenantRow, {
  campaignId: Ref('campaign', 'Id of the campaign.'),
  channel: Choice(ConsentChannel, 'Channel on which the person is contacted.'),
  contact: Text('E-mail address in lower case with its sub-address, or the digits of the phone number.'),
  language: Choice(Language, 'Language of the person; null: the language of the content.', { nullable: true }),
  attributes: Json('Values of the variables of the content for the person.'),
  queuedAt: Time('Time at which the message of the person was queued; null before.', { nullable: true }),
}) {}

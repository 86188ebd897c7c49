import { ID } from 'type-graphql'
import { Output, SafeInt } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'

@Output('Audience of a campaign on one direct channel.')
export class ChannelAudience extends fields({
  channel: field(ConsentChannel, 'The channel.'),
  recipients: field(SafeInt, 'Number of people in the audience.'),
  uncovered: field(SafeInt, 'Number of people in the audience who may not be contacted now.'),
}) {}

@Output('Audience of a campaign. The campaign runs only while everybody in its audience may be contacted.')
export class CampaignAudience extends fields({
  campaignId: field(ID, 'Id of the campaign.'),
  channels: field([ChannelAudience], 'Counts by channel. Channels without recipients are left out.'),
}) {}

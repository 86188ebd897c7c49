import { Field, ID } from 'type-graphql'
import { Output, SafeInt } from '../../graphql/columns.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'

@Output('Audience of a campaign on one direct channel.')
export class ChannelAudience {
  @Field(() => ConsentChannel, { description: 'The channel.' })
  channel!: ConsentChannel

  @Field(() => SafeInt, { description: 'Number of people in the audience.' })
  recipients!: number

  @Field(() => SafeInt, { description: 'Number of people in the audience who may not be contacted now.' })
  uncovered!: number
}

@Output('Audience of a campaign. The campaign runs only while everybody in its audience may be contacted.')
export class CampaignAudience {
  @Field(() => ID, { description: 'Id of the campaign.' })
  campaignId!: string

  @Field(() => [ChannelAudience], { description: 'Counts by channel. Channels without recipients are left out.' })
  channels!: ChannelAudience[]
}

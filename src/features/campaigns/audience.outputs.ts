import { Field, ID } from 'type-graphql'
import { Output, SafeInt } from '../../graphql/columns.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'

@Output('The audience of a campaign on one direct channel.')
export class ChannelAudience {
  @Field(() => ConsentChannel)
  channel: ConsentChannel

  @Field(() => SafeInt, { description: 'People in the audience.' })
  recipients: number

  @Field(() => SafeInt, { description: 'Those among them who may not be contacted now.' })
  uncovered: number
}

@Output('Whom a campaign is for. It starts, and goes on, while everybody in its audience may be contacted.')
export class CampaignAudience {
  @Field(() => ID)
  campaignId: string

  @Field(() => [ChannelAudience], { description: 'A channel without recipients is not among them.' })
  channels: ChannelAudience[]
}

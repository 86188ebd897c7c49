import { Field, Float, ID } from 'type-graphql'
import { DateTime, Output, SafeInt } from '../../../graphql/columns.ts'

@Output('Number of messages that were skipped for a reason.')
export class SkippedMessages {
  @Field(() => String, { description: 'Reason: NO_GROUND, SUPPRESSED, REGISTRY or OVER_BUDGET.' })
  reason!: string

  @Field(() => SafeInt, { description: 'Number of messages.' })
  count!: number
}

const countOf =
  (description: string): PropertyDecorator =>
  (target, key) =>
    Field(() => SafeInt, { description })(target, key)

@Output('Progress of the e-mails of a campaign.')
export class CampaignDelivery {
  @Field(() => ID, { description: 'Id of the campaign.' })
  campaignId!: string

  @countOf('Messages that wait. Includes recipients without a message while the campaign is ACTIVE or PAUSED.')
  queued!: number

  @countOf('Messages that are being sent to the mail server.')
  sending!: number

  @countOf('Messages that the mail server accepted, without those that are DELIVERED or BOUNCED now.')
  sent!: number

  @countOf('Messages that were reported as delivered.')
  delivered!: number

  @countOf('Messages whose address does not accept messages.')
  bounced!: number

  @countOf('Messages that the mail server refused, or whose attempts all failed.')
  failed!: number

  @countOf('Messages that were not sent; `skippedBy` shows the reasons.')
  skipped!: number

  @countOf('Messages with an unknown result: the mail server may have accepted them.')
  unknown!: number

  @countOf('Messages that the person opened, as far as tracking shows. Messages without tracking are not counted.')
  opened!: number

  @countOf('Messages with a link that the person clicked, as far as tracking shows.')
  clicked!: number

  @countOf('Messages whose unsubscribe page the person used to opt out.')
  unsubscribed!: number

  @countOf('Messages about which the person complained.')
  complained!: number

  @Field(() => [SkippedMessages], { description: 'Skipped messages by reason.' })
  skippedBy!: SkippedMessages[]

  @Field(() => DateTime, { nullable: true, description: 'Time at which the first message was queued; null before.' })
  startedAt!: Date | null

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Time at which the last message ended; null while messages wait or are being sent, and before the start.',
  })
  finishedAt!: Date | null

  @Field(() => Float, { description: 'Messages per minute that were sent in the last minute.' })
  perMinute!: number
}

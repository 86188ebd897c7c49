import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root, Subscription } from 'type-graphql'
import { Audit, Cost, Fails, GraphqlOnly, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { SafeInt } from '../../graphql/columns.ts'
import { Reads } from '../../graphql/selection.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { RETRIED, retryMessages, setCampaignSender, setCampaignTracking } from './delivery.changes.ts'
import { deliveryOf } from './figures/delivery.figures.ts'
import { CampaignDelivery } from './figures/delivery.outputs.ts'
import { followDelivery } from './figures/delivery.stream.ts'
import { LaunchRequirement } from './launch/launch-check.outputs.ts'
import { launchCheck } from './launch/launch-check.ts'
import { Message, MessageStatus } from './messages/message.entity.ts'
import { messages } from './messages/message.queries.ts'

/** Sending the e-mails of campaigns. */
@Resolver(() => Campaign)
export class DeliveryResolver {
  @ListRoot(
    messages,
    'MESSAGE',
    'Messages of the campaigns of the organization, newest first unless ordered otherwise.',
  )
  declare readonly messages: RootField

  @RowRoot(Message, 'MESSAGE', 'Message')
  declare readonly message: RootField

  @Mutation(() => Campaign, {
    description:
      'Sets the sender of the e-mails of a campaign: from then on the service sends them while the campaign is ACTIVE. ' +
      'As with other edits, a campaign that waits for approval becomes a DRAFT, and its sign-off is VOIDED. ' +
      'INVALID_STATE_TRANSITION for an ACTIVE, COMPLETED, CANCELLED or ARCHIVED campaign.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN', 'UPDATED')
  @Cost(statements(8))
  @Fails('INVALID_STATE_TRANSITION')
  setCampaignSender(
    @IdArg('campaign') id: string,
    @Arg('senderId', () => ID, { description: 'Id of the sender.' }) senderId: string,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return setCampaignSender(ctx, id, senderId)
  }

  @Mutation(() => Campaign, {
    description:
      'Sets whether openings and clicks of the later messages of a campaign are recorded. It has an effect only if the ' +
      'organization turned tracking on (`updatePrivacySettings`). INVALID_STATE_TRANSITION for a COMPLETED, CANCELLED or ' +
      'ARCHIVED campaign.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN', 'UPDATED')
  @Fails('INVALID_STATE_TRANSITION')
  setCampaignTracking(
    @IdArg('campaign') id: string,
    @Arg('enabled', () => Boolean, { description: 'Whether openings and clicks are recorded.' }) enabled: boolean,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return setCampaignTracking(ctx, id, enabled)
  }

  @Mutation(() => SafeInt, {
    description:
      'Queues the messages of a campaign with one status again, and returns their number. Each message is checked before ' +
      `it is sent. INVALID_STATE_TRANSITION for a status other than ${RETRIED.join(', ')}. An UNKNOWN message may arrive twice.`,
  })
  @Permit('org:campaigns:start')
  @Audit('CAMPAIGN', 'RESENT')
  @Cost(500)
  @Fails('INVALID_STATE_TRANSITION')
  retryMessages(
    @Arg('campaignId', () => ID, { description: 'Id of the campaign.' }) campaignId: string,
    @Arg('status', () => MessageStatus, { description: 'Status of the messages.' }) status: MessageStatus,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return retryMessages(ctx, campaignId, status)
  }

  @FieldResolver(() => CampaignDelivery, {
    description: 'Progress of the e-mails of the campaign. All counts are 0 if the service sends no e-mails for it.',
  })
  @GraphqlOnly()
  @Reads('id')
  delivery(@Root() { id }: Campaign, @Ctx() ctx: Context): Promise<CampaignDelivery> {
    return deliveryOf(ctx, id)
  }

  @FieldResolver(() => [LaunchRequirement], {
    description:
      'Preconditions of sending the e-mails that are not met. The service starts the campaign when none of them is blocking. ' +
      'Empty for a campaign without the channel EMAIL.',
  })
  @GraphqlOnly()
  @Reads('id', 'type', 'channels')
  launchCheck(@Root() campaign: Campaign, @Ctx() ctx: Context): Promise<LaunchRequirement[]> {
    return launchCheck(ctx, campaign)
  }

  @Subscription(() => CampaignDelivery, {
    description:
      'Progress of the e-mails of a campaign: the current figures first, then at most once per second while they change. ' +
      'NOT_FOUND `Campaign not found`.',
    subscribe: followDelivery,
  })
  @Permit('org:campaigns:read')
  @Audit('CAMPAIGN', 'FOLLOWED')
  @Fails('NOT_FOUND')
  campaignDelivery(
    @Root() figures: CampaignDelivery,
    @Arg('campaignId', () => ID, { description: 'Id of the campaign.' }) _campaignId: string,
  ): CampaignDelivery {
    return figures
  }
}

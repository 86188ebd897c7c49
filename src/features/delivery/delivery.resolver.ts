import { sql } from 'kysely'
import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root, Subscription } from 'type-graphql'
import { refusal } from '../../common/errors.ts'
import { Audit, Cost, Fails, GraphqlOnly, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { changeRow, lockRow } from '../../engine/write/rows.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { SafeInt } from '../../graphql/columns.ts'
import { Reads } from '../../graphql/selection.ts'
import { Campaign, CampaignStatus } from '../campaigns/campaign.entity.ts'
import { demandOpen, statusAfterEdit } from '../campaigns/campaign.rules.ts'
import { wakeCampaigns } from '../campaigns/campaign.wake.ts'
import { voidSignOffs } from '../sign-off/sign-off.voiding.ts'
import { deliveryOf } from './figures/delivery.figures.ts'
import { CampaignDelivery } from './figures/delivery.outputs.ts'
import { followDelivery } from './figures/delivery.stream.ts'
import { LaunchRequirement } from './launch/launch-check.outputs.ts'
import { launchCheck } from './launch/launch-check.ts'
import { Message, MessageStatus } from './messages/message.entity.ts'
import { messages } from './messages/message.queries.ts'
import { Sender } from './senders/sender.entity.ts'

const { BOUNCED, FAILED, SKIPPED, UNKNOWN } = MessageStatus
const RETRIED: readonly MessageStatus[] = [BOUNCED, FAILED, SKIPPED, UNKNOWN]

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
  async setCampaignSender(
    @IdArg('campaign') id: string,
    @Arg('senderId', () => ID, { description: 'Id of the sender.' }) senderId: string,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
    const sender = await findRow(ctx, Sender, senderId, 'Sender')
    if (campaign.senderId === sender.id) return campaign
    demandOpen(campaign)
    if (campaign.status === CampaignStatus.ACTIVE) throw refusal('INVALID_STATE_TRANSITION', 'PAUSE_FOR_SENDER', {})
    const status = statusAfterEdit(campaign.status, ctx.caller.permissions.has('org:campaigns:start'))
    const changed = changeRow(ctx, Campaign, campaign, { senderId: sender.id, status })
    await voidSignOffs(ctx, { campaignIds: [id] }, 'SENDER_CHANGED')
    wakeCampaigns(ctx)
    return changed
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
  async setCampaignTracking(
    @IdArg('campaign') id: string,
    @Arg('enabled', () => Boolean, { description: 'Whether openings and clicks are recorded.' }) enabled: boolean,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
    if (campaign.tracksMessages === enabled) return campaign
    demandOpen(campaign)
    return changeRow(ctx, Campaign, campaign, { tracksMessages: enabled })
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
  async retryMessages(
    @Arg('campaignId', () => ID, { description: 'Id of the campaign.' }) campaignId: string,
    @Arg('status', () => MessageStatus, { description: 'Status of the messages.' }) status: MessageStatus,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const campaign = await lockRow(ctx, Campaign, campaignId, 'Campaign')
    demandOpen(campaign)
    if (!RETRIED.includes(status)) {
      throw refusal('INVALID_STATE_TRANSITION', 'NOT_SENT_AGAIN', { status, allowed: RETRIED })
    }
    const { numAffectedRows = 0n } = await sql`update message set status = ${MessageStatus.QUEUED}, reason = null,
        ground = null, attempts = 0, not_before = now(), lease = null, leased_until = null, bounced_at = null,
        soft_bounced_at = null, updated_at = now()
      where organization_id = ${ctx.organizationId} and campaign_id = ${campaign.id} and status = ${status}`.execute(
      ctx.db,
    )
    ctx.makeDue('delivery')
    return Number(numAffectedRows)
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

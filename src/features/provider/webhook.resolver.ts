import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../../engine/context.ts'
import { Audit, Fails, Permit } from '../../engine/guard.ts'
import { findRow, removeRow } from '../../engine/rows.ts'
import { is, type Listing, listOf, NEWEST_FIRST } from '../../graphql/lists.ts'
import { PageArgs, pageOf } from '../../graphql/page.ts'
import { ConnectionArgs } from '../../graphql/relay.ts'
import { createWebhook, resendDelivery, rotateSecret, updateWebhook } from './webhook.changes.ts'
import {
  Webhook,
  WebhookConnection,
  WebhookDelivery,
  WebhookDeliveryConnection,
  WebhookDeliveryPage,
  WebhookPage,
} from './webhook.entity.ts'
import { WebhookInput, WebhookPatch } from './webhook.inputs.ts'

const deliveries = listOf<'webhookDelivery', { webhookId: string }>('webhookDelivery', { webhookId: is('webhookId') })

/** @throws NOT_FOUND for a webhook that the organization does not have */
async function deliveriesOf(ctx: Context, id: string): Promise<{ webhookId: string }> {
  return { webhookId: (await findRow(ctx, Webhook, id, 'Webhook')).id }
}

const webhooks = listOf<'webhook', object>('webhook', {})

@Resolver(() => Webhook)
export class WebhookResolver {
  @Query(() => WebhookConnection, { description: 'The webhooks of the organization, newest first.' })
  @Permit('org:provider:read')
  @Audit('WEBHOOK', 'LISTED')
  webhooks(@Args(() => ConnectionArgs) page: ConnectionArgs): Listing {
    return webhooks.page(undefined, NEWEST_FIRST, page)
  }

  @Query(() => WebhookPage, { description: 'The webhooks of the organization, newest first, in pages.' })
  @Permit('org:provider:read')
  @Audit('WEBHOOK', 'LISTED')
  webhookList(@Args(() => PageArgs) page: PageArgs, @Ctx() ctx: Context): Promise<WebhookPage> {
    const query = ctx.db.selectFrom('webhook').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc')
    return pageOf(query, page)
  }

  @Query(() => Webhook, { description: 'One webhook. NOT_FOUND `Webhook not found`.' })
  @Permit('org:provider:read')
  @Audit('WEBHOOK', 'VIEWED')
  @Fails('NOT_FOUND')
  webhook(
    @Arg('id', () => ID, { description: 'Id of the webhook.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return findRow(ctx, Webhook, id, 'Webhook')
  }

  @Mutation(() => Webhook, {
    description:
      'Creates a webhook: each event is sent at least once, as a POST of `{ type, timestamp, sequence, data }`. ' +
      'Refused messages are retried for a day and a half without delaying others; `sequence` tells their order. ' +
      'The secret is returned once. At most 20 per organization.',
  })
  @Permit('org:provider:write')
  @Audit('WEBHOOK', 'CREATED')
  createWebhook(
    @Arg('input', () => WebhookInput, { description: 'The webhook to create.' }) input: WebhookInput,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return createWebhook(ctx, input)
  }

  @Mutation(() => Webhook, { description: 'Changes the given fields.' })
  @Permit('org:provider:write')
  @Audit('WEBHOOK', 'UPDATED')
  updateWebhook(
    @Arg('id', () => ID, { description: 'Id of the webhook.' }) id: string,
    @Arg('input', () => WebhookPatch, { description: 'Fields to change.' }) input: WebhookPatch,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return updateWebhook(ctx, id, input)
  }

  @Mutation(() => ID, { description: 'Deletes a webhook and its pending messages. Returns the id.' })
  @Permit('org:provider:delete')
  @Audit('WEBHOOK', 'DELETED')
  deleteWebhook(
    @Arg('id', () => ID, { description: 'Id of the webhook.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return removeRow(ctx, Webhook, id, 'Webhook')
  }

  @Mutation(() => Webhook, {
    description: 'Creates a new secret and returns it once. For 24 hours messages are signed with the old one too.',
  })
  @Permit('org:provider:write')
  @Audit('WEBHOOK', 'SECRET_ROTATED')
  rotateWebhookSecret(
    @Arg('id', () => ID, { description: 'Id of the webhook.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return rotateSecret(ctx, id)
  }

  @Query(() => WebhookDeliveryConnection, { description: 'The messages of a webhook, newest first; kept for 30 days.' })
  @Permit('org:provider:read')
  @Audit('WEBHOOK_DELIVERY', 'LISTED')
  async webhookDeliveries(
    @Arg('webhookId', () => ID, { description: 'Id of the webhook.' }) webhookId: string,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() ctx: Context,
  ): Promise<Listing> {
    return deliveries.page(await deliveriesOf(ctx, webhookId), NEWEST_FIRST, page)
  }

  @Query(() => WebhookDeliveryPage, { description: 'The messages of a webhook, newest first, in pages.' })
  @Permit('org:provider:read')
  @Audit('WEBHOOK_DELIVERY', 'LISTED')
  async webhookDeliveryList(
    @Arg('webhookId', () => ID, { description: 'Id of the webhook.' }) webhookId: string,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<WebhookDeliveryPage> {
    const query = deliveries.in(ctx.db, await deliveriesOf(ctx, webhookId))
    return pageOf(query.orderBy('createdAt', 'desc').orderBy('id', 'desc'), page)
  }

  @Mutation(() => WebhookDelivery, {
    description: 'Resends a message with the same id. Returns the new delivery.',
  })
  @Permit('org:provider:write')
  @Audit('WEBHOOK_DELIVERY', 'RESENT')
  resendWebhookDelivery(
    @Arg('id', () => ID, { description: 'Id of the delivery.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<WebhookDelivery> {
    return resendDelivery(ctx, id)
  }
}

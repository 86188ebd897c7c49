import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import { ExportQuery } from '../../engine/declare/export-query.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { removeRow } from '../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg } from '../../graphql/arguments.ts'
import { is, type Listing, ListQuery, listOf, type OrderedArguments } from '../../graphql/lists.ts'
import { Lookup } from '../../graphql/lookup.ts'
import type { ConnectionArgs, Order } from '../../graphql/relay.ts'
import { createWebhook, resendDelivery, rotateSecret, updateWebhook } from './webhook.changes.ts'
import { Webhook, WebhookDelivery } from './webhook.entity.ts'
import { WebhookInput, WebhookPatch } from './webhook.inputs.ts'

const webhooks = listOf('webhook', Webhook, {
  description: 'Page of webhooks.',
  where: {},
  sortBy: ['createdAt', 'updatedAt', 'status'],
})

/** Deliveries are listed by their webhook. */
const deliveries = listOf<'webhookDelivery', { webhookId: string }>('webhookDelivery', WebhookDelivery, {
  description: 'Page of webhook deliveries.',
  where: { webhookId: is('webhookId') },
  sortBy: ['createdAt'],
})

@Resolver(() => Webhook)
export class WebhookResolver {
  @ListQuery(webhooks, 'The webhooks of the organization. Default order: newest first.')
  @ExportQuery(webhooks, 'exportedWebhooks', 'WEBHOOK')
  @Audit('WEBHOOK', 'LISTED')
  webhooks(...[page, orderBy]: OrderedArguments): Listing {
    return webhooks.page(page, undefined, orderBy)
  }

  @Query(() => Webhook, { description: 'One webhook. NOT_FOUND `Webhook not found`.' })
  @Audit('WEBHOOK', 'VIEWED')
  @Fails('NOT_FOUND')
  webhook(@IdArg('webhook') id: string): Lookup {
    return new Lookup(id, 'Webhook')
  }

  @Mutation(() => Webhook, {
    description:
      'Creates a webhook. Each event is sent at least once, as a POST of `{ type, timestamp, sequence, data ' +
      '}`. Refused messages are retried for about 32 hours without delaying others. `sequence` gives the ' +
      'order of the events. The secret is returned once. CONFLICT if the organization has 20 webhooks.',
  })
  @Permit('org:provider:write')
  @Audit('WEBHOOK', 'CREATED')
  @Fails('CONFLICT')
  createWebhook(
    @Arg('input', () => WebhookInput, { description: 'The webhook to create.' }) input: WebhookInput,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return createWebhook(ctx, input)
  }

  @Mutation(() => Webhook, {
    description: 'Changes the given fields. CONFLICT for `resend` to a webhook that is not ACTIVE.',
  })
  @Permit('org:provider:write')
  @Audit('WEBHOOK', 'UPDATED')
  @Fails('CONFLICT')
  updateWebhook(
    @IdArg('webhook') id: string,
    @Arg('input', () => WebhookPatch, { description: 'Fields to change.' }) input: WebhookPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return updateWebhook(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => ID, { description: 'Deletes a webhook and its pending messages. Returns the id of the webhook.' })
  @Permit('org:provider:delete')
  @Audit('WEBHOOK', 'DELETED')
  @Fails('LEGAL_HOLD')
  deleteWebhook(@IdArg('webhook') id: string, @Ctx() ctx: Context): Promise<string> {
    return removeRow(ctx, Webhook, id, 'Webhook')
  }

  @Mutation(() => Webhook, {
    description:
      'Creates a new secret and returns it once. For 24 hours, messages are also signed with the old secret.',
  })
  @Permit('org:provider:write')
  @Audit('WEBHOOK', 'SECRET_ROTATED')
  rotateWebhookSecret(@IdArg('webhook') id: string, @Ctx() ctx: Context): Promise<Webhook> {
    return rotateSecret(ctx, id)
  }

  @ListQuery(deliveries, 'The messages of a webhook. Default order: newest first. Messages are stored for 30 days.')
  @Audit('WEBHOOK_DELIVERY', 'LISTED')
  async webhookDeliveries(
    page: ConnectionArgs,
    orderBy: Order<string> | undefined,
    @Arg('webhookId', () => ID, { description: 'Id of the webhook.' }) webhookId: string,
    @Ctx() ctx: Context,
  ): Promise<Listing> {
    const { id } = await findRow(ctx, Webhook, webhookId, 'Webhook')
    return deliveries.page(page, { webhookId: id }, orderBy)
  }

  @Mutation(() => WebhookDelivery, {
    description:
      'Resends a message with the same id. Returns the new delivery. CONFLICT for a webhook that is not ACTIVE.',
  })
  @Permit('org:provider:write')
  @Audit('WEBHOOK_DELIVERY', 'RESENT')
  @Cost(statements(6))
  @Fails('CONFLICT')
  resendWebhookDelivery(@IdArg('delivery') id: string, @Ctx() ctx: Context): Promise<WebhookDelivery> {
    return resendDelivery(ctx, id)
  }
}

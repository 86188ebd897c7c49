import { sql } from 'kysely'
import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { invalidFields, notFound, refusal } from '../../common/errors.ts'
import { newId } from '../../data/ids.ts'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { atMost } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../graphql/arguments.ts'
import { is, type Listing, ListQuery, listOf } from '../../graphql/lists.ts'
import type { ConnectionArgs, Order } from '../../graphql/relay.ts'
import { byText, byValue } from '../../graphql/sort-keys.ts'
import { Webhook, WebhookDelivery, WebhookStatus } from './webhook.entity.ts'
import { WebhookInput, WebhookPatch } from './webhook.inputs.ts'
import { waiting } from './webhook.queue.ts'
import { aboutSecret, newSecret } from './webhook.signature.ts'
import { demandTarget } from './webhook.target.ts'

const webhooks = listOf('webhook', Webhook, {
  description: 'Page of webhooks.',
  where: {},
  sortBy: [
    'createdAt',
    'updatedAt',
    'status',
    'url',
    'description',
    byText('events', 'The events, one after the other.', (column) => `array_to_string(${column('events')}, ', ')`),
  ],
})

/** Deliveries are listed by their webhook. */
const deliveries = listOf<'webhookDelivery', { webhookId: string }>('webhookDelivery', WebhookDelivery, {
  description: 'Page of webhook deliveries.',
  where: { webhookId: is('webhookId') },
  sortBy: [
    'createdAt',
    'type',
    'status',
    byValue('attempts', 'integer', 'Number of attempts.', (column) => `jsonb_array_length(${column('attempts')})`),
    byText(
      'answer',
      'Answer to the last attempt: its error, or its HTTP status.',
      (column) => `coalesce(${column('attempts')}->-1->>'error', ${column('attempts')}->-1->>'status')`,
    ),
  ],
})

const demandRoom = atMost(20, Webhook, 'TOO_MANY_WEBHOOKS')
const OVERLAP_HOURS = 24

/**
 * @param kept the webhook's current types, which may include a type that no longer exists
 * @throws VALIDATION_ERROR that names the unknown types and the known ones
 */
function demandEvents(ctx: Context, events: readonly string[], kept: readonly string[] = []): void {
  const known = ctx.service('eventTypes')
  const unknown = events.filter((type) => type !== '*' && !known.has(type) && !kept.includes(type))
  if (unknown.length === 0) return
  throw invalidFields({ events: { code: 'UNKNOWN_TYPES', unknown, known: [...known] } })
}

/** Creates a new secret, which the answer contains. For a day, messages have signatures with both secrets. */
async function rotate(ctx: Context, webhook: Webhook): Promise<Webhook> {
  const { rows } = await sql<{ until: Date }>`select now() + make_interval(hours => ${OVERLAP_HOURS}) as until`.execute(
    ctx.db,
  )
  const oldSecretUntil = rows[0]?.until ?? null
  const { secret, sealedSecret } = makeSecret(ctx, webhook.id)
  const fields = { sealedSecret, sealedOldSecret: webhook.sealedSecret, oldSecretUntil }
  return { ...changeRow(ctx, Webhook, webhook, fields), secret }
}

/** The plain secret is only in the answer; the database stores it encrypted. */
function makeSecret(ctx: Context, webhookId: string): { secret: string; sealedSecret: string } {
  const secret = ctx.showOnce(newSecret())
  return { secret, sealedSecret: ctx.service('secrets').seal(secret, aboutSecret(webhookId)) }
}

/** Queues a message again, with the same id, so that receivers recognise it. */
async function queueAgain(ctx: Context, webhook: Webhook, deliveryId: string): Promise<WebhookDelivery> {
  const delivery = await findRow(ctx, WebhookDelivery, deliveryId, 'Delivery')
  if (delivery.webhookId !== webhook.id) throw notFound('Delivery')
  if (webhook.status !== WebhookStatus.ACTIVE) throw refusal('CONFLICT', 'WEBHOOK_DISABLED', {})
  ctx.makeDue('webhooks')
  changeRow(ctx, Webhook, webhook, { restingUntil: null })
  return ctx.db
    .insertInto('webhookDelivery')
    .values(waiting(webhook, delivery))
    .returningAll()
    .executeTakeFirstOrThrow()
}

@Resolver(() => Webhook)
export class WebhookResolver {
  @ListRoot(webhooks, 'WEBHOOK', 'The webhooks of the organization. Default order: newest first.')
  declare readonly webhooks: RootField

  @RowRoot(Webhook, 'WEBHOOK', 'Webhook')
  declare readonly webhook: RootField

  @Query(() => [String], {
    description: 'The types of events that a webhook can receive, in alphabetical order: actions of the audit trail.',
  })
  @Permit('org:provider:read')
  @Audit('EVENT_TYPE', 'LISTED')
  eventTypes(@Ctx() ctx: Context): string[] {
    return [...ctx.service('eventTypes')]
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
  async createWebhook(
    @InputArg(WebhookInput, 'The webhook to create.') input: WebhookInput,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    demandTarget(input.url, ctx.service('webhookTargets'))
    demandEvents(ctx, input.events)
    await demandRoom(ctx)
    const id = newId()
    const { secret, sealedSecret } = makeSecret(ctx, id)
    const fields = { ...input, status: WebhookStatus.ACTIVE, unanswered: 0, createdBy: ctx.caller.userId, sealedSecret }
    return { ...addRow(ctx, Webhook, fields, id), secret }
  }

  @Mutation(() => Webhook, {
    description: 'Changes the given fields. CONFLICT for `resend` to a webhook that is not ACTIVE.',
  })
  @Permit('org:provider:write')
  @Audit('WEBHOOK', 'UPDATED')
  @Fails('CONFLICT')
  async updateWebhook(
    @IdArg('webhook') id: string,
    @InputArg(WebhookPatch, 'Fields to change.') input: WebhookPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    const { rotateSecret, resend, ...changes } = input
    if (changes.url !== undefined) demandTarget(changes.url, ctx.service('webhookTargets'))
    const webhook = await lockRow(ctx, Webhook, id, 'Webhook', expectedUpdatedAt)
    if (changes.events) demandEvents(ctx, changes.events, webhook.events)
    const isEnabled = webhook.status !== WebhookStatus.ACTIVE && changes.status === WebhookStatus.ACTIVE
    const enabled = isEnabled && { disabledReason: null, disabledCause: null, failingSince: null }
    // After a new address or a reactivation by an administrator, the next message is sent at once.
    const rested = (isEnabled || changes.url !== undefined) && { unanswered: 0, restingUntil: null }
    const changed = changeRow(ctx, Webhook, webhook, { ...changes, ...enabled, ...rested })
    // Messages that waited when the webhook was disabled still wait.
    if (rested) ctx.makeDue('webhooks')
    const result = rotateSecret ? await rotate(ctx, changed) : changed
    if (rotateSecret) ctx.record('WEBHOOK', 'SECRET_ROTATED', id)
    if (resend) {
      const again = await queueAgain(ctx, changed, resend)
      ctx.record('WEBHOOK_DELIVERY', 'RESENT', again.id)
    }
    return result
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
  async rotateWebhookSecret(@IdArg('webhook') id: string, @Ctx() ctx: Context): Promise<Webhook> {
    return rotate(ctx, await lockRow(ctx, Webhook, id, 'Webhook'))
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
  async resendWebhookDelivery(@IdArg('delivery') deliveryId: string, @Ctx() ctx: Context): Promise<WebhookDelivery> {
    const { webhookId } = await findRow(ctx, WebhookDelivery, deliveryId, 'Delivery')
    return queueAgain(ctx, await lockRow(ctx, Webhook, webhookId, 'Webhook'), deliveryId)
  }
}

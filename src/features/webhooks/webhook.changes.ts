import { sql } from 'kysely'
import { invalidFields, notFound, refusal } from '../../common/errors.ts'
import { newId } from '../../data/ids.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { atMost } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { Webhook, WebhookDelivery, WebhookStatus } from './webhook.entity.ts'
import type { WebhookInput, WebhookPatch } from './webhook.inputs.ts'
import { waiting } from './webhook.queue.ts'
import { aboutSecret, newSecret } from './webhook.signature.ts'
import { demandTarget } from './webhook.target.ts'

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

/** Creates a webhook. The answer contains its secret. */
export async function createWebhook(ctx: Context, input: WebhookInput): Promise<Webhook> {
  demandTarget(input.url, ctx.service('webhookTargets'))
  demandEvents(ctx, input.events)
  await demandRoom(ctx)
  const id = newId()
  const { secret, sealedSecret } = makeSecret(ctx, id)
  const fields = { ...input, status: WebhookStatus.ACTIVE, unanswered: 0, createdBy: ctx.caller.userId, sealedSecret }
  return { ...addRow(ctx, Webhook, fields, id), secret }
}

/** Changes the given fields. Creates a new secret or resends a delivery if requested. */
export async function updateWebhook(
  ctx: Context,
  id: string,
  { rotateSecret, resend, ...changes }: WebhookPatch,
  expectedUpdatedAt?: Date,
): Promise<Webhook> {
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

/** Creates a new secret, which the answer contains. For a day, messages have signatures with both secrets. */
export async function rotateSecret(ctx: Context, id: string): Promise<Webhook> {
  return rotate(ctx, await lockRow(ctx, Webhook, id, 'Webhook'))
}

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
export async function resendDelivery(ctx: Context, deliveryId: string): Promise<WebhookDelivery> {
  const { webhookId } = await findRow(ctx, WebhookDelivery, deliveryId, 'Delivery')
  return queueAgain(ctx, await lockRow(ctx, Webhook, webhookId, 'Webhook'), deliveryId)
}

async function queueAgain(ctx: Context, webhook: Webhook, deliveryId: string): Promise<WebhookDelivery> {
  const delivery = await findRow(ctx, WebhookDelivery, deliveryId, 'Delivery')
  if (delivery.webhookId !== webhook.id) throw notFound('Delivery')
  if (webhook.status !== WebhookStatus.ACTIVE) {
    throw refusal('CONFLICT', 'WEBHOOK_DISABLED', {})
  }
  ctx.makeDue('webhooks')
  changeRow(ctx, Webhook, webhook, { restingUntil: null })
  return ctx.db
    .insertInto('webhookDelivery')
    .values(waiting(webhook, delivery))
    .returningAll()
    .executeTakeFirstOrThrow()
}

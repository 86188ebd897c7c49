import { sql } from 'kysely'
import { type ItemWork, type LeasedItem, serviceOf, type WorkTools } from '../../background/work.ts'
import { isPublic } from '../../common/ip-addresses.ts'
import { type Cause, causeText } from '../../common/texts.ts'
import type { Transaction } from '../../data/transaction.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import {
  type DeliveryAttempt,
  DeliveryStatus,
  type Webhook,
  type WebhookDelivery,
  WebhookStatus,
} from './webhook.entity.ts'
import { judge, restAfter } from './webhook.rules.ts'
import { aboutSecret, signedHeaders } from './webhook.signature.ts'
import { post } from './webhook.target.ts'

/**
 * Number of messages in progress. A waiting socket uses few resources, so the limit leaves slots free even if all
 * endpoints of twelve organizations do not answer.
 */
const AT_ONCE = 256
const ATTEMPT_MS = 10_000
/**
 * Number of concurrent messages to an endpoint that answers. An endpoint that did not answer gets one message at a
 * time.
 */
const MOST_PER_ENDPOINT = 3
const MOST_PER_ORGANIZATION = 8

/** A message that is due, with the state of its endpoint when the lease started. */
type Message = LeasedItem &
  Pick<WebhookDelivery, 'webhookId' | 'messageId' | 'type' | 'payload' | 'attempts'> &
  Pick<Webhook, 'url' | 'sealedSecret' | 'sealedOldSecret' | 'oldSecretUntil'>

/** Leaves out an old secret that can no longer be decrypted. */
function secretsOf(tools: WorkTools, message: Message): string[] {
  const { webhookId, sealedSecret, sealedOldSecret, oldSecretUntil, leasedAt } = message
  const isOldGood = oldSecretUntil !== null && oldSecretUntil > leasedAt
  const opened = [sealedSecret, isOldGood ? sealedOldSecret : null].flatMap(
    (sealed) => (sealed && serviceOf(tools, 'secrets').open(sealed, aboutSecret(webhookId))) || [],
  )
  if (opened.length > 0) return opened
  tools.log.error(
    { webhookId },
    'a signing secret was sealed by a key that SECRETS_KEY does not hold: add that key to it',
  )
  throw new Error('The gateway cannot decrypt the signing secret: rotate it, or ask the operator to restore the key')
}

/** Signs with the time of the database, because receivers refuse messages with an old time. */
async function send(tools: WorkTools, message: Message): Promise<number> {
  const { url, messageId, type, payload, leasedAt } = message
  const { allowPrivate } = serviceOf(tools, 'webhookTargets')
  const { occurredAt, sequence, ...data } = payload
  const body = JSON.stringify({ type, timestamp: occurredAt, sequence, data })
  return post(url, signedHeaders(messageId, body, leasedAt, secretsOf(tools, message)), body, {
    isAllowed: (address) => allowPrivate || isPublic(address),
    milliseconds: ATTEMPT_MS,
  })
}

async function attempt(tools: WorkTools, message: Message): Promise<DeliveryAttempt> {
  const started = performance.now()
  const outcome = await send(tools, message).then(
    (status) => ({ status, error: null }),
    (error: unknown) => ({ status: null, error: reasonOf(error) }),
  )
  return { at: message.leasedAt.toISOString(), ...outcome, milliseconds: Math.round(performance.now() - started) }
}

/**
 * A short reason for the log of attempts. The text of an error may contain addresses that the organization must not
 * see.
 */
function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${ATTEMPT_MS / 1000} s`
  return typeof code === 'string' ? code : message.slice(0, 200)
}

interface Endpoint {
  failingDays: number
  unanswered: number
}

async function lockEndpoint(
  { db }: Transaction,
  { organizationId, webhookId }: Message,
): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`select unanswered,
      coalesce(extract(epoch from now() - failing_since) / 86400, 0)::float8 as failing_days
    from webhook where organization_id = ${organizationId} and id = ${webhookId} for update`.execute(db)
  return rows[0]
}

/** Stores an attempt with its message, and updates the state of the endpoint. */
async function settle(
  unit: Transaction,
  message: Message,
  last: DeliveryAttempt,
  endpoint: Endpoint,
): Promise<number | null> {
  const { organizationId, id, webhookId } = message
  const attempts = [...message.attempts, last]
  const { status, retryIn, disabledCause } = judge(attempts, endpoint.failingDays)
  await sql`update webhook_delivery set status = ${status}, attempts = ${JSON.stringify(attempts)}::jsonb, updated_at = now()
    where organization_id = ${organizationId} and id = ${id}`.execute(unit.db)
  const isDelivered = status === DeliveryStatus.DELIVERED
  const unanswered = last.status === null ? endpoint.unanswered + 1 : 0
  await sql`update webhook
    set failing_since = ${isDelivered ? sql`null` : sql`least(failing_since, now())`},
    unanswered = ${unanswered}, resting_until = now() + make_interval(secs => ${restAfter(unanswered)}::float8)
    where organization_id = ${organizationId} and id = ${webhookId}`.execute(unit.db)
  if (disabledCause) await disable(unit, message, disabledCause)
  return retryIn
}

async function disable(unit: Transaction, { webhookId, organizationId }: Message, cause: Cause): Promise<void> {
  const reason = causeText(cause)
  await sql`update webhook set status = ${WebhookStatus.DISABLED}, disabled_reason = ${reason},
    disabled_cause = ${JSON.stringify(cause)}::jsonb, updated_at = now()
    where organization_id = ${organizationId} and id = ${webhookId}`.execute(unit.db)
  const payload = { reason, cause }
  const entry = { action: 'WEBHOOK_DISABLED', resourceType: 'WEBHOOK', resourceId: webhookId, payload }
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'webhooks' }
  await appendChanges(unit, [auditFacts(entry, source)])
}

/** Delivers webhooks. Each message has its own time of the next attempt. */
export const deliverWebhooks: ItemWork<Message, DeliveryAttempt, Endpoint | undefined> = {
  kind: 'webhooks',
  atOnce: AT_ONCE,
  items: {
    table: 'webhook_delivery',
    isRetry: sql`item.attempts <> '[]'`,
    waits: sql`item.status = ${sql.lit(DeliveryStatus.PENDING)}`,
    columns: sql`item.webhook_id, item.message_id, item.type, item.payload, item.attempts,
      owner.url, owner.sealed_secret, owner.sealed_old_secret, owner.old_secret_until`,
    owner: {
      table: 'webhook',
      key: 'id',
      column: 'webhook_id',
      isOpen: sql`owner.status = ${sql.lit(WebhookStatus.ACTIVE)}`,
      slots: sql`case when owner.unanswered = 0 then ${sql.lit(MOST_PER_ENDPOINT)} else 1 end`,
      restsUntil: sql`owner.resting_until`,
    },
    mostPerOrganization: MOST_PER_ORGANIZATION,
  },
  dead: {
    isDead: sql`item.status = ${sql.lit(DeliveryStatus.DEAD)}`,
    revive: sql`status = ${sql.lit(DeliveryStatus.PENDING)}, attempts = '[]'::jsonb`,
  },
  perform: attempt,
  lockOwner: lockEndpoint,
  settle: async (unit, message, last, endpoint) => (endpoint ? settle(unit, message, last, endpoint) : null),
}

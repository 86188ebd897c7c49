import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { appendChanges, auditFacts } from '../kernel/audit/writer.ts'
import type { Database, Unit } from '../kernel/transaction.ts'
import { type DeliveryAttempt, DeliveryStatus, WebhookStatus } from './webhook.entity.ts'
import { judge } from './webhook.rules.ts'

/** A message that is due, which nobody else delivers while the lease lasts. */
export interface Claim {
  lease: string
  webhookId: string
  organizationId: string
  url: string
  sealedSecret: string
  /** The secret before, while it still holds. */
  sealedOldSecret: string | null
  deliveryId: string
  messageId: string
  type: string
  payload: Record<string, unknown>
  /** By the database's clock, which all replicas share. */
  claimedAt: Date
}

/** Much longer than an attempt may take: a lease must never run out under a delivery. */
const LEASE_SECONDS = 60
/** Messages that are under way at once, of all replicas: an endpoint that answers late keeps no other waiting. */
const MOST_PER_ENDPOINT = 3
const MOST_PER_ORGANIZATION = 8

const SYSTEM = { role: 'gateway_system' } as const

const isDue = sql`status = ${DeliveryStatus.PENDING} and next_attempt_at <= now()
  and (leased_until is null or leased_until <= now())`

/** How many messages are under way, on the alias `endpoint`. */
const underWay = sql`select count(*) from webhook_delivery as busy
  where busy.organization_id = endpoint.organization_id and busy.lease is not null and busy.leased_until > now()`

/**
 * Leases up to `limit` messages that are due: of several endpoints and organizations, the first of each before the
 * second of any. A lease is a mark in the row and no lock, so no transaction is open during the delivery; who crashes
 * leaves a lease that runs out, and the message is sent again.
 */
export const claimDue = (database: Database, limit: number): Promise<Claim[]> =>
  database.transaction(SYSTEM, async ({ db }) => {
    // Locked, so that no other replica counts and takes at the same time; by lot, so that everybody has a turn.
    const { rows: endpoints } = await sql<{ id: string }>`
      select id from webhook as endpoint
      where status = ${WebhookStatus.ACTIVE}
        and exists (select from webhook_delivery where webhook_id = endpoint.id and ${isDue})
        and (${underWay} and busy.webhook_id = endpoint.id) < ${MOST_PER_ENDPOINT}
        and (${underWay}) < ${MOST_PER_ORGANIZATION}
      order by random() limit ${limit} for update skip locked`.execute(db)
    if (endpoints.length === 0) return []
    const { rows } = await sql<Claim>`
      with due as (
        select delivery.id, place, (${underWay}) + row_number() over (
          partition by endpoint.organization_id order by place
        ) as turn
        from webhook as endpoint cross join lateral (
          select id, row_number() over (order by next_attempt_at, sequence) as place
          from webhook_delivery where webhook_id = endpoint.id and ${isDue}
          order by next_attempt_at, sequence
          limit greatest(${MOST_PER_ENDPOINT} - (${underWay} and busy.webhook_id = endpoint.id), 0)
        ) as delivery
        where endpoint.id = any(${endpoints.map(({ id }) => id)}::uuid[])
      )
      update webhook_delivery as delivery
      set lease = ${randomUUID()}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from webhook where webhook.id = delivery.webhook_id and delivery.id = any(array(
        select id from due where turn <= ${MOST_PER_ORGANIZATION} order by place, random() limit ${limit}
      ))
      returning delivery.lease, webhook.id as webhook_id, delivery.organization_id, url, sealed_secret,
        case when old_secret_until > now() then sealed_old_secret end as sealed_old_secret,
        delivery.id as delivery_id, message_id, type, payload, now() as claimed_at`.execute(db)
    return rows
  })

/** Writes down what an attempt came to, and when the next is due; of this message alone. */
export const settle = (database: Database, claim: Claim, attempt: DeliveryAttempt): Promise<void> =>
  database.transaction(SYSTEM, async (unit) => {
    const { db } = unit
    const { webhookId, deliveryId, lease, organizationId } = claim
    // The endpoint first, as whoever deletes it does.
    const { rows: endpoints } = await sql<{ failingDays: number }>`
      select coalesce(extract(epoch from now() - failing_since) / 86400, 0)::float8 as failing_days
      from webhook where id = ${webhookId} for update`.execute(db)
    const { rows: deliveries } = await sql<{ attempts: DeliveryAttempt[] }>`
      select attempts from webhook_delivery where id = ${deliveryId} and lease = ${lease} for update`.execute(db)
    const [endpoint, delivery] = [endpoints[0], deliveries[0]]
    // Deleted meanwhile, or, after a long pause of this process, leased by another replica: then it is theirs to say.
    if (!endpoint || !delivery) return
    const attempts = [...delivery.attempts, attempt]
    const { status, retryIn, disabledReason } = judge(attempts, endpoint.failingDays)
    await sql`update webhook_delivery set status = ${status}, attempts = ${JSON.stringify(attempts)}::jsonb,
      next_attempt_at = now() + make_interval(secs => ${retryIn}::float8), lease = null, leased_until = null,
      updated_at = now() where id = ${deliveryId}`.execute(db)
    const isDelivered = status === DeliveryStatus.DELIVERED
    await sql`update webhook
      set failing_since = case when ${isDelivered}::boolean then null else coalesce(failing_since, now()) end
      where id = ${webhookId}`.execute(db)
    if (disabledReason) await disable(unit, webhookId, organizationId, disabledReason)
  })

async function disable(unit: Unit, id: string, organizationId: string, reason: string): Promise<void> {
  await sql`update webhook set status = ${WebhookStatus.DISABLED}, disabled_reason = ${reason}, updated_at = now()
    where id = ${id}`.execute(unit.db)
  const entry = { action: 'WEBHOOK_DISABLED', resourceType: 'WEBHOOK', resourceId: id, payload: { reason } }
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'webhooks' }
  await appendChanges(unit, [auditFacts(entry, source)])
}

import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Unit } from '../../data/transaction.ts'
import type { Leasing } from '../../events/due-work.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { type DeliveryAttempt, DeliveryStatus, WebhookStatus } from './webhook.entity.ts'
import { judge, restAfter } from './webhook.rules.ts'

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
/** Messages under way at once to an endpoint that answers, over all replicas. One that did not answer gets one at a time. */
const MOST_PER_ENDPOINT = 3
/** Each endpoint may have one message under way; further ones count toward this, so that no endpoint waits for another. */
const MOST_PER_ORGANIZATION = 8
/** What waits for a place is announced when one is free; should that be missed, somebody looks after so long. */
const LOOK_SECONDS = 5

const isDue = sql`status = ${DeliveryStatus.PENDING} and next_attempt_at <= now()
  and (leased_until is null or leased_until <= now())`

/**
 * Leases messages that are due: the first of each endpoint before the second of any, and of those that answer before
 * those that do not. A lease is a mark in the row and no lock, so no transaction is open during the delivery. A process that
 * crashes leaves a lease that runs out, and the message is sent again. Replicas take turns, so none counts what is under way
 * while another takes. (Citus refuses the time of day among what a change returns.)
 */
async function lease({ db }: Unit, organizationId: string, most: number): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with busy as (
      select webhook_id, count(*) as places from webhook_delivery
      where organization_id = ${organizationId} and lease is not null and leased_until > now() group by webhook_id
    ), due as (
      select delivery.id, delivery.next_attempt_at, endpoint.unanswered > 0 as is_silent, coalesce(busy.places, 0) +
        row_number() over (
          partition by delivery.webhook_id order by delivery.next_attempt_at, delivery.sequence
        ) as place
      from webhook as endpoint left join busy on busy.webhook_id = endpoint.id cross join lateral (
        select id, webhook_id, next_attempt_at, sequence from webhook_delivery
        where organization_id = ${organizationId} and webhook_id = endpoint.id and ${isDue}
        order by next_attempt_at, sequence
        limit greatest(case when endpoint.unanswered = 0 then ${MOST_PER_ENDPOINT} else 1 end - coalesce(busy.places, 0), 0)
        for update skip locked
      ) as delivery
      where endpoint.organization_id = ${organizationId} and endpoint.status = ${WebhookStatus.ACTIVE}
        and (endpoint.resting_until is null or endpoint.resting_until <= now())
    ), taken as (
      select id, place, row_number() over (order by place, is_silent, next_attempt_at) +
        (select coalesce(sum(places), 0) from busy) as turn
      from due
    ), leased as (
      update webhook_delivery as delivery
      set lease = ${randomUUID()}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from webhook where webhook.organization_id = ${organizationId} and webhook.id = delivery.webhook_id
      and delivery.organization_id = ${organizationId} and delivery.id = any((array(
        select id from taken where place = 1 or turn <= ${MOST_PER_ORGANIZATION} order by turn
      ))[1:${most}::int])
      returning delivery.lease, webhook.id as webhook_id, delivery.organization_id, url, sealed_secret, sealed_old_secret,
        old_secret_until, delivery.id as delivery_id, message_id, type, payload
    )
    select lease, webhook_id, organization_id, url, sealed_secret, delivery_id, message_id, type, payload,
      case when old_secret_until > now() then sealed_old_secret end as sealed_old_secret, now() as claimed_at
    from leased`.execute(db)
  return rows
}

/** When a message comes due, or a lease runs out: by endpoint, since so it is an entry of an index each. */
const next = (organizationId: string): RawBuilder<{ at: Date | null }> => sql`
  select min(least(leased.until, case
    when waiting.at is null then null
    when greatest(waiting.at, endpoint.resting_until) > now() then greatest(waiting.at, endpoint.resting_until)
    else now() + make_interval(secs => ${LOOK_SECONDS}) end)) as at
  from webhook as endpoint cross join lateral (
    select min(leased_until) as until from webhook_delivery
    where organization_id = ${organizationId} and webhook_id = endpoint.id and lease is not null
  ) as leased cross join lateral (
    select min(next_attempt_at) as at from webhook_delivery
    where organization_id = ${organizationId} and webhook_id = endpoint.id
      and status = ${DeliveryStatus.PENDING} and lease is null
  ) as waiting
  where endpoint.organization_id = ${organizationId} and endpoint.status = ${WebhookStatus.ACTIVE}`

/** How deliveries are taken. */
export const DELIVERIES: Leasing<Claim> = { kind: 'webhooks', lease, next }

/** Writes down what an attempt came to, and when the next is due; of this message alone. */
export const settle = (database: Database, claim: Claim, attempt: DeliveryAttempt): Promise<void> =>
  database.transaction({ role: 'gateway_tenant', organizationId: claim.organizationId }, async (unit) => {
    const { db } = unit
    const { webhookId, deliveryId, organizationId } = claim
    // The endpoint first, as whoever deletes it does.
    const { rows: endpoints } = await sql<{ failingDays: number; unanswered: number; hasMore: boolean }>`
      select unanswered, coalesce(extract(epoch from now() - failing_since) / 86400, 0)::float8 as failing_days, exists (
        select 1 from webhook_delivery where organization_id = ${organizationId} and ${isDue}
      ) as has_more
      from webhook where organization_id = ${organizationId} and id = ${webhookId} for update`.execute(db)
    const { rows: deliveries } = await sql<{ attempts: DeliveryAttempt[] }>`
      select attempts from webhook_delivery
      where organization_id = ${organizationId} and id = ${deliveryId} and lease = ${claim.lease} for update`.execute(
      db,
    )
    const [endpoint, delivery] = [endpoints[0], deliveries[0]]
    // Deleted meanwhile, or, after a long pause of this process, leased by another replica: then it is theirs to say.
    if (!endpoint || !delivery) return
    const attempts = [...delivery.attempts, attempt]
    const { status, retryIn, disabledReason } = judge(attempts, endpoint.failingDays)
    const { rows: settled } = await sql<{ nextAttemptAt: Date | null }>`update webhook_delivery
      set status = ${status}, attempts = ${JSON.stringify(attempts)}::jsonb,
      next_attempt_at = now() + make_interval(secs => ${retryIn}::float8), lease = null, leased_until = null,
      updated_at = now() where organization_id = ${organizationId} and id = ${deliveryId}
      returning next_attempt_at`.execute(db)
    const isDelivered = status === DeliveryStatus.DELIVERED
    const unanswered = attempt.status === null ? endpoint.unanswered + 1 : 0
    await sql`update webhook
      set failing_since = ${isDelivered ? sql`null` : sql`least(failing_since, now())`},
      unanswered = ${unanswered}, resting_until = now() + make_interval(secs => ${restAfter(unanswered)}::float8)
      where organization_id = ${organizationId} and id = ${webhookId}`.execute(db)
    if (disabledReason) await disable(unit, claim, disabledReason)
    // A place is free.
    if (endpoint.hasMore) unit.makeDue('webhooks')
    for (const { nextAttemptAt } of settled) if (nextAttemptAt) unit.makeDue('webhooks', nextAttemptAt)
  })

async function disable(unit: Unit, { webhookId, organizationId }: Claim, reason: string): Promise<void> {
  await sql`update webhook set status = ${WebhookStatus.DISABLED}, disabled_reason = ${reason}, updated_at = now()
    where organization_id = ${organizationId} and id = ${webhookId}`.execute(unit.db)
  const entry = { action: 'WEBHOOK_DISABLED', resourceType: 'WEBHOOK', resourceId: webhookId, payload: { reason } }
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'webhooks' }
  await appendChanges(unit, [auditFacts(entry, source)])
}

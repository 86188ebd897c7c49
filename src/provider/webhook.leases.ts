import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { appendChanges, auditFacts } from '../kernel/audit/writer.ts'
import type { Database, Unit } from '../kernel/transaction.ts'
import { type DeliveryAttempt, DeliveryStatus, WebhookStatus } from './webhook.entity.ts'
import { judge } from './webhook.rules.ts'

/** The next message of an endpoint, which nobody else delivers while the lease lasts. */
export interface Claim {
  lease: string
  webhookId: string
  organizationId: string
  url: string
  /** The current secret, and the one before it while that still holds. */
  sealedSecrets: string[]
  deliveryId: string
  messageId: string
  type: string
  payload: Record<string, unknown>
}

/** Much longer than an attempt may take: a lease must never run out under a delivery. */
const LEASE_SECONDS = 60

const SYSTEM = { role: 'gateway_system' } as const

/**
 * Leases up to `limit` endpoints whose next message is due. A lease is a mark in the row and no lock, so no
 * transaction is open during the delivery; who crashes leaves a lease that runs out, and the message is sent again.
 */
export const claimDue = (database: Database, limit: number): Promise<Claim[]> =>
  database.transaction(SYSTEM, async ({ db }) => {
    const lease = randomUUID()
    const { rows: endpoints } = await sql<Endpoint>`
      update webhook set lease = ${lease}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = any(array(
        select id from webhook as endpoint
        where status = ${WebhookStatus.ACTIVE} and (leased_until is null or leased_until < now()) and (
          select next_attempt_at from webhook_delivery
          where webhook_id = endpoint.id and status = ${DeliveryStatus.PENDING} order by sequence limit 1
        ) <= now()
        limit ${limit} for update skip locked
      ))
      returning id, url, sealed_secret,
        case when old_secret_until > now() then sealed_old_secret end as sealed_old_secret`.execute(db)
    if (endpoints.length === 0) return []
    const heads = await nextMessages(db, endpoints)
    const idle = endpoints.filter(({ id }) => !heads.has(id)).map(({ id }) => id)
    if (idle.length > 0) {
      await sql`update webhook set lease = null, leased_until = null where id = any(${idle}::uuid[])`.execute(db)
    }
    return endpoints.flatMap(({ id, url, sealedSecret, sealedOldSecret }) => {
      const head = heads.get(id)
      const sealedSecrets = sealedOldSecret ? [sealedSecret, sealedOldSecret] : [sealedSecret]
      return head ? [{ ...head, lease, url, sealedSecrets }] : []
    })
  })

interface Endpoint {
  id: string
  url: string
  sealedSecret: string
  sealedOldSecret: string | null
}

type Head = Omit<Claim, 'lease' | 'url' | 'sealedSecrets'>

/** Read behind the lease: before it, another replica may have delivered what then was next. */
async function nextMessages(db: Unit['db'], endpoints: Endpoint[]): Promise<Map<string, Head>> {
  const { rows } = await sql<Head & { isDue: boolean }>`
    select distinct on (webhook_id) id as delivery_id, webhook_id, organization_id, message_id, type, payload,
      next_attempt_at <= now() as is_due
    from webhook_delivery
    where webhook_id = any(${endpoints.map(({ id }) => id)}::uuid[]) and status = ${DeliveryStatus.PENDING}
    order by webhook_id, sequence`.execute(db)
  return new Map(rows.flatMap(({ isDue, ...head }) => (isDue ? [[head.webhookId, head]] : [])))
}

/** Writes down what an attempt came to, and gives the endpoint back. */
export const settle = (database: Database, claim: Claim, attempt: DeliveryAttempt): Promise<void> =>
  database.transaction(SYSTEM, async (unit) => {
    const { db } = unit
    const { webhookId, deliveryId, lease, organizationId } = claim
    const { rows } = await sql<{ failingSince: Date | null; attempts: DeliveryAttempt[] }>`
      select failing_since, attempts from webhook join webhook_delivery as delivery on webhook_id = webhook.id
      where webhook.id = ${webhookId} and delivery.id = ${deliveryId} and lease = ${lease}
      for update of webhook`.execute(db)
    const [found] = rows
    // Deleted meanwhile, or, after a long pause of this process, leased by another replica: then it is theirs to say.
    if (!found) return
    const attempts = [...found.attempts, attempt]
    const { status, retryIn, disabledReason } = judge(attempts, found.failingSince)
    await sql`update webhook_delivery set status = ${status}, attempts = ${JSON.stringify(attempts)}::jsonb,
      next_attempt_at = now() + make_interval(secs => ${retryIn}::float8), updated_at = now()
      where id = ${deliveryId}`.execute(db)
    const isDelivered = status === DeliveryStatus.DELIVERED
    await sql`update webhook set lease = null, leased_until = null,
      failing_since = case when ${isDelivered}::boolean then null else coalesce(failing_since, now()) end
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

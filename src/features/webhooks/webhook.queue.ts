import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Consumer } from '../../background/consumers.ts'
import { newId } from '../../data/ids.ts'
import type { Perishable } from '../../data/perishable.ts'
import type { Transaction } from '../../data/transaction.ts'
import { type Event, lastNumber } from '../../events/events.ts'
import type { WebhookDelivery } from './webhook.entity.ts'
import { DeliveryStatus, WebhookStatus } from './webhook.entity.ts'

const ROWS_PER_INSERT = 1000

interface Endpoint {
  id: string
  organizationId: string
  events: string[]
}

const wants = ({ events }: Endpoint, { type }: Event) => events.includes('*') || events.includes(type)

/** A delivery that waits for its first attempt, due now by the database's clock. */
export function waiting(
  { id, organizationId }: Pick<Endpoint, 'id' | 'organizationId'>,
  message: Pick<WebhookDelivery, 'messageId' | 'type' | 'payload' | 'sequence'>,
) {
  const { messageId, type, payload, sequence } = message
  const now = sql<Date>`now()`
  return {
    ...{ id: newId(), organizationId, webhookId: id, messageId, type, payload, status: DeliveryStatus.PENDING },
    // Written as SQL, because the driver would convert a list to a PostgreSQL array.
    attempts: sql<WebhookDelivery['attempts']>`'[]'::jsonb`,
    ...{ sequence, nextAttemptAt: now, createdAt: now, updatedAt: now },
  }
}

function messageOf({ number: sequence, type, resourceType, resourceId: id, ...event }: Event) {
  const { organizationId, userId } = event
  const occurredAt = event.occurredAt.toISOString()
  // Sequence numbers are assigned under the lock of the organization's audit trail, so they have commit order.
  const payload = { ...event.payload, id, resourceType, organizationId, userId, occurredAt, sequence }
  return { messageId: `msg_${newId()}`, type, payload, sequence }
}

const activeEndpoints = ({ db }: Transaction): Promise<Endpoint[]> =>
  db
    .selectFrom('webhook')
    .select(['id', 'organizationId', 'events'])
    .where('status', '=', WebhookStatus.ACTIVE)
    .execute()

/**
 * Queues a message that is not an event of the trail, for endpoints that list its type. Endpoints that subscribe to all
 * events do not receive it.
 */
export async function queueForEndpoints(
  unit: Transaction,
  organizationId: string,
  type: string,
  facts: Record<string, unknown>,
): Promise<void> {
  const endpoints = (await activeEndpoints(unit)).filter(({ events }) => events.includes(type))
  if (endpoints.length === 0) return
  const payload = { ...facts, organizationId, occurredAt: unit.now.toISOString() }
  const message = { messageId: `msg_${newId()}`, type, payload, sequence: await lastNumber(unit.db) }
  const deliveries = endpoints.map((endpoint) => waiting(endpoint, message))
  await unit.db.insertInto('webhookDelivery').values(deliveries).execute()
  unit.makeDue('webhooks')
}

/** How long this process remembers that an organization has no active endpoint. */
const REMEMBERED_MS = 60_000
const withoutEndpoint = new LRUCache<string, true>({ max: 10_000, ttl: REMEMBERED_MS })
/** Counts the wakes that may be about an endpoint, because one may arrive after a turn has read the endpoints. */
let endpointWakes = 0

/** Creates a delivery for each event and each endpoint that subscribes to it. */
export const queueDeliveries: Consumer = {
  name: 'webhooks',
  hear({ organizationId, types }) {
    if (!types.some((type) => type.startsWith('WEBHOOK_'))) return !withoutEndpoint.has(organizationId)
    endpointWakes++
    withoutEndpoint.delete(organizationId)
    return true
  },
  async work(unit, events) {
    const { db } = unit
    const wakes = endpointWakes
    const endpoints = await activeEndpoints(unit)
    const organizationId = events[0]?.organizationId ?? ''
    if (endpoints.length === 0) {
      if (wakes === endpointWakes) withoutEndpoint.set(organizationId, true)
      return
    }
    withoutEndpoint.delete(organizationId)
    const deliveries = events.flatMap((event) => {
      const message = messageOf(event)
      return endpoints.filter((endpoint) => wants(endpoint, event)).map((endpoint) => waiting(endpoint, message))
    })
    if (deliveries.length > 0) unit.makeDue('webhooks')
    for (let start = 0; start < deliveries.length; start += ROWS_PER_INSERT) {
      const rows = deliveries.slice(start, start + ROWS_PER_INSERT)
      await db.insertInto('webhookDelivery').values(rows).execute()
    }
  },
}

export const oldDeliveries: Perishable = { table: 'webhook_delivery', hours: 30 * 24 }

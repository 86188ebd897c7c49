import type { Transaction } from '../../src/data/transaction.ts'
import type { Event } from '../../src/events/events.ts'
import { readEvents } from '../../src/events/events.ts'
import { appendChanges, auditFacts } from '../../src/security/audit/writer.ts'
import type { TestServer } from './server.ts'

/** An event that a test invents, independent of operations. */
export interface MadeUp {
  type: string
  resourceType?: string
  resourceId?: string | null
  payload?: unknown
}

/** Appends events in the transaction of an organization. */
export const appendEvents = (unit: Transaction, organizationId: string, events: readonly MadeUp[]): Promise<void> =>
  appendChanges(
    unit,
    events.map(({ type, resourceType = 'THING', resourceId = null, payload = {} }) => ({
      ...auditFacts(
        { action: type, resourceType, resourceId },
        { organizationId, userId: 'user_1', ipAddress: 'unknown', userAgent: 'test' },
      ),
      payload: payload as Record<string, unknown>,
    })),
  )

/** Appends events in one commit. */
export const emit = ({ database }: Pick<TestServer, 'database'>, organizationId: string, ...events: MadeUp[]) =>
  database.transaction({ role: 'gateway_tenant', organizationId }, (unit) => appendEvents(unit, organizationId, events))

/** All events of an organization. */
export const eventsOf = ({ database }: Pick<TestServer, 'database'>, organizationId: string): Promise<Event[]> =>
  database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, ({ db }) =>
    readEvents(db, 0, 100_000),
  )

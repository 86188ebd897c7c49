import { newId } from '../../data/ids.ts'
import { APPEND } from '../../data/row-counts.ts'
import type { Unit } from '../../data/transaction.ts'
import { type AuditDetails, type AuditFacts, AuditOutcome, detailsText } from './chain.ts'
import { knownId, type Marker, opaqueId } from './pseudonyms.ts'

/** One thing that an operation did, before caller and request are added. */
export interface AuditEntry {
  action: string
  resourceType: string
  resourceId: string | null
  /** What happened; done, unless it says otherwise. */
  details?: Partial<AuditDetails>
  /** What the event says beside it; no part of the record. Small, and never personal data. */
  payload?: Record<string, unknown> | undefined
  /** Nothing was changed: it is a record, and no event. */
  isRead?: boolean
}

/** The facts of a record before the database gives it a time and a place in the chain; with a payload, of an event too. */
export type RecordFacts = Omit<AuditFacts, 'timestamp' | 'metadata'> & {
  metadata: { ipAddress: string; userAgent: string; details: string }
  payload?: Record<string, unknown>
}

/** Who did it, and from where (already masked and redacted). */
export interface AuditSource {
  organizationId: string
  userId: string
  ipAddress: string
  userAgent: string
  /** What pseudonyms are made with, for whoever acts for a user. */
  secrets?: Marker | undefined
}

/** Completes an entry into the facts of a record. */
export function auditFacts(entry: AuditEntry, source: AuditSource): RecordFacts {
  const { organizationId, userId, ipAddress, userAgent, secrets } = source
  const opaque = (id: string) => (secrets ? opaqueId(secrets, organizationId, id) : knownId(id))
  const details = detailsText({ outcome: AuditOutcome.DONE, ...entry.details })
  return {
    id: newId(),
    organizationId,
    action: entry.action,
    userId: opaque(userId),
    resourceType: entry.resourceType,
    resourceId: entry.resourceId === null ? null : opaque(entry.resourceId),
    metadata: { ipAddress, userAgent, details },
    ...(!entry.isRead && { payload: entry.payload ?? {} }),
  }
}

/** What the database's function takes: facts without a payload are no events. */
export const recordsOf = (facts: readonly RecordFacts[]) => facts.map(({ payload: _, ...record }) => record)

/** With what the transaction has changed in the number of rows until now. */
async function append(unit: Unit, organizationId: string, facts: readonly object[]): Promise<void> {
  await unit.rows(APPEND, [organizationId, JSON.stringify(facts), ...unit.rowChanges.take()])
}

/** Appends records to the chain of an organization, inside the transaction of `unit`. The database gives number and time. */
export async function appendAudit(unit: Unit, facts: readonly RecordFacts[]): Promise<void> {
  const [first] = facts
  if (first) await append(unit, first.organizationId, recordsOf(facts))
}

/**
 * The same for changes, which are also events, whose readers are woken when the transaction of `unit` commits. What
 * changed nothing is recorded among them, and is no event.
 */
export async function appendChanges(unit: Unit, facts: readonly RecordFacts[]): Promise<void> {
  const [first] = facts
  if (!first) return
  const types = facts.flatMap(({ action, payload }) => (payload ? action : []))
  if (types.length > 0) unit.wakeReaders(first.organizationId, types)
  await append(unit, first.organizationId, facts)
}

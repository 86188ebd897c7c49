import { newId } from '../../data/ids.ts'
import { APPEND } from '../../data/row-counts.ts'
import type { Transaction } from '../../data/transaction.ts'
import { type AuditDetails, type AuditFacts, AuditOutcome, detailsText } from './chain.ts'
import { knownId, type Marker, opaqueId } from './pseudonyms.ts'

/** One action of an operation, before the facts of caller and request are added. */
export interface AuditEntry {
  action: string
  resourceType: string
  resourceId: string | null
  /** The details. The outcome is DONE unless the details contain another outcome. */
  details?: Partial<AuditDetails>
  /** The payload of the event. It is not part of the record. Small, and never personal data. */
  payload?: Record<string, unknown> | undefined
  /** Whether the action only read. It is then recorded, but is not an event. */
  isRead?: boolean
}

/**
 * The facts of a record before the database assigns its time and sequence number. With a payload, also those of an
 * event.
 */
export type RecordFacts = Omit<AuditFacts, 'timestamp' | 'metadata'> & {
  metadata: { ipAddress: string; userAgent: string; details: string }
  payload?: Record<string, unknown>
}

/** The user and the origin of the request, masked and redacted. */
export interface AuditSource {
  organizationId: string
  userId: string
  ipAddress: string
  userAgent: string
  /** Computes pseudonyms, for callers that act for a user. */
  secrets?: Marker | undefined
}

/** Combines an entry and its source to the facts of a record. */
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

/** The argument of the database function: facts without the payload. */
export const recordsOf = (facts: readonly RecordFacts[]) => facts.map(({ payload: _, ...record }) => record)

/** Appends facts to the chain, and stores the transaction's changes of row counts. */
async function append(unit: Transaction, organizationId: string, facts: readonly object[]): Promise<void> {
  await unit.rows(APPEND, [organizationId, JSON.stringify(facts), ...unit.rowChanges.take()])
}

/**
 * Appends records to the chain of an organization, inside the transaction of `unit`. The database assigns number and
 * time.
 */
export async function appendAudit(unit: Transaction, facts: readonly RecordFacts[]): Promise<void> {
  const [first] = facts
  if (first) await append(unit, first.organizationId, recordsOf(facts))
}

/**
 * Appends the records of changes, which are also events. The readers of events are notified when the transaction of
 * `unit` commits. An entry that changed nothing is recorded, but is not an event.
 */
export async function appendChanges(unit: Transaction, facts: readonly RecordFacts[]): Promise<void> {
  const [first] = facts
  if (!first) return
  const types = facts.flatMap(({ action, payload }) => (payload ? action : []))
  if (types.length > 0) unit.wakeReaders(first.organizationId, types)
  await append(unit, first.organizationId, facts)
}

import { sql } from 'kysely'
import { newId } from '../columns.ts'
import type { Unit } from '../transaction.ts'
import { type AuditFacts, canonicalFacts } from './chain.ts'
import { opaqueId } from './redact.ts'

/** One thing that an operation did, before caller and request are added. */
export interface AuditEntry {
  action: string
  resourceType: string
  resourceId: string | null
  /** What the event says beside it; no part of the record. Small, and never personal data. */
  payload?: Record<string, unknown>
  /** Nothing was changed: it is a record, and no event. */
  isRead?: boolean
}

/** The facts of a record, and what its event says beside them. */
export interface ChangeFacts extends AuditFacts {
  payload?: Record<string, unknown>
  isRead?: boolean
}

/** Who did it, and from where (already masked and redacted). */
export interface AuditSource {
  organizationId: string
  userId: string
  ipAddress: string
  userAgent: string
}

/** Completes an entry into the record that is written. */
export const auditFacts = (entry: AuditEntry, source: AuditSource): ChangeFacts => ({
  id: newId(),
  organizationId: source.organizationId,
  action: entry.action,
  userId: opaqueId(source.userId),
  resourceType: entry.resourceType,
  resourceId: entry.resourceId === null ? null : opaqueId(entry.resourceId),
  timestamp: new Date().toISOString(),
  metadata: { ipAddress: source.ipAddress, userAgent: source.userAgent },
  payload: entry.payload,
  isRead: entry.isRead,
})

/** What the database's functions take. */
export const recordsOf = (facts: AuditFacts[]) =>
  JSON.stringify(facts.map((fact) => ({ ...fact, canonical: canonicalFacts(fact) })))

/** Appends records to the chains of their organizations, inside the transaction of `unit`. */
export async function appendAudit(unit: Unit, facts: AuditFacts[]): Promise<void> {
  if (facts.length > 0) await sql`select audit_append(${recordsOf(facts)}::jsonb)`.execute(unit.db)
}

/**
 * The same for changes, which are also events: one per fact goes into the outbox, and the readers are woken when the
 * transaction of `unit` commits. What changed nothing is recorded among them, and is no event.
 */
export async function appendChanges(unit: Unit, facts: ChangeFacts[]): Promise<void> {
  const changes = facts.filter(({ isRead }) => !isRead)
  const reads = facts.filter(({ isRead }) => isRead)
  await Promise.all([changes.length > 0 && appendEvents(unit, changes), appendAudit(unit, reads)])
}

async function appendEvents(unit: Unit, changes: ChangeFacts[]): Promise<void> {
  unit.wakeReaders()
  await sql`select change_append(${recordsOf(changes)}::jsonb)`.execute(unit.db)
}

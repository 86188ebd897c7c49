import { appendAudit, auditFacts } from '../../src/security/audit/writer.ts'
import type { Actor, TestServer } from './server.ts'

/** Writes many audit records in one transaction, as requests would write them. */
export async function writeRecords(
  { database }: Pick<TestServer, 'database'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  count: number,
): Promise<void> {
  const source = { organizationId, ipAddress: 'unknown', userAgent: 'test' }
  const entry = { action: 'CLIENT_VIEWED', resourceType: 'CLIENT', resourceId: null }
  const facts = Array.from({ length: count }, (_, index) => auditFacts(entry, { ...source, userId: `u${index}` }))
  await database.transaction({ role: 'gateway_tenant', organizationId }, (unit) => appendAudit(unit, facts))
}

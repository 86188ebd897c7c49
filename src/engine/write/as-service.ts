import type { Services } from '../../common/services.ts'
import type { Database } from '../../data/database.ts'
import type { Transaction } from '../../data/transaction.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { Context } from '../execute/context.ts'

/** Dependencies of changes that the service makes by itself. */
export interface ServiceTools {
  database: Database
  services: Partial<Services>
}

/**
 * Makes a change without a request, in the transaction `unit`, with its audit records and events. `userId` is the user
 * who caused the change. `agent` is the part of the service, which the audit records name.
 */
export async function actFor<T>(
  unit: Transaction,
  services: Partial<Services>,
  { organizationId, userId, agent }: { organizationId: string; userId: string; agent: string },
  change: (ctx: Context) => Promise<T>,
): Promise<T> {
  const caller = { userId, organizationId, role: 'viewer', permissions: new Set<string>() } as const
  const origin = { ipAddress: 'unknown', userAgent: agent }
  const ctx = new Context(caller, { id: agent, address: 'unknown', ...origin }, unit, { services })
  const result = await change(ctx)
  await ctx.settle()
  const source = { organizationId, userId, secrets: services.secrets, ...origin }
  await appendChanges(
    unit,
    ctx.trail.map((entry) => auditFacts(entry, source)),
  )
  return result
}

/** Makes a change of the service itself, without a caller, in one transaction. */
export const asService = <T>(
  { database, services }: ServiceTools,
  organizationId: string,
  agent: string,
  change: (ctx: Context) => Promise<T>,
  userId = 'system',
): Promise<T> =>
  database.change(organizationId, (unit) => actFor(unit, services, { organizationId, userId, agent }, change))

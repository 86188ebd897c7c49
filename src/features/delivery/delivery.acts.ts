import type { Services } from '../../common/services.ts'
import type { Database } from '../../data/database.ts'
import { Context } from '../../engine/execute/context.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'

/** Dependencies of changes that the service makes by itself. */
export interface ActTools {
  database: Database
  services: Partial<Services>
}

/** Changes an organization without a caller, in one transaction, with the audit records and events of an operation. */
export const actAsSystem = <T>(
  { database, services }: ActTools,
  organizationId: string,
  agent: string,
  work: (ctx: Context) => Promise<T>,
): Promise<T> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const source = { ipAddress: 'unknown', userAgent: agent }
    const ctx = new Context(
      { userId: 'system', organizationId, role: 'viewer', permissions: new Set() },
      { id: agent, address: 'unknown', ...source },
      unit,
      { services },
    )
    const result = await work(ctx)
    await ctx.settle()
    const facts = { organizationId, userId: 'system', secrets: services.secrets, ...source }
    await appendChanges(
      unit,
      ctx.trail.map((entry) => auditFacts(entry, facts)),
    )
    return result
  })

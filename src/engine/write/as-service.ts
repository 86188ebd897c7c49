import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { Context } from '../execute/context.ts'
import type { GatewayDependencies } from '../execute/dependencies.ts'

const SOURCE = { ipAddress: 'unknown', userAgent: 'scheduler' }

/** Makes a change of the service itself, without a caller, in one transaction with its audit records and events. */
export const asService = <T>(
  { database, services }: Pick<GatewayDependencies, 'database' | 'services'>,
  organizationId: string,
  id: string,
  change: (ctx: Context) => Promise<T>,
): Promise<T> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const caller = { userId: 'system', organizationId, role: 'viewer', permissions: new Set<string>() } as const
    const ctx = new Context(caller, { id, address: 'unknown', ...SOURCE }, unit, { services })
    const result = await change(ctx)
    await ctx.settle()
    const source = { organizationId, userId: caller.userId, ...SOURCE }
    await appendChanges(
      unit,
      ctx.trail.map((entry) => auditFacts(entry, source)),
    )
    return result
  })

import { type RawBuilder, sql } from 'kysely'
import type { OrganizationWork, WorkTools } from '../../../background/work.ts'
import { Context } from '../../../engine/execute/context.ts'
import { appendChanges, auditFacts } from '../../../security/audit/writer.ts'
import type { Caller } from '../../../security/auth/caller.ts'
import { execute } from './request.completion.ts'
import { RequestStatus } from './request.entity.ts'

const SOURCE = { ipAddress: 'unknown', userAgent: 'scheduler' }

/** A caller for the user who completed the request. Their permissions were checked at the completion. */
const executor = (organizationId: string, userId: string): Caller => {
  return { userId, organizationId, role: 'viewer', permissions: new Set() }
}

/** Executes one request whose grace period is over. Returns whether there was one. */
const executeOne = ({ database, services }: WorkTools, organizationId: string): Promise<boolean> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const request = await unit.db
      .selectFrom('dataSubjectRequest')
      .selectAll()
      .where('status', '=', RequestStatus.PROCESSING)
      .where('executesAt', '<=', unit.now)
      .orderBy('executesAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!request) return false
    const caller = executor(organizationId, request.executedBy ?? 'system')
    const info = { id: `request ${request.id}`, address: 'unknown', ...SOURCE }
    const ctx = new Context(caller, info, unit, { services })
    await execute(ctx, request)
    await ctx.settle()
    const source = { organizationId, userId: caller.userId, secrets: services.secrets, ...SOURCE }
    await appendChanges(
      unit,
      ctx.trail.map((entry) => auditFacts(entry, source)),
    )
    return true
  })

async function executeAll(tools: WorkTools, organizationId: string): Promise<void> {
  while (!tools.signal.aborted && (await executeOne(tools, organizationId)));
}

const next = (organizationId: string): RawBuilder<{ at: Date | null }> => sql`
  select min(executes_at) as at from data_subject_request
  where organization_id = ${organizationId} and executes_at is not null and status = ${RequestStatus.PROCESSING}`

/** Executes the requests whose grace period is over. */
export const executeDueRequests: OrganizationWork = { kind: 'requests', perform: executeAll, next }

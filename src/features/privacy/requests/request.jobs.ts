import { type RawBuilder, sql } from 'kysely'
import type { OrganizationWork, WorkTools } from '../../../background/work.ts'
import { actFor } from '../../../engine/write/as-service.ts'
import { execute } from './request.completion.ts'
import { RequestStatus } from './request.entity.ts'

/** Executes one request whose grace period is over. Returns whether there was one. */
const executeOne = ({ database, services }: WorkTools, organizationId: string): Promise<boolean> =>
  database.change(organizationId, async (unit) => {
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
    // The permissions of the user who completed the request were checked at the completion.
    const executor = { organizationId, userId: request.executedBy ?? 'system', agent: 'scheduler' }
    await actFor(unit, services, executor, (ctx) => execute(ctx, request))
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

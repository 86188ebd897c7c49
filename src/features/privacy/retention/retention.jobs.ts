import { sql } from 'kysely'
import { newId } from '../../../data/ids.ts'
import { isChangeable, removeRows } from '../../../data/references.ts'
import type { Unit } from '../../../data/transaction.ts'
import { eachApart, inBatches, sweep } from '../../../events/batches.ts'
import type { Job, JobTools } from '../../../events/jobs.ts'
import { appendAudit, auditFacts } from '../../../security/audit/writer.ts'
import { backlogs, isPast, type Kept, keptResources } from './retention.queries.ts'

/** Records that one transaction deletes at most, and how many such transactions a resource gets before others have a turn. */
const BATCH = 500
const MOST_BATCHES = 20

/** What one batch deleted, or ended. */
interface Batch {
  ids: string[]
  count: number
}

/**
 * Deletes, or ends, one batch of a resource. A row that someone else holds is left for the next run: waiting for it could be
 * mutual. Rows that nobody changes are locked by what deletes them.
 */
async function deleteBatch(unit: Unit, kept: Kept, organizationId: string, resources: readonly Kept[]): Promise<Batch> {
  const free = isChangeable(unit.metadata, kept.table) ? sql`for update skip locked` : sql``
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(kept.table)} t where ${isPast(kept, { metadata: unit.metadata, organizationId, resources })}
    limit ${sql.lit(BATCH)} ${free}`.execute(unit.db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { ids, count: 0 }
  const end = kept.ending?.end
  const count = await (end
    ? end(unit.db, organizationId, ids)
    : removeRows(unit, { organizationId, table: kept.table, ids }))
  return { ids, count }
}

async function note(unit: Unit, { resource }: Kept, organizationId: string, { ids, count }: Batch): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into retention_setting (id, organization_id, resource, deleted_count, enforced_at, created_at, updated_at)
    values (${newId()}, ${organizationId}, ${resource}, ${count}, now(), now(), now())
    on conflict (organization_id, resource) do update set
      deleted_count = retention_setting.deleted_count + excluded.deleted_count, enforced_at = excluded.enforced_at
    returning id`.execute(unit.db)
  const entry = {
    action: 'RETENTION_ENFORCED',
    resourceType: resource,
    resourceId: rows[0]?.id ?? null,
    details: { count, ids },
  }
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'scheduler' }
  await appendAudit(unit, [auditFacts(entry, source)])
}

/** One batch of one resource, in a transaction of the tenant: it sees nothing of others. Returns how many it deleted. */
const enforce = ({ database }: JobTools, organizationId: string, resource: string): Promise<number> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const resources = await keptResources(unit)
    const kept = resources.find((each) => each.resource === resource)
    if (!kept) return 0
    const batch = await deleteBatch(unit, kept, organizationId, resources)
    if (batch.count === 0) return 0
    await note(unit, kept, organizationId, batch)
    unit.makeDue('dead_rows')
    return batch.count
  })

/** The resources of an organization that have something past its period. */
const pastResources = ({ database }: JobTools, organizationId: string): Promise<string[]> =>
  database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, async (unit) => {
    const counted = await backlogs(unit, await keptResources(unit), organizationId, 1)
    return counted.filter(({ backlog }) => backlog > 0).map(({ resource }) => resource)
  })

/** A turn of an organization; what goes wrong with one resource is no affair of the others. */
async function enforceSome(tools: JobTools, organizationId: string): Promise<boolean> {
  const resources = (await pastResources(tools, organizationId)).map((resource) => ({ organizationId, resource }))
  let hasMore = false
  await eachApart(tools, resources, async ({ resource }) => {
    if (await inBatches(tools, BATCH, () => enforce(tools, organizationId, resource), MOST_BATCHES)) hasMore = true
  })
  return hasMore
}

/** Deletes what is past its period, all of it, tenant by tenant and in turns: nobody waits for one that has much. */
export const enforceRetention: Job = {
  name: 'enforceRetention',
  everySeconds: 3600,
  run: (tools) => sweep(tools, (organizationId) => enforceSome(tools, organizationId)),
}

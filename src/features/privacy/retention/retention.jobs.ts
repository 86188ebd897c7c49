import { sql } from 'kysely'
import { eachApart, inBatches } from '../../../background/batches.ts'
import type { OrganizationWork, WorkTools } from '../../../background/work.ts'
import { newId } from '../../../data/ids.ts'
import { isChangeable, removeRows } from '../../../data/references.ts'
import type { Transaction } from '../../../data/transaction.ts'
import { appendAudit, auditFacts } from '../../../security/audit/writer.ts'
import { backlogs, isPast, type Kept, keptResources } from './retention.queries.ts'

/** Maximum number of records that one transaction deletes. */
const BATCH = 500
/** Maximum number of transactions for a resource before the next organization's turn. */
const MOST_BATCHES = 20

/**
 * Deletes one batch of a resource, or ends its records. Rows that another transaction has locked are left for the next
 * run, because waiting could deadlock. Rows that never change are locked by the delete statement.
 */
async function deleteBatch(
  unit: Transaction,
  kept: Kept,
  organizationId: string,
  resources: readonly Kept[],
): Promise<{ ids: string[]; count: number }> {
  const { table, ending } = kept
  const free = isChangeable(unit.metadata, table) ? sql`for update skip locked` : sql``
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table)} t where ${isPast(kept, { metadata: unit.metadata, organizationId, resources })}
    limit ${sql.lit(BATCH)} ${free}`.execute(unit.db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { ids, count: 0 }
  const end = ending ? ending.end(unit.db, organizationId, ids) : removeRows(unit, { organizationId, table, ids })
  return { ids, count: await end }
}

/** Adds deleted records to the number of the resource, and writes the audit record. */
async function note(
  unit: Transaction,
  resource: string,
  organizationId: string,
  { count, ids }: { count: number; ids: string[] },
): Promise<void> {
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

/** Handles one batch of one resource, in a transaction of the tenant. Returns the number of deleted records. */
const enforce = ({ database }: WorkTools, organizationId: string, resource: string): Promise<number> =>
  database.change(organizationId, async (unit) => {
    const resources = await keptResources(unit)
    const kept = resources.find((each) => each.resource === resource)
    if (!kept) return 0
    const batch = await deleteBatch(unit, kept, organizationId, resources)
    if (batch.count === 0) return 0
    await note(unit, resource, organizationId, batch)
    unit.makeDue('dead_rows')
    return batch.count
  })

/** The resources of an organization with records past their retention period. */
const pastResources = ({ database }: WorkTools, organizationId: string): Promise<string[]> =>
  database.read(organizationId, async (unit) => {
    const counted = await backlogs(unit, await keptResources(unit), organizationId, 1)
    return counted.filter(({ backlog }) => backlog > 0).map(({ resource }) => resource)
  })

/** One turn of an organization. A failure for one resource does not affect the others. */
async function enforceSome(tools: WorkTools, organizationId: string): Promise<boolean> {
  const resources = (await pastResources(tools, organizationId)).map((resource) => ({ organizationId, resource }))
  let hasMore = false
  await eachApart(tools, resources, async ({ resource }) => {
    if (await inBatches(tools, BATCH, () => enforce(tools, organizationId, resource), MOST_BATCHES)) hasMore = true
  })
  return hasMore
}

/**
 * Deletes all records past their retention period. Organizations take turns, so that none waits for one with many
 * records.
 */
export const enforceRetention: OrganizationWork = {
  kind: 'retention',
  atOnce: 1,
  everySeconds: 3600,
  perform: enforceSome,
}

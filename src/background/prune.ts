import { sql } from 'kysely'
import type { Database } from '../data/database.ts'
import { isRemovable } from '../data/held-rows.ts'
import type { Perishable } from '../data/perishable.ts'
import { replan } from '../data/plans.ts'
import { inBatches } from './batches.ts'
import type { OrganizationWork } from './work.ts'

const BATCH = 5000
/** Maximum number of batches in one turn of an organization. */
const MOST_BATCHES = 5

/** Deletes a batch of each table. Returns the largest number of deleted rows of one table. */
const pruneBatch = (database: Database, organizationId: string, tables: readonly Perishable[]): Promise<number> =>
  database.change(organizationId, async ({ db, metadata }) => {
    replan(db)
    const deleted = tables.map(async ({ table, since = 'created_at', hours }) => {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)}
        where organization_id = ${organizationId} and ctid = any(array(
          select t.ctid from ${sql.table(table)} t where t.organization_id = ${organizationId}
          and ${sql.ref(`t.${since}`)} < now() - make_interval(hours => ${hours})
          and ${isRemovable(metadata, table, 't')} limit ${sql.lit(BATCH)}
        ))`.execute(db)
      return Number(numAffectedRows)
    })
    return Math.max(...(await Promise.all(deleted)))
  })

/** Deletes rows that are older than the retention time of their table. */
export const pruning = (tables: readonly Perishable[]): OrganizationWork => ({
  kind: 'prune',
  atOnce: 1,
  everySeconds: 3600,
  perform: (tools, organizationId) =>
    inBatches(tools, BATCH, () => pruneBatch(tools.database, organizationId, tables), MOST_BATCHES),
})

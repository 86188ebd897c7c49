import { sql } from 'kysely'
import { faultOf } from '../data/database-faults.ts'
import type { OrganizationWork, WorkTools } from './work.ts'

/** An import of rows in the background: a row of its table, with a status. */
interface Import {
  organizationId: string
  id: string
}

interface ImportDeclaration<I extends Import> extends Pick<OrganizationWork, 'kind'> {
  /** The table of the imports. Those with the status QUEUED or RUNNING are unfinished. */
  table: string
  /** Takes the next step of an import, in a transaction of its own. */
  step(tools: WorkTools, unfinished: I): Promise<void>
  /** Ends an import whose step failed. Imported rows stay. */
  fail(tools: WorkTools, unfinished: I): Promise<void>
}

const isUnfinished = sql<boolean>`status in ('QUEUED', 'RUNNING')`

/** Declares the work of imports: one step per turn of the organization, the oldest import first. */
export const importWork = <I extends Import>({ kind, table, step, fail }: ImportDeclaration<I>): OrganizationWork => ({
  kind,
  async perform(tools, organizationId) {
    const { rows } = await tools.database.change(organizationId, ({ db }) =>
      sql<I>`select * from ${sql.table(table)} where organization_id = ${organizationId} and ${isUnfinished}
        order by created_at, id limit 1`.execute(db),
    )
    const [unfinished] = rows
    if (!unfinished) return false
    try {
      await step(tools, unfinished)
    } catch (error) {
      // The import continues after a database outage.
      if (faultOf(error)) throw error
      tools.log.error({ err: error, kind, import: unfinished.id }, 'an import failed')
      await fail(tools, unfinished)
    }
    return true
  },
  next: (organizationId) => sql`select now() as at from ${sql.table(table)}
    where organization_id = ${organizationId} and ${isUnfinished} limit 1`,
})

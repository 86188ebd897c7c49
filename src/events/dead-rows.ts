import { type RawBuilder, sql } from 'kysely'
import { organizationsDue } from './due-work.ts'
import type { Job, JobTools } from './jobs.ts'

const own = (organizationId: string) => sql`organization_id = ${organizationId} and kind = 'dead_rows'`

async function eachOf({ database }: JobTools, organizations: string[], statement: (id: string) => RawBuilder<unknown>) {
  for (const organizationId of organizations)
    await database.transaction({ role: 'gateway_tenant', organizationId }, ({ db }) =>
      statement(organizationId).execute(db),
    )
}

/**
 * Clears up after erasures and retention; whoever erases makes `dead_rows` due. It is put off before, and gone afterwards
 * unless something was erased meanwhile: a process that dies in between leaves it due.
 */
export const clearDeadRows: Job = {
  name: 'clearDeadRows',
  everySeconds: 15,
  async run(tools) {
    const organizations = (await organizationsDue(tools.database, 'dead_rows')).map((each) => each.organizationId)
    if (organizations.length === 0) return
    await eachOf(
      tools,
      organizations,
      (id) => sql`update due_work set due_at = now() + interval '5 minutes' where ${own(id)}`,
    )
    await tools.database.clearDeadRows()
    await eachOf(tools, organizations, (id) => sql`delete from due_work where ${own(id)} and due_at > now()`)
  },
}

import { sql } from 'kysely'
import type { OrganizationWork, WorkTools } from '../../background/work.ts'
import { faultOf } from '../../data/database-faults.ts'
import type { Perishable } from '../../data/perishable.ts'
import { Context } from '../../engine/execute/context.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { writeClients } from './client.import.ts'
import { type ClientImport, ImportStatus } from './client-import.entity.ts'

const SOURCE = { ipAddress: 'unknown', userAgent: 'import' }

export const oldImports: Perishable = { table: 'client_import', hours: 30 * 24 }

const inOrganization = (organizationId: string) => ({ role: 'gateway_tenant', organizationId }) as const

/** The oldest unfinished import. */
const waitingImport = ({ database }: WorkTools, organizationId: string): Promise<ClientImport | undefined> =>
  database.transaction(inOrganization(organizationId), ({ db }) =>
    db
      .selectFrom('clientImport')
      .selectAll()
      .where('status', 'in', [ImportStatus.QUEUED, ImportStatus.RUNNING])
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  )

/** Writes the next part of an import and deletes the part in the same transaction, so that no row is imported twice. */
const importPart = (
  { database, services }: WorkTools,
  { organizationId, id, createdBy }: ClientImport,
): Promise<void> =>
  database.transaction(inOrganization(organizationId), async (unit) => {
    const { db, now: updatedAt } = unit
    const part = await db
      .selectFrom('clientImportPart')
      .select(['number', 'rows'])
      .where('importId', '=', id)
      .orderBy('number')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!part) {
      await db.updateTable('clientImport').set({ status: ImportStatus.DONE, updatedAt }).where('id', '=', id).execute()
      return
    }
    // The permission of the user was checked when the import started.
    const caller = { userId: createdBy, organizationId, role: 'viewer', permissions: new Set<never>() } as const
    const ctx = new Context(caller, { id: `import ${id}`, address: 'unknown', ...SOURCE }, unit, { services })
    const { length: count } = await writeClients(ctx, part.rows)
    await db.deleteFrom('clientImportPart').where('importId', '=', id).where('number', '=', part.number).execute()
    await db
      .updateTable('clientImport')
      .set((row) => ({ status: ImportStatus.RUNNING, imported: row('imported', '+', count), updatedAt }))
      .where('id', '=', id)
      .execute()
    const entry = {
      action: 'CLIENT_IMPORTED',
      resourceType: 'CLIENT',
      resourceId: null,
      payload: {},
      details: { count },
    }
    const source = { organizationId, userId: createdBy, secrets: services.secrets, ...SOURCE }
    await appendChanges(unit, [auditFacts(entry, source)])
  })

/** Ends an import that cannot be completed. Imported rows stay. */
const fail = ({ database }: WorkTools, { organizationId, id }: ClientImport): Promise<void> =>
  database.transaction(inOrganization(organizationId), async ({ db, now: updatedAt }) => {
    const failure = 'The service could not write all rows. Import the missing rows again.'
    await db.deleteFrom('clientImportPart').where('importId', '=', id).execute()
    await db
      .updateTable('clientImport')
      .set({ status: ImportStatus.FAILED, failure, updatedAt })
      .where('id', '=', id)
      .execute()
  })

/** Takes the next step of the oldest import. Returns true if there may be more. */
async function importNext(tools: WorkTools, organizationId: string): Promise<boolean> {
  const waiting = await waitingImport(tools, organizationId)
  if (!waiting) return false
  try {
    await importPart(tools, waiting)
  } catch (error) {
    // The import continues after a database outage.
    if (faultOf(error)) throw error
    tools.log.error({ err: error, import: waiting.id }, 'an import failed')
    await fail(tools, waiting)
  }
  return true
}

/** Writes the rows of started imports. */
export const importStartedClients: OrganizationWork = {
  kind: 'client_imports',
  perform: importNext,
  next: (organizationId) => sql`select now() as at from client_import
    where organization_id = ${organizationId} and status in ('QUEUED', 'RUNNING') limit 1`,
}

import { importWork } from '../../background/imports.ts'
import type { WorkTools } from '../../background/work.ts'
import type { Perishable } from '../../data/perishable.ts'
import { asService } from '../../engine/write/as-service.ts'
import { writeClients } from './client.import.ts'
import { type ClientImport, ImportStatus } from './client-import.entity.ts'

export const oldImports: Perishable = { table: 'client_import', hours: 30 * 24 }

/**
 * Writes the next part of an import and deletes the part in the same transaction, so that no row is imported twice. The
 * permission of the user was checked when the import started.
 */
const importPart = (tools: WorkTools, { organizationId, id, createdBy }: ClientImport): Promise<void> =>
  asService(
    tools,
    organizationId,
    'import',
    async (ctx) => {
      const { db, now: updatedAt } = ctx
      const parts = db.selectFrom('clientImportPart').select(['number', 'rows']).where('importId', '=', id)
      const part = await parts.orderBy('number').limit(1).forUpdate().executeTakeFirst()
      const imports = db.updateTable('clientImport').where('id', '=', id)
      if (!part) {
        await imports.set({ status: ImportStatus.DONE, updatedAt }).execute()
        return
      }
      const { length: count } = await writeClients(ctx, part.rows)
      await db.deleteFrom('clientImportPart').where('importId', '=', id).where('number', '=', part.number).execute()
      await imports
        .set((row) => ({ status: ImportStatus.RUNNING, imported: row('imported', '+', count), updatedAt }))
        .execute()
      ctx.trail.push({ action: 'CLIENT_IMPORTED', resourceType: 'CLIENT', resourceId: null, details: { count } })
    },
    createdBy,
  )

const fail = ({ database }: WorkTools, { organizationId, id }: ClientImport): Promise<void> =>
  database.change(organizationId, async ({ db, now: updatedAt }) => {
    const failure = 'The service could not write all rows. Import the missing rows again.'
    await db.deleteFrom('clientImportPart').where('importId', '=', id).execute()
    await db
      .updateTable('clientImport')
      .set({ status: ImportStatus.FAILED, failure, updatedAt })
      .where('id', '=', id)
      .execute()
  })

/** Writes the rows of started imports. */
export const importStartedClients = importWork({
  kind: 'client_imports',
  table: 'client_import',
  step: importPart,
  fail,
})

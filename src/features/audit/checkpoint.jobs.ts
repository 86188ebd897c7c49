import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '../../events/batches.ts'
import { type DueWork, workDue } from '../../events/due-work.ts'
import type { Job, JobTools } from '../../events/jobs.ts'
import { announceCheckpoint, publish } from './checkpoint.publishing.ts'
import { storeCheckpoint } from './checkpoints.ts'
import type { AuditSigner } from './signer.ts'
import { storeTiles, TILES_AT_ONCE } from './tree.ts'

/** Brings the tree up to the records, signs it, and takes the checkpoint to where it is to be kept. */
async function checkpointOf(tools: JobTools, signer: AuditSigner, organizationId: string): Promise<void> {
  const { database } = tools
  const session = { role: 'gateway_tenant', organizationId } as const
  await inBatches(tools, TILES_AT_ONCE, () => database.transaction(session, (unit) => storeTiles(unit, organizationId)))
  if (tools.signal.aborted) return
  await database.transaction(session, async (unit) => {
    const stored = await storeCheckpoint({ db: unit.db, organizationId }, signer)
    if (stored) await announceCheckpoint(unit, tools.services, { organizationId, ...stored })
  })
  await publish(tools, organizationId)
}

/** Whoever appends holds the head, so that no record comes unnoticed between the look and its note. */
const next = (organizationId: string): RawBuilder<{ at: Date | null }> => sql`
  with noted as (
    update organization_head set awaits_checkpoint = audit_sequence > (
      select coalesce(max(size), 0) from audit_checkpoint where organization_id = ${organizationId}
    ) where organization_id = ${organizationId}
    returning awaits_checkpoint
  )
  select case when awaits_checkpoint then now() + interval '30 s' end as at from noted`

const checkpointsDue = (tools: JobTools, signer: AuditSigner): DueWork => ({
  kind: 'checkpoints',
  work: (organizationId) => checkpointOf(tools, signer, organizationId),
  next,
})

/** Signs the trails that have new records: half a minute behind the first, and every half minute while more come. */
export const signCheckpoints: Job = {
  name: 'signCheckpoints',
  everySeconds: 5,
  run: async (tools) => {
    const { auditSigner } = tools.services
    if (auditSigner) await workDue(tools, checkpointsDue(tools, auditSigner))
  },
}

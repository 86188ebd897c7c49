import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '../../events/batches.ts'
import { type DueWork, workDue } from '../../events/due-work.ts'
import type { Job, JobTools } from '../../events/jobs.ts'
import { raise } from '../realtime/alert-intake.ts'
import { announceCheckpoint, publish } from './checkpoint.publishing.ts'
import { storeCheckpoint, TrailChanged } from './checkpoints.ts'
import type { AuditSigner } from './signer.ts'
import { MissingRecord, storeTiles, TILES_AT_ONCE } from './tree.ts'

/** Fingerprint of the alert of a changed trail. */
const CHANGED = 'audit-trail-changed'

/** Brings the tree up to the records, signs it, and publishes the checkpoint to each channel. */
async function checkpointOf(tools: JobTools, signer: AuditSigner, organizationId: string): Promise<void> {
  await sign(tools, signer, organizationId).catch((error) => report(tools, organizationId, error))
  if (!tools.signal.aborted) await publish(tools, organizationId)
}

async function sign(tools: JobTools, signer: AuditSigner, organizationId: string): Promise<void> {
  const { database } = tools
  const session = { role: 'gateway_tenant', organizationId } as const
  await inBatches(tools, TILES_AT_ONCE, () => database.transaction(session, (unit) => storeTiles(unit, organizationId)))
  if (tools.signal.aborted) return
  await database.transaction(session, async (unit) => {
    const stored = await storeCheckpoint({ db: unit.db, organizationId }, signer)
    if (stored) await announceCheckpoint(unit, tools.services, { organizationId, ...stored })
  })
}

/** Raises a security alert of a changed trail, once, and fails: the job tries again, and logs it each time. */
async function report({ database, metrics }: JobTools, organizationId: string, error: unknown): Promise<never> {
  if (!(error instanceof TrailChanged || error instanceof MissingRecord)) throw error
  metrics.auditTrailChanged()
  await database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const { rows } = await sql`select id from security_alert
      where organization_id = ${organizationId} and fingerprint = ${CHANGED} and status = 'firing'`.execute(unit.db)
    if (rows.length > 0) return
    await raise(unit, organizationId, {
      fingerprint: CHANGED,
      name: 'AuditTrailChanged',
      summary: 'The audit trail is not what the service signed',
      description: `${error.message}. The service signs nothing more of it. See docs/audit.md`,
    })
  })
  throw error
}

/** A transaction that appends holds the head, so that no record arrives unnoticed between this look and its result. */
const next = (organizationId: string): RawBuilder<{ at: Date | null }> => sql`
  with noted as (
    update organization_head set awaits_checkpoint = audit_sequence <> (
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

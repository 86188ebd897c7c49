import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '../../background/batches.ts'
import { type OrganizationWork, serviceOf, type WorkTools } from '../../background/work.ts'
import { raise } from '../realtime/alert-intake.ts'
import { announceCheckpoint, publish } from './checkpoint.publishing.ts'
import { storeCheckpoint, TrailChanged } from './checkpoints.ts'
import type { AuditSigner } from './signer.ts'
import { MissingRecord, storeTiles, TILES_AT_ONCE } from './tree.ts'

/** Concurrent organizations: most of the time, publishing waits for other services. */
const PUBLISHED_AT_ONCE = 16

/** Fingerprint of the alert of a changed trail. */
const CHANGED = 'audit-trail-changed'

/** Updates the tree with the new records, and signs it. */
async function checkpointOf(tools: WorkTools, signer: AuditSigner, organizationId: string): Promise<void> {
  await sign(tools, signer, organizationId).catch((error) => report(tools, organizationId, error))
}

async function sign(tools: WorkTools, signer: AuditSigner, organizationId: string): Promise<void> {
  const { database, services } = tools
  await inBatches(tools, TILES_AT_ONCE, () =>
    database.change(organizationId, (unit) => storeTiles(unit, organizationId)),
  )
  if (tools.signal.aborted) return
  await database.change(organizationId, async (unit) => {
    const stored = await storeCheckpoint({ db: unit.db, organizationId }, signer)
    if (!stored) return
    await announceCheckpoint(unit, services, { organizationId, ...stored })
    if (services.checkpointChannels?.length) unit.makeDue('publications')
  })
}

/** Raises a security alert about a changed trail, once, and fails. The work is tried again, and each failure logged. */
async function report({ database, metrics }: WorkTools, organizationId: string, error: unknown): Promise<never> {
  if (!(error instanceof TrailChanged || error instanceof MissingRecord)) throw error
  metrics.auditTrailChanged()
  await database.change(organizationId, async (unit) => {
    const { rows } = await sql`select id from security_alert
      where organization_id = ${organizationId} and fingerprint = ${CHANGED} and status = 'firing'`.execute(unit.db)
    if (rows.length > 0) return
    await raise(unit, organizationId, {
      fingerprint: CHANGED,
      name: 'AuditTrailChanged',
      summary: 'The audit trail does not match the signed checkpoint',
      description: `${error.message}. The service signs no more checkpoints of it. See docs/audit.md`,
    })
  })
  throw error
}

/**
 * A transaction that appends a record locks the head, so no record arrives unnoticed between this read and its result.
 */
const next = (organizationId: string): RawBuilder<{ at: Date | null }> => sql`
  with noted as (
    update organization_head set awaits_checkpoint = audit_sequence <> (
      select coalesce(max(size), 0) from audit_checkpoint where organization_id = ${organizationId}
    ) where organization_id = ${organizationId}
    returning awaits_checkpoint
  )
  select case when awaits_checkpoint then now() + interval '30 s' end as at from noted`

/**
 * Signs the trails that have new records: half a minute after the first new record, then every half minute while more
 * arrive.
 */
export const signCheckpoints: OrganizationWork = {
  kind: 'checkpoints',
  needs: 'auditSigner',
  perform: (tools, organizationId) => checkpointOf(tools, serviceOf(tools, 'auditSigner'), organizationId),
  next,
}

/** Publishes signed checkpoints. A slow channel does not delay the next signature, because this is work of its own. */
export const publishCheckpoints: OrganizationWork = {
  kind: 'publications',
  needs: 'checkpointChannels',
  atOnce: PUBLISHED_AT_ONCE,
  perform: publish,
}

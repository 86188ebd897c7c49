import { sql } from 'kysely'
import { queueMail } from '../../background/mail.ts'
import type { WorkTools } from '../../background/work.ts'
import type { Services } from '../../common/services.ts'
import type { Transaction } from '../../data/transaction.ts'
import { queueForEndpoints } from '../webhooks/webhook.queue.ts'
import type { Channel, Outgoing } from './checkpoint.channels.ts'
import { lastCheckpoint, type StoredCheckpoint } from './checkpoints.ts'
import { Tree, type TreeReader } from './tree.ts'

declare module '../../common/services.ts' {
  interface Services {
    /** Destinations of checkpoints, in addition to webhooks. */
    checkpointChannels: readonly Channel[]
    /** The mailbox of an auditor, who gets one checkpoint a day. */
    checkpointMail: string
  }
}

/** The webhook event of a checkpoint. It occurs every minute, so only endpoints that name it receive it. */
export const CHECKPOINT_SIGNED = 'AUDIT_CHECKPOINT_SIGNED'

type Signed = StoredCheckpoint & { organizationId: string }

/** Notifies webhooks and the auditor, in the transaction that stores the checkpoint. */
export async function announceCheckpoint(
  unit: Transaction,
  services: Partial<Services>,
  checkpoint: Signed,
): Promise<void> {
  const { organizationId, id, size, note } = checkpoint
  await queueForEndpoints(unit, organizationId, CHECKPOINT_SIGNED, {
    id,
    resourceType: 'AUDIT',
    size,
    checkpoint: note,
  })
  const { checkpointMail, mailer, secrets } = services
  if (checkpointMail && mailer && secrets && (await isMailDue(unit, organizationId)))
    await mailCheckpoint(unit, { secrets, to: checkpointMail, ...checkpoint })
}

async function isMailDue({ db }: Transaction, organizationId: string): Promise<boolean> {
  const { rows } = await sql`select size from audit_publication where organization_id = ${organizationId}
    and channel = 'mail' and created_at > now() - interval '1 day' limit 1`.execute(db)
  return rows.length === 0
}

async function mailCheckpoint(
  unit: Transaction,
  { secrets, to, organizationId, id, size, note }: Signed & { to: string; secrets: Services['secrets'] },
): Promise<void> {
  const text = [
    `The audit trail of ${organizationId} has ${size} records. Keep this checkpoint: with it you can later prove that no record was changed or removed.`,
    note,
    'How to verify it: docs/audit.md, or the page /audit of the service.',
  ].join('\n\n')
  const makeDue: Transaction['makeDue'] = (kind, at) => unit.makeDue(kind, at)
  const queue = { db: unit.db, organizationId, makeDue, service: () => secrets }
  await queueMail(queue, { checkpointId: id }, { to, subject: 'Audit checkpoint', text })
  await notePublished(unit, { organizationId, channel: 'mail', size, receipt: null })
}

/** The last checkpoint of the organization, with the proofs that it continues from earlier ones. */
async function outgoing({ database }: WorkTools, organizationId: string): Promise<Outgoing | undefined> {
  const read = <T>(work: (reader: TreeReader) => Promise<T>) =>
    database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, ({ db }) =>
      work({ db, organizationId }),
    )
  const last = await read(lastCheckpoint)
  return (
    last && {
      ...{ ...last, organizationId },
      proofFrom: (size) => read((reader) => new Tree(reader, last.size).consistency(size)),
    }
  )
}

/**
 * Publishes the last checkpoint to every channel that does not have it yet. The failure of one channel does not affect
 * the others.
 */
export async function publish(tools: WorkTools, organizationId: string): Promise<void> {
  const { checkpointChannels = [] } = tools.services
  const checkpoint = checkpointChannels.length > 0 ? await outgoing(tools, organizationId) : undefined
  if (!checkpoint) return
  const failures: unknown[] = []
  for (const channel of checkpointChannels)
    await publishTo(tools, channel, checkpoint).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}

/** No transaction is open while a channel responds. */
async function publishTo(
  { database }: WorkTools,
  { name, publish: take }: Channel,
  checkpoint: Outgoing,
): Promise<void> {
  const { organizationId, size } = checkpoint
  const session = { role: 'gateway_tenant', organizationId } as const
  const last = await database.transaction(session, ({ db }) => publishedSize({ db, organizationId }, name))
  if (last === size) return
  const receipt = await take(checkpoint, last)
  await database.transaction(session, (unit) => notePublished(unit, { organizationId, channel: name, size, receipt }))
}

async function publishedSize({ db, organizationId }: TreeReader, channel: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`select coalesce(max(size), 0) as size from audit_publication
    where organization_id = ${organizationId} and channel = ${channel}`.execute(db)
  return rows[0]?.size ?? 0
}

interface Publication {
  organizationId: string
  channel: string
  size: number
  receipt: string | null
}

const notePublished = ({ db }: Transaction, { organizationId, channel, size, receipt }: Publication) =>
  sql`insert into audit_publication (organization_id, channel, size, receipt)
    values (${organizationId}, ${channel}, ${size}, ${receipt}) on conflict do nothing`.execute(db)

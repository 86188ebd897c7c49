import { sql } from 'kysely'
import type { Services } from '../../common/services.ts'
import type { Unit } from '../../data/transaction.ts'
import type { JobTools } from '../../events/jobs.ts'
import { queueMail } from '../../events/mail.ts'
import { tellEndpoints } from '../provider/webhook.queue.ts'
import type { Channel, Outgoing } from './checkpoint.channels.ts'
import { lastCheckpoint, type StoredCheckpoint } from './checkpoints.ts'
import { Tree, type TreeReader } from './tree.ts'

declare module '../../common/services.ts' {
  interface Services {
    /** Where checkpoints go beside webhooks. */
    checkpointChannels: readonly Channel[]
    /** An auditor who gets one a day by mail. */
    checkpointMail: string
  }
}

/** The event of webhooks: it comes every minute, so only endpoints that name it are told. */
export const CHECKPOINT_SIGNED = 'AUDIT_CHECKPOINT_SIGNED'

type Signed = StoredCheckpoint & { organizationId: string }

/** Tells webhooks and the auditor, in the transaction that stores the checkpoint. */
export async function announceCheckpoint(unit: Unit, services: Partial<Services>, checkpoint: Signed): Promise<void> {
  const { organizationId, id, size, note } = checkpoint
  await tellEndpoints(unit, organizationId, CHECKPOINT_SIGNED, { id, resourceType: 'AUDIT', size, checkpoint: note })
  const { checkpointMail, mailer, secrets } = services
  if (checkpointMail && mailer && secrets && (await isMailDue(unit, organizationId)))
    await mailCheckpoint(unit, { secrets, to: checkpointMail, ...checkpoint })
}

async function isMailDue({ db }: Unit, organizationId: string): Promise<boolean> {
  const { rows } = await sql`select size from audit_publication where organization_id = ${organizationId}
    and channel = 'mail' and created_at > now() - interval '1 day' limit 1`.execute(db)
  return rows.length === 0
}

async function mailCheckpoint(
  unit: Unit,
  { secrets, to, organizationId, id, size, note }: Signed & { to: string; secrets: Services['secrets'] },
): Promise<void> {
  const text = [
    `The audit trail of ${organizationId} has ${size} records. Keep this checkpoint: it proves later that none of them was changed or taken away.`,
    note,
    'How to verify it: docs/audit.md, or the page /audit of the service.',
  ].join('\n\n')
  const makeDue: Unit['makeDue'] = (kind, at) => unit.makeDue(kind, at)
  const queue = { db: unit.db, organizationId, makeDue, service: () => secrets }
  await queueMail(queue, { checkpointId: id }, { to, subject: 'Audit checkpoint', text })
  await notePublished(unit, { organizationId, channel: 'mail', size, receipt: null })
}

/** The last checkpoint of the organization, with what proves that it goes on from others. */
async function outgoing({ database }: JobTools, organizationId: string): Promise<Outgoing | undefined> {
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

/** Takes the last checkpoint to every channel that has not got it. What fails with one is no other's affair. */
export async function publish(tools: JobTools, organizationId: string): Promise<void> {
  const { checkpointChannels = [] } = tools.services
  const checkpoint = checkpointChannels.length > 0 ? await outgoing(tools, organizationId) : undefined
  if (!checkpoint) return
  const failures: unknown[] = []
  for (const channel of checkpointChannels)
    await publishTo(tools, channel, checkpoint).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}

/** Nothing is open while others take their time. */
async function publishTo(
  { database }: JobTools,
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

const notePublished = ({ db }: Unit, { organizationId, channel, size, receipt }: Publication) =>
  sql`insert into audit_publication (organization_id, channel, size, receipt)
    values (${organizationId}, ${channel}, ${size}, ${receipt}) on conflict do nothing`.execute(db)

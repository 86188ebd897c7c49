import { sql } from 'kysely'
import { queueMail } from '../../background/mail.ts'
import type { WorkTools } from '../../background/work.ts'
import type { Services } from '../../common/services.ts'
import type { Transaction } from '../../data/transaction.ts'
import { queueForEndpoints } from '../webhooks/webhook.queue.ts'
import type { AuditPublication } from './audit.outputs.ts'
import type { Channel, Outgoing } from './checkpoint.channels.ts'
import { lastCheckpoint, type StoredCheckpoint, WITNESSED } from './checkpoints.ts'
import { Tree, type TreeReader } from './tree.ts'
import type { WitnessPolicy } from './witness-policy.ts'

declare module '../../common/services.ts' {
  interface Services {
    /** Destinations of checkpoints, in addition to webhooks. */
    checkpointChannels: readonly Channel[]
    /** Which witnesses must sign a checkpoint. */
    witnessPolicy: WitnessPolicy
    /** The mailbox of an auditor, who gets one checkpoint a day. */
    checkpointMail: string
  }
}

/** The webhook event of a checkpoint. It occurs every minute, so only endpoints that name it receive it. */
export const CHECKPOINT_SIGNED = 'AUDIT_CHECKPOINT_SIGNED'

/** From this age on, a checkpoint without enough signatures raises an alert. */
const LONGEST_UNWITNESSED_SECONDS = 3600

type Signed = StoredCheckpoint & { organizationId: string }

/** Notifies webhooks and the auditor, in the transaction that stores the checkpoint. */
export async function announceCheckpoint(
  unit: Transaction,
  services: Partial<Services>,
  checkpoint: Signed,
): Promise<void> {
  const { organizationId, id, size, note } = checkpoint
  const facts = { id, resourceType: 'AUDIT', size, checkpoint: note }
  await queueForEndpoints(unit, organizationId, CHECKPOINT_SIGNED, facts)
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
    database.read(organizationId, ({ db }) => work({ db, organizationId }))
  const last = await read(lastCheckpoint)
  return (
    last && {
      ...{ ...last, organizationId },
      proofFrom: (size) => read((reader) => new Tree(reader, last.size).consistency(size)),
    }
  )
}

/**
 * Publishes the last checkpoint to all channels that do not have it yet, at the same time. The failure of one channel
 * does not affect the others. The failure of a witness is only logged when enough other witnesses have signed: the next
 * checkpoint covers it.
 * @throws AggregateError of the other failures
 */
export async function publish(tools: WorkTools, organizationId: string): Promise<void> {
  const { checkpointChannels = [] } = tools.services
  const checkpoint = checkpointChannels.length > 0 ? await outgoing(tools, organizationId) : undefined
  if (!checkpoint) return
  const failures: Failure[] = []
  const publishing = checkpointChannels.map((channel) =>
    publishTo(tools, channel, checkpoint).catch((error) => failures.push({ channel, error })),
  )
  await Promise.all(publishing)
  const isWitnessed = await noteWitnessed(tools, checkpoint)
  const serious = failures.filter(({ channel }) => !(channel.witness && isWitnessed))
  for (const { error } of failures) tools.log.warn({ err: error, organizationId }, 'a checkpoint was not published')
  const errors = serious.map(({ error }) => error)
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
}

interface Failure {
  channel: Channel
  error: unknown
}

/** No transaction is open while a channel responds. */
async function publishTo(tools: WorkTools, channel: Channel, checkpoint: Outgoing): Promise<void> {
  const { name, witness } = channel
  const { organizationId, size } = checkpoint
  const last = await tools.database.change(organizationId, ({ db }) => publishedSize({ db, organizationId }, name))
  if (last === size) return
  const receipt = await take(tools, channel, checkpoint, last)
  if (witness) tools.metrics.witnessAnswered(witness.key.name, 'signed')
  await tools.database.change(organizationId, (unit) =>
    notePublished(unit, { organizationId, channel: name, size, receipt }),
  )
}

async function take({ metrics }: WorkTools, { publish, witness }: Channel, checkpoint: Outgoing, last: number) {
  try {
    return await publish(checkpoint, last)
  } catch (error) {
    if (witness) metrics.witnessAnswered(witness.key.name, 'failed')
    throw error
  }
}

/** Notes that enough witnesses have signed a checkpoint. Counts when they have not for too long. */
async function noteWitnessed({ database, services, metrics }: WorkTools, checkpoint: Outgoing): Promise<boolean> {
  const { witnessPolicy } = services
  if (!witnessPolicy) return true
  const { organizationId, size, note } = checkpoint
  return database.change(organizationId, async (unit) => {
    const reader = { db: unit.db, organizationId }
    const isMet = witnessPolicy.isMetBy(witnessPolicy.signatures(note, await receiptsOf(reader, size)))
    if (isMet) await notePublished(unit, { organizationId, channel: WITNESSED, size, receipt: null })
    else if ((await unwitnessedSeconds(reader)) > LONGEST_UNWITNESSED_SECONDS) metrics.checkpointUnwitnessed()
    return isMet
  })
}

async function receiptsOf({ db, organizationId }: TreeReader, size: number): Promise<(string | null)[]> {
  const { rows } = await sql<{ receipt: string | null }>`select receipt from audit_publication
    where organization_id = ${organizationId} and size = ${size} and channel like 'witness%'`.execute(db)
  return rows.map(({ receipt }) => receipt)
}

/** The age of the first checkpoint after the last one that enough witnesses signed. */
async function unwitnessedSeconds(reader: TreeReader): Promise<number> {
  const { db, organizationId } = reader
  const witnessed = await publishedSize(reader, WITNESSED)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - created_at)::float8 as seconds from audit_checkpoint
    where organization_id = ${organizationId} and size > ${witnessed} order by size limit 1`.execute(db)
  return rows[0]?.seconds ?? 0
}

async function publishedSize({ db, organizationId }: TreeReader, channel: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`select coalesce(max(size), 0) as size from audit_publication
    where organization_id = ${organizationId} and channel = ${channel}`.execute(db)
  return rows[0]?.size ?? 0
}

type Publication = Pick<AuditPublication, 'channel' | 'receipt'> & Pick<Signed, 'organizationId' | 'size'>

const notePublished = ({ db }: Transaction, { organizationId, channel, size, receipt }: Publication) =>
  sql`insert into audit_publication (organization_id, channel, size, receipt)
    values (${organizationId}, ${channel}, ${size}, ${receipt}) on conflict do nothing`.execute(db)

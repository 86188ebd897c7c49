import { sql } from 'kysely'
import { newId } from '../../data/ids.ts'
import type { AuditPublication, StoredAuditCheckpoint } from './audit.outputs.ts'
import { keyText, parseCheckpoint, type ReadCheckpoint } from './note.ts'
import type { AuditSigner } from './signer.ts'
import { Tree, type TreeReader } from './tree.ts'
import type { WitnessPolicy } from './witness-policy.ts'

/** The channel of publications that note that enough witnesses have signed. */
export const WITNESSED = 'witnessed'

/** A signed and stored checkpoint. */
export interface StoredCheckpoint {
  id: string
  size: number
  note: string
}

export async function lastCheckpoint({ db, organizationId }: TreeReader): Promise<StoredCheckpoint | undefined> {
  const { rows } = await sql<StoredCheckpoint>`select id, size, note from audit_checkpoint
    where organization_id = ${organizationId} order by size desc limit 1`.execute(db)
  return rows[0]
}

/** The tree that a checkpoint covers. */
export type SignedTree = Pick<ReadCheckpoint, 'size' | 'root'>

/** The tree of the last stored checkpoint. A note that cannot be read gets a root that no tree has. */
export async function lastSigned(reader: TreeReader): Promise<SignedTree | undefined> {
  const last = await lastCheckpoint(reader)
  const signed = last && parseCheckpoint(last.note)
  return last && { size: last.size, root: signed?.size === last.size ? signed.root : Buffer.alloc(0) }
}

/** The number of records, from the head. */
export async function sizeOf({ db, organizationId }: TreeReader): Promise<number> {
  const { rows } = await sql<{ size: number }>`select audit_sequence as size from organization_head
    where organization_id = ${organizationId}`.execute(db)
  return rows[0]?.size ?? 0
}

/** The trail no longer contains the signed records. No further checkpoint is signed. */
export class TrailChanged extends Error {
  constructor({ size }: SignedTree) {
    super(`The audit trail no longer holds the ${size} records whose checkpoint was signed`)
  }
}

/**
 * Signs a checkpoint of the first `size` records, if the trail still holds the records of the last stored checkpoint.
 * @throws TrailChanged
 */
export async function signTree(reader: TreeReader, signer: AuditSigner, size: number): Promise<string> {
  const signed = await lastSigned(reader)
  // Another replica may have signed more records since `size` was read. Other transactions only extend the trail.
  const end = signed && signed.size > size ? await sizeOf(reader) : size
  const tree = new Tree(reader, end)
  if (signed && !(await holds(tree, signed))) throw new TrailChanged(signed)
  return signer.sign(reader.organizationId, size, await tree.root(size))
}

const holds = async (tree: Tree, { size, root }: SignedTree): Promise<boolean> =>
  tree.size >= size && root.equals(await tree.root(size))

/** Signs and stores a checkpoint of all records, unless another replica has already done so. @throws TrailChanged */
export async function storeCheckpoint(reader: TreeReader, signer: AuditSigner): Promise<StoredCheckpoint | undefined> {
  const last = await lastCheckpoint(reader)
  // Read after the checkpoint: another replica may store a larger one in between.
  const size = await sizeOf(reader)
  if (size === (last?.size ?? 0)) return undefined
  const checkpoint = { id: newId(), size, note: await signTree(reader, signer, size) }
  const { rows } = await sql`insert into audit_checkpoint (organization_id, id, size, note)
    values (${reader.organizationId}, ${checkpoint.id}, ${size}, ${checkpoint.note})
    on conflict do nothing returning id`.execute(reader.db)
  return rows.length > 0 ? checkpoint : undefined
}

/** The last stored checkpoints, newest first, with their publications and the signatures of witnesses. */
export async function storedCheckpoints(
  { db, organizationId }: TreeReader,
  policy: WitnessPolicy | undefined,
  limit: number,
): Promise<StoredAuditCheckpoint[]> {
  const { rows } = await sql<Pick<StoredAuditCheckpoint, 'size' | 'note' | 'signedAt'>>`
    select size, note, created_at as signed_at from audit_checkpoint where organization_id = ${organizationId}
    order by size desc limit ${sql.lit(limit)}`.execute(db)
  const sizes = rows.map(({ size }) => size)
  const { rows: sent } = await sql<AuditPublication & { size: number }>`
    select size, channel, receipt, created_at as published_at from audit_publication
    where organization_id = ${organizationId} and size = any(${sizes}::bigint[]) order by channel`.execute(db)
  const bySize = Map.groupBy(sent, ({ size }) => size)
  return rows.map((row) => {
    const published = bySize.get(row.size) ?? []
    const publications = published.filter(({ channel }) => channel !== WITNESSED)
    return { ...row, publications, ...witnessesOf(policy, row.note, published) }
  })
}

type Witnessed = Pick<StoredAuditCheckpoint, 'cosigned' | 'isWitnessed' | 'witnesses'>

/** Verifies the stored signatures, so that a changed row of the database does not count. */
function witnessesOf(
  policy: WitnessPolicy | undefined,
  note: string,
  published: readonly AuditPublication[],
): Witnessed {
  if (!policy) return { cosigned: note, isWitnessed: null, witnesses: [] }
  const signatures = policy.signatures(
    note,
    published.map(({ receipt }) => receipt),
  )
  const witnesses = policy.witnesses.map(({ name, key }) => {
    const signedAt = signatures.get(name)?.signedAt ?? null
    return { name: key.name, publicKey: keyText(key), signedAt }
  })
  const lines = [...signatures.values()].map(({ line }) => `${line}\n`)
  return { cosigned: [note, ...lines].join(''), isWitnessed: policy.isMetBy(signatures), witnesses }
}

import { sql } from 'kysely'
import { newId } from '../../data/ids.ts'
import type { AuditPublication, StoredAuditCheckpoint } from './audit.outputs.ts'
import { parseCheckpoint } from './note.ts'
import type { AuditSigner } from './signer.ts'
import { Tree, type TreeReader } from './tree.ts'

/** A checkpoint that was signed and stored. */
export interface StoredCheckpoint {
  id: string
  size: number
  note: string
}

/** The last stored checkpoint. */
export async function lastCheckpoint({ db, organizationId }: TreeReader): Promise<StoredCheckpoint | undefined> {
  const { rows } = await sql<StoredCheckpoint>`select id, size, note from audit_checkpoint
    where organization_id = ${organizationId} order by size desc limit 1`.execute(db)
  return rows[0]
}

/** The records that there are by the head. */
export async function sizeOf({ db, organizationId }: TreeReader): Promise<number> {
  const { rows } = await sql<{ size: number }>`select audit_sequence as size from organization_head
    where organization_id = ${organizationId}`.execute(db)
  return rows[0]?.size ?? 0
}

/** The trail is not what was signed: nothing more is signed of it. */
export class TrailChanged extends Error {
  constructor({ size }: StoredCheckpoint) {
    super(`The audit trail no longer holds the ${size} records whose checkpoint was signed`)
  }
}

/**
 * Signs the head of a tree, if it goes on from the last stored checkpoint.
 * @throws TrailChanged
 */
export async function signTree(reader: TreeReader, signer: AuditSigner, size: number): Promise<string> {
  const last = await lastCheckpoint(reader)
  if (last && last.size <= size && !(await isOf(reader, last))) throw new TrailChanged(last)
  return signer.sign(reader.organizationId, size, await new Tree(reader, size).root())
}

async function isOf(reader: TreeReader, { size, note }: StoredCheckpoint): Promise<boolean> {
  const signed = parseCheckpoint(note)
  return signed !== undefined && signed.size === size && signed.root.equals(await new Tree(reader, size).root())
}

/** Signs and stores a checkpoint of all records, if nobody has since the last of them came. @throws TrailChanged */
export async function storeCheckpoint(reader: TreeReader, signer: AuditSigner): Promise<StoredCheckpoint | undefined> {
  const [size, last] = [await sizeOf(reader), await lastCheckpoint(reader)]
  if (last && size < last.size) throw new TrailChanged(last)
  if (size === (last?.size ?? 0)) return undefined
  const checkpoint = { id: newId(), size, note: await signTree(reader, signer, size) }
  const { rows } = await sql`insert into audit_checkpoint (organization_id, id, size, note)
    values (${reader.organizationId}, ${checkpoint.id}, ${size}, ${checkpoint.note})
    on conflict do nothing returning id`.execute(reader.db)
  return rows.length > 0 ? checkpoint : undefined
}

/** The last stored checkpoints, newest first, with where they went. */
export async function storedCheckpoints(
  { db, organizationId }: TreeReader,
  limit: number,
): Promise<StoredAuditCheckpoint[]> {
  const { rows } = await sql<Omit<StoredAuditCheckpoint, 'publications'>>`
    select size, note, created_at as signed_at from audit_checkpoint where organization_id = ${organizationId}
    order by size desc limit ${sql.lit(limit)}`.execute(db)
  const sizes = rows.map(({ size }) => size)
  const { rows: sent } = await sql<AuditPublication & { size: number }>`
    select size, channel, receipt, created_at as published_at from audit_publication
    where organization_id = ${organizationId} and size = any(${sizes}::bigint[]) order by channel`.execute(db)
  const bySize = Map.groupBy(sent, ({ size }) => size)
  return rows.map((row) => ({ ...row, publications: bySize.get(row.size) ?? [] }))
}

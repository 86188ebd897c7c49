import type { Context } from '../../engine/execute/context.ts'
import { breakAt, type ChainBreak, GENESIS } from '../../security/audit/chain.ts'
import type { AuditCheckpoint, AuditConsistency, AuditVerification } from './audit.outputs.ts'
import { breakIn, hashAt, type LinkRow, linksAfter } from './audit.queries.ts'
import { type SignedTree, signTree, TrailChanged } from './checkpoints.ts'
import { combined } from './merkle.ts'
import type { ReadCheckpoint } from './note.ts'
import { MissingRecord, recordLeaf, storedTile, TILE, Tree } from './tree.ts'

const VERIFY_BATCH = 2048
/** Maximum number of records that one call verifies; a multiple of the number of records that a tile covers. */
export const MOST_VERIFIED = 200_704

type Chain = Omit<AuditVerification, 'consistency' | 'inclusion'>
type End = Pick<AuditCheckpoint, 'sequence' | 'hash'>

const missing = (sequence: number): ChainBreak => breakAt(sequence, { code: 'TRAIL_RECORD_MISSING' })

/**
 * Recomputes the chain from the start of the tile that holds record `after`, and compares the stored tiles with the
 * records.
 */
export async function verifyChain(ctx: Context, end: AuditCheckpoint, after: number): Promise<Chain> {
  const start = after - (after % TILE)
  let at: End = { sequence: start, hash: start === 0 ? GENESIS : await hashAt(ctx, start) }
  while (at.sequence < end.sequence && at.sequence - start < MOST_VERIFIED) {
    const rows = await linksAfter(ctx, at.sequence, VERIFY_BATCH, end.sequence)
    const last = rows.at(-1)
    const broken = breakIn(rows, at) ?? (last ? await tileBreak(ctx, rows) : missing(at.sequence + 1))
    const checked = (broken?.sequence ?? 0) - start
    if (broken || !last) return { valid: false, checked, break: broken ?? null, next: null, checkpoint: end }
    at = last
  }
  const isWhole = at.sequence >= end.sequence
  const valid = !isWhole || at.hash === end.hash
  return {
    valid,
    checked: at.sequence - start,
    break: valid ? null : breakAt(at.sequence, { code: 'TRAIL_END_CHANGED' }),
    next: isWhole ? null : at.sequence,
    checkpoint: end,
  }
}

/** Where the stored tree differs from the tree of the records. The rows must start at the start of a tile. */
async function tileBreak(ctx: Context, rows: readonly LinkRow[]): Promise<ChainBreak | undefined> {
  for (let start = 0; start + TILE <= rows.length; start += TILE) {
    const tile = rows.slice(start, start + TILE)
    const sequence = tile.at(-1)?.sequence ?? 0
    const stored = await storedTile(ctx, sequence / TILE - 1)
    if (stored && !stored.equals(combined(tile.map(({ hash }) => recordLeaf(hash)))))
      return breakAt(sequence, { code: 'TRAIL_TREE_CHANGED' })
  }
  return undefined
}

/**
 * Finds where the trail differs from a signed checkpoint. Computes the root from the lowest tiles, which `verifyChain`
 * compares with the records. Higher tiles are not trusted.
 */
async function breakSince(ctx: Context, { size, root }: SignedTree, end: End): Promise<ChainBreak | null> {
  if (size > end.sequence) return breakAt(end.sequence + 1, { code: 'TRAIL_CUT', size })
  try {
    const isSame = root.equals(await new Tree(ctx, size, 1).root())
    return isSame ? null : breakAt(size, { code: 'TRAIL_REWRITTEN' })
  } catch (error) {
    if (error instanceof MissingRecord) return missing(error.sequence)
    throw error
  }
}

/** Finds the first difference from any of several signed trees. */
export async function breakSinceAny(
  ctx: Context,
  trees: readonly (SignedTree | undefined)[],
  end: End,
): Promise<ChainBreak | null> {
  for (const tree of trees) {
    const broken = tree ? await breakSince(ctx, tree, end) : null
    if (broken) return broken
  }
  return null
}

/** The result for a checkpoint that a caller kept, with a proof that the caller can verify. */
export async function consistencyOf(
  ctx: Context,
  { size }: ReadCheckpoint,
  end: End,
  consistent: boolean,
): Promise<AuditConsistency> {
  const publicKey = ctx.service('auditSigner').publicKey(ctx.organizationId)
  if (!consistent) return { consistent, size, proof: [], checkpoint: null, publicKey }
  const proof = await new Tree(ctx, end.sequence).consistency(size)
  const checkpoint = await signedAt(ctx, end.sequence)
  return { consistent, size, proof: proof.map((hash) => hash.toString('base64')), checkpoint, publicKey }
}

/** A signed checkpoint of the first `size` records. Null for a trail that no longer contains the signed records. */
export const signedAt = (ctx: Context, size: number): Promise<string | null> =>
  signTree(ctx, ctx.service('auditSigner'), size).catch((error) => {
    if (error instanceof TrailChanged || error instanceof MissingRecord) return null
    throw error
  })

/** Proves that a record is in the trail, to anybody who has its hash and the public key. */
export async function inclusionProof(ctx: Context, size: number, record: number): Promise<string | null> {
  const hashes = await new Tree(ctx, size).inclusion(record)
  const note = await signedAt(ctx, size)
  const lines = ['c2sp.org/tlog-proof@v1', `index ${record - 1}`, ...hashes.map((hash) => hash.toString('base64'))]
  return note && `${lines.join('\n')}\n\n${note}`
}

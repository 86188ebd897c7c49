import { hash } from 'node:crypto'

/*
 * The Merkle tree of RFC 6962 (section 2.1, the same as in RFC 9162), over leaves that are stored elsewhere. Every
 * proof consists of the hashes of complete subtrees. The subtrees of a proof are listed first, so that one read gets
 * all of them.
 */

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

const sha256 = (...parts: Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256()

export const leafHash = (data: Uint8Array): Buffer => sha256(LEAF, data)

/** The hash of a node above two others. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right)

/** A complete subtree: `2 ** height` leaves, from leaf `index * 2 ** height` on. */
export interface Subtree {
  height: number
  index: number
}

/** The exponent of the largest power of two below a number of leaves; -1 for a single leaf. */
function splitHeight(leaves: number): number {
  let height = -1
  while (2 ** (height + 1) < leaves) height++
  return height
}

/** The complete subtrees that cover the leaves from `from` up to `to`, from left to right. */
export function subtreesOf(from: number, to: number): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = from; at < to; ) {
    let height = 0
    while (2 ** (height + 1) <= to - at && at % 2 ** (height + 1) === 0) height++
    subtrees.push({ height, index: at / 2 ** height })
    at += 2 ** height
  }
  return subtrees
}

/** The hash over adjacent subtrees, each larger than the next one. */
export const joined = (hashes: readonly Buffer[]): Buffer =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right))

/** The hash of a complete subtree, from the hashes of its equally high parts. */
export function combined(hashes: readonly Buffer[]): Buffer {
  let level = [...hashes]
  while (level.length > 1) {
    level = level.flatMap((left, index) => (index % 2 ? [] : nodeHash(left, level[index + 1] ?? left)))
  }
  return level[0] ?? EMPTY_ROOT
}

/** A range of leaves whose hash is in a proof. */
export type Range = readonly [from: number, to: number]

/** The parts of the proof that leaf `index` is in the tree (RFC 6962, section 2.1.1). */
export function inclusionRanges(index: number, [from, to]: Range): Range[] {
  if (to - from <= 1) return []
  const middle = from + 2 ** splitHeight(to - from)
  return index < middle
    ? [...inclusionRanges(index, [from, middle]), [middle, to]]
    : [...inclusionRanges(index, [middle, to]), [from, middle]]
}

/**
 * The parts of the proof that the tree of `size` leaves is the beginning of a larger tree (RFC 6962, section 2.1.2).
 */
export function consistencyRanges(size: number, [from, to]: Range, isWhole = true): Range[] {
  if (size === to) return isWhole ? [] : [[from, to]]
  const middle = from + 2 ** splitHeight(to - from)
  return size <= middle
    ? [...consistencyRanges(size, [from, middle], isWhole), [middle, to]]
    : [...consistencyRanges(size, [middle, to], false), [from, middle]]
}

import { sql } from 'kysely'
import type { Unit } from '../../data/transaction.ts'
import type { Context } from '../../engine/context.ts'
import { combined, consistencyRanges, inclusionRanges, joined, leafHash, type Range, subtreesOf } from './merkle.ts'

/*
 * The Merkle tree of an organization: leaf n is the 32 bytes of the hash of record n + 1. Hashes of complete subtrees are
 * stored in tiles, as in https://c2sp.org/tlog-tiles: one of level 1 stands for 256 leaves, one of level 2 for 256 of
 * those. So a root or a proof reads a tile or two per level. What is not stored yet is computed from below.
 */

const TILE_HEIGHT = 8
const TILE = 2 ** TILE_HEIGHT
/** So many tiles of level 1 are made in one transaction. */
export const TILES_AT_ONCE = 16

/** Whose tree, and how it is read. */
export type TreeReader = Pick<Context, 'db' | 'organizationId'>

/** A record of the trail is not there, so that the tree has no hash. */
export class MissingRecord extends Error {
  constructor(readonly sequence: number) {
    super(`The audit record ${sequence} is missing`)
  }
}

/** The hash of the leaf of a record. */
export const recordLeaf = (hash: string): Buffer => leafHash(Buffer.from(hash, 'hex'))

async function leavesOf({ db, organizationId }: TreeReader, from: number, to: number): Promise<Buffer[]> {
  const { rows } = await sql<{ sequence: number; hash: string }>`select sequence, hash from audit_record
    where organization_id = ${organizationId} and sequence > ${from} and sequence <= ${to} order by sequence`.execute(
    db,
  )
  return Array.from({ length: to - from }, (_, index) => {
    const row = rows[index]
    if (row?.sequence !== from + index + 1) throw new MissingRecord(from + index + 1)
    return recordLeaf(row.hash)
  })
}

async function storedOf({ db, organizationId }: TreeReader, level: number, from: number, to: number) {
  const { rows } = await sql<{ number: number; hash: Uint8Array }>`select number, hash from audit_tile
    where organization_id = ${organizationId} and level = ${level} and number >= ${from} and number < ${to}`.execute(db)
  return new Map(rows.map(({ number, hash }) => [number, Buffer.from(hash)]))
}

/** The tree of the first `size` records. */
export class Tree {
  readonly size: number
  readonly #reader: TreeReader
  readonly #trusted: number
  /** Tiles that were read, by level and number. */
  readonly #tiles = new Map<string, Promise<Buffer[]>>()

  /** `trusted`: up to which level what is stored is believed. */
  constructor(reader: TreeReader, size: number, trusted = Number.POSITIVE_INFINITY) {
    this.#reader = reader
    this.size = size
    this.#trusted = trusted
  }

  root(): Promise<Buffer> {
    return this.#rangeHash([0, this.size])
  }

  /** What proves that a record is in the tree. */
  inclusion(sequence: number): Promise<Buffer[]> {
    return this.#hashes(inclusionRanges(sequence - 1, [0, this.size]))
  }

  /** What proves that the tree of fewer records is the beginning of this one. */
  consistency(size: number): Promise<Buffer[]> {
    return size === 0 ? Promise.resolve([]) : this.#hashes(consistencyRanges(size, [0, this.size]))
  }

  /** The hash of a tile that is complete: of level 0, that of 256 records. */
  async tileHash(level: number, number: number): Promise<Buffer> {
    return combined(await this.#tile(level, number))
  }

  async #hashes(ranges: readonly Range[]): Promise<Buffer[]> {
    const hashes: Buffer[] = []
    for (const range of ranges) hashes.push(await this.#rangeHash(range))
    return hashes
  }

  async #rangeHash([from, to]: Range): Promise<Buffer> {
    const hashes: Buffer[] = []
    for (const { height, index } of subtreesOf(from, to)) {
      const level = Math.floor(height / TILE_HEIGHT)
      const width = 2 ** (height % TILE_HEIGHT)
      const tile = await this.#tile(level, Math.floor((index * width) / TILE))
      const start = (index * width) % TILE
      hashes.push(combined(tile.slice(start, start + width)))
    }
    return joined(hashes)
  }

  #tile(level: number, number: number): Promise<Buffer[]> {
    const key = `${level}/${number}`
    const known = this.#tiles.get(key) ?? this.#readTile(level, number)
    this.#tiles.set(key, known)
    return known
  }

  async #readTile(level: number, tile: number): Promise<Buffer[]> {
    const from = tile * TILE
    const to = Math.min(from + TILE, Math.floor(this.size / TILE ** level))
    if (level === 0) return leavesOf(this.#reader, from, to)
    const stored = level > this.#trusted ? new Map<number, Buffer>() : await storedOf(this.#reader, level, from, to)
    const hashes: Buffer[] = []
    for (let number = from; number < to; number++)
      hashes.push(stored.get(number) ?? (await this.tileHash(level - 1, number)))
    return hashes
  }
}

/** The stored hash of 256 records that end with one of them; undefined when it is not stored yet. */
export async function storedTile(reader: TreeReader, number: number): Promise<Buffer | undefined> {
  return (await storedOf(reader, 1, number, number + 1)).get(number)
}

/** How many records a tile of level 1 stands for. */
export const RECORDS_PER_TILE = TILE

/** Stores tiles that have become complete, a bounded number of them. Returns how many of level 1 there were. */
export async function storeTiles({ db }: Unit, organizationId: string): Promise<number> {
  const reader = { db, organizationId }
  const { rows } = await sql<{ size: number; next: number }>`
    select audit_sequence as size, (
      select coalesce(max(number) + 1, 0) from audit_tile where organization_id = ${organizationId} and level = 1
    ) as next from organization_head where organization_id = ${organizationId}`.execute(db)
  const { size = 0, next = 0 } = rows[0] ?? {}
  const end = Math.min(Math.floor(size / TILE), next + TILES_AT_ONCE)
  const tree = new Tree(reader, end * TILE)
  for (let number = next; number < end; number++) await storeTile(reader, tree, 1, number)
  return end - next
}

/** Stores a tile, and the one above that it completes. */
async function storeTile(reader: TreeReader, tree: Tree, level: number, number: number): Promise<void> {
  const hash = await tree.tileHash(level - 1, number)
  await sql`insert into audit_tile (organization_id, level, number, hash)
    values (${reader.organizationId}, ${level}, ${number}, ${hash}) on conflict do nothing`.execute(reader.db)
  if ((number + 1) % TILE === 0) await storeTile(reader, tree, level + 1, (number + 1) / TILE - 1)
}

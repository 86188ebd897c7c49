import { sql } from 'kysely'
import type { Transaction } from '../../data/transaction.ts'
import type { Context } from '../../engine/execute/context.ts'
import { combined, consistencyRanges, inclusionRanges, joined, leafHash, type Range, subtreesOf } from './merkle.ts'

/*
 * The Merkle tree of an organization: leaf n is the 32 bytes of the hash of record n + 1. Hashes of complete subtrees
 * are stored in tiles, as in https://c2sp.org/tlog-tiles: a tile of level 1 covers 256 leaves, a tile of level 2 covers
 * 256 tiles of level 1. A root or a proof therefore reads one or two tiles per level. Hashes that are not stored yet
 * are computed from the level below.
 */

const TILE_HEIGHT = 8
/** Number of hashes in a tile, and of records that a hash of level 1 covers. */
export const TILE = 2 ** TILE_HEIGHT
/** Maximum number of tiles of level 1 stored in one transaction. */
export const TILES_AT_ONCE = 16

/** The organization of the tree, and the database that it is read from. */
export type TreeReader = Pick<Context, 'db' | 'organizationId'>

/** A record of the trail is missing, so the tree has no hash. */
export class MissingRecord extends Error {
  constructor(readonly sequence: number) {
    super(`The audit record ${sequence} is missing`)
  }
}

/** The hash of the leaf of a record. */
export const recordLeaf = (hash: string): Buffer => leafHash(Buffer.from(hash, 'hex'))

/** The hashes of records. */
async function entriesOf({ db, organizationId }: TreeReader, from: number, to: number): Promise<Buffer[]> {
  const { rows } = await sql<{ sequence: number; hash: string }>`select sequence, hash from audit_record
    where organization_id = ${organizationId} and sequence > ${from} and sequence <= ${to} order by sequence`.execute(
    db,
  )
  return Array.from({ length: to - from }, (_, index) => {
    const row = rows[index]
    if (row?.sequence !== from + index + 1) throw new MissingRecord(from + index + 1)
    return Buffer.from(row.hash, 'hex')
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
  /** Tiles already read, by level and number. */
  readonly #tiles = new Map<string, Promise<Buffer[]>>()

  /** `trusted`: the highest level whose stored hashes are used without recomputation. */
  constructor(reader: TreeReader, size: number, trusted = Number.POSITIVE_INFINITY) {
    this.#reader = reader
    this.size = size
    this.#trusted = trusted
  }

  /** The root of the tree of the first `size` records. */
  root(size = this.size): Promise<Buffer> {
    return this.#rangeHash([0, size])
  }

  /** The proof that a record is in the tree. */
  inclusion(sequence: number): Promise<Buffer[]> {
    return this.#hashes(inclusionRanges(sequence - 1, [0, this.size]))
  }

  /** The proof that the tree of the first `size` records is the beginning of this tree. */
  consistency(size: number): Promise<Buffer[]> {
    return size === 0 ? Promise.resolve([]) : this.#hashes(consistencyRanges(size, [0, this.size]))
  }

  /** The hashes of a tile: 256, or fewer at the end of the tree. */
  tile(level: number, number: number): Promise<Buffer[]> {
    const key = `${level}/${number}`
    const known = this.#tiles.get(key) ?? this.#readTile(level, number)
    this.#tiles.set(key, known)
    return known
  }

  /** The hashes of the records that a tile of level 0 covers. */
  entries(number: number): Promise<Buffer[]> {
    return entriesOf(this.#reader, number * TILE, Math.min((number + 1) * TILE, this.size))
  }

  /** The hash of a complete tile. Level 0: the hash of 256 records. */
  async tileHash(level: number, number: number): Promise<Buffer> {
    return combined(await this.tile(level, number))
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
      const tile = await this.tile(level, Math.floor((index * width) / TILE))
      const start = (index * width) % TILE
      hashes.push(combined(tile.slice(start, start + width)))
    }
    return joined(hashes)
  }

  async #readTile(level: number, tile: number): Promise<Buffer[]> {
    const from = tile * TILE
    const to = Math.min(from + TILE, Math.floor(this.size / TILE ** level))
    if (level === 0) return (await this.entries(tile)).map(leafHash)
    const stored = level > this.#trusted ? new Map<number, Buffer>() : await storedOf(this.#reader, level, from, to)
    const hashes: Buffer[] = []
    for (let number = from; number < to; number++)
      hashes.push(stored.get(number) ?? (await this.tileHash(level - 1, number)))
    return hashes
  }
}

/** The stored hash of the 256 records of tile `number`; undefined if it is not stored yet. */
export async function storedTile(reader: TreeReader, number: number): Promise<Buffer | undefined> {
  return (await storedOf(reader, 1, number, number + 1)).get(number)
}

/** Stores completed tiles, a bounded number per call. Returns the number of new tiles of level 1. */
export async function storeTiles({ db }: Transaction, organizationId: string): Promise<number> {
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

/** Stores a tile, and its parent tile if this completes it. */
async function storeTile(reader: TreeReader, tree: Tree, level: number, number: number): Promise<void> {
  const hash = await tree.tileHash(level - 1, number)
  await sql`insert into audit_tile (organization_id, level, number, hash)
    values (${reader.organizationId}, ${level}, ${number}, ${hash}) on conflict do nothing`.execute(reader.db)
  if ((number + 1) % TILE === 0) await storeTile(reader, tree, level + 1, (number + 1) / TILE - 1)
}

import { randomBytes } from 'node:crypto'
import type { Database } from '../../data/database.ts'
import { Deadline } from '../../data/deadline.ts'
import type { Context } from '../../engine/execute/context.ts'
import { isEqualSecret, type SecretBox } from '../../security/secrets.ts'
import { lastCheckpoint, storedCheckpoints } from './checkpoints.ts'
import { TILE, Tree, type TreeReader } from './tree.ts'
import type { WitnessPolicy } from './witness-policy.ts'

/*
 * The hashes of an audit trail as static resources (https://c2sp.org/tlog-tiles), at an address that only those know to
 * whom the organization gives it. They contain hashes of records, and no personal data.
 */

const NONCE_BYTES = 16
/** Characters of a nonce, and of the tag that follows it in an address. */
const PART = 22
/** The newest checkpoints among which one that enough witnesses signed is preferred. */
const RECENT = 20
/** Levels above this one have no tile: their first hash covers more records than a safe integer can count. */
const HIGHEST_LEVEL = 6

/** The possible tags of a nonce, by the current key of the service and by earlier ones. */
const tagsOf = (secrets: SecretBox, organizationId: string, nonce: string) =>
  secrets.tags(JSON.stringify([organizationId, nonce]), 'audit tiles').map((tag) => tag.slice(0, PART))

/** The database has only the nonce, so a person with a copy of the database does not know the address. */
function addressOf(ctx: Context, nonce: string): string {
  const { organizationId } = ctx
  const [tag] = tagsOf(ctx.service('secrets'), organizationId, nonce)
  return `${ctx.services.publicUrl ?? ''}/audit/${encodeURIComponent(organizationId)}/${nonce}${tag}`
}

async function nonceOf({ db, organizationId }: TreeReader): Promise<string | null> {
  const organization = db.selectFrom('organization').select('tilesNonce').where('organizationId', '=', organizationId)
  return (await organization.executeTakeFirst())?.tilesNonce ?? null
}

const setNonce = (ctx: Context, tilesNonce: string | null) =>
  ctx.db.updateTable('organization').set({ tilesNonce, updatedAt: ctx.now }).execute()

/** The address of the tiles. Null if they are not published. */
export async function tilesAddress(ctx: Context): Promise<string | null> {
  const nonce = await nonceOf(ctx)
  return nonce && addressOf(ctx, nonce)
}

/** Publishes the tiles at a new address. An earlier address stops working. */
export async function publishTiles(ctx: Context): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  await setNonce(ctx, nonce)
  return ctx.showOnce(addressOf(ctx, nonce))
}

/** @returns whether the tiles were published before */
export async function withdrawTiles(ctx: Context): Promise<boolean> {
  const wasPublished = (await nonceOf(ctx)) !== null
  await setNonce(ctx, null)
  return wasPublished
}

/**
 * A requested tile. A hash of a level covers 256 to the power of `level` records. `number` counts the tiles of a level,
 * and `width` is the number of hashes from the start of the tile.
 */
export interface RequestedTile {
  kind: 'hashes' | 'entries'
  level: number
  number: number
  width: number
}

/** The path of a number, as tlog-tiles writes it: groups of three digits, all but the last after an `x`. */
const pathOf = (number: number): string => {
  const last = String(number % 1000).padStart(3, '0')
  return number < 1000 ? last : `${pathOf(Math.floor(number / 1000)).replace(/(\d{3})$/, 'x$1')}/${last}`
}

/** Parses the path of a tile after `tile/`. Undefined for any other spelling, so that a tile has one address. */
export function parseTilePath(path: string): RequestedTile | undefined {
  const [, level = '', index = '', width] =
    /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? []
  const number = Number(index.replace(/[x/]/g, ''))
  if (!level || pathOf(number) !== index || (width && Number(width) >= TILE)) return undefined
  const kind = level === 'entries' ? 'entries' : 'hashes'
  return { kind, level: kind === 'entries' ? 0 : Number(level), number, width: width ? Number(width) : TILE }
}

/** An entry of a bundle is the hash of the record, after its length. */
const entryOf = (hash: Buffer) => Buffer.concat([Buffer.of(0, hash.length), hash])

interface Settings {
  database: Database
  secrets: SecretBox
  witnessPolicy: WitnessPolicy | undefined
  deadlineSeconds: number
}

/** The address at which somebody asks. */
export interface TilesAddress {
  organizationId: string
  key: string
}

/** Reads published tiles for callers without an account. */
export class PublishedTiles {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The newest of the last checkpoints that enough witnesses signed, or else the newest, with all signatures. */
  checkpoint(address: TilesAddress): Promise<string | undefined> {
    return this.#read(address, async (reader) => {
      const recent = await storedCheckpoints(reader, this.#settings.witnessPolicy, RECENT)
      return (recent.find(({ isWitnessed }) => isWitnessed) ?? recent[0])?.cosigned
    })
  }

  /** A tile of the tree of the last signed checkpoint. Undefined if that tree does not fill the requested width. */
  tile(address: TilesAddress, { kind, level, number, width }: RequestedTile): Promise<Buffer | undefined> {
    return this.#read(address, async (reader) => {
      const size = (await lastCheckpoint(reader))?.size ?? 0
      if (level > HIGHEST_LEVEL || number * TILE + width > Math.floor(size / TILE ** level)) return undefined
      const tree = new Tree(reader, size)
      const tile = kind === 'entries' ? (await tree.entries(number)).map(entryOf) : await tree.tile(level, number)
      return Buffer.concat(tile.slice(0, width))
    })
  }

  /**
   * Reads for an address. Undefined if it is not the current address of an organization. An address that the service
   * never made does not reach the database.
   */
  async #read<T>(
    { organizationId, key }: TilesAddress,
    work: (reader: TreeReader) => Promise<T>,
  ): Promise<T | undefined> {
    const { database, secrets, deadlineSeconds } = this.#settings
    const [nonce, tag] = [key.slice(0, PART), key.slice(PART)]
    if (!tagsOf(secrets, organizationId, nonce).some((own) => isEqualSecret(own, tag))) return undefined
    const deadline = new Deadline(deadlineSeconds)
    const session = { role: 'gateway_tenant', organizationId, readOnly: true, deadline } as const
    return database.transaction(session, async ({ db }) => {
      const reader = { db, organizationId }
      return (await nonceOf(reader)) === nonce ? work(reader) : undefined
    })
  }
}

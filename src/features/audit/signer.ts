import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { FaultCode } from '../../common/errors.ts'
import { keyFile } from '../../security/key-file.ts'
import { parseKey } from '../../security/secrets.ts'
import { keyText, parseCheckpoint, privateKeyOf, type ReadCheckpoint, signCheckpoint, verifierOf } from './note.ts'

declare module '../../common/services.ts' {
  interface Services {
    auditSigner: AuditSigner
  }
}

const FILE = 'audit.key'
const SEED_BYTES = 32

/** Signs checkpoints of audit trails. Its key is never in the database. */
export class AuditSigner {
  readonly #keys: readonly KeyObject[]
  readonly #signing: KeyObject
  readonly #name: string

  /** The first key signs. The others only verify checkpoints that earlier keys signed. */
  constructor(signing: KeyObject, others: readonly KeyObject[], name: string) {
    this.#signing = signing
    this.#keys = [signing, ...others]
    this.#name = name
  }

  /** The name of an organization's trail, in its checkpoints and keys. */
  originOf(organizationId: string): string {
    return `${this.#name}/audit/${encodeURIComponent(organizationId)}`
  }

  /** The public key of an organization's checkpoints, in the format of signed notes. */
  publicKey(organizationId: string): string {
    return keyText(verifierOf(this.originOf(organizationId), this.#signing))
  }

  /** A checkpoint of the first `size` records, signed. */
  sign(organizationId: string, size: number, root: Buffer): string {
    return signCheckpoint({ origin: this.originOf(organizationId), size, root }, this.#signing)
  }

  /**
   * Parses a checkpoint that a caller kept. A checkpoint from when the gateway had another address is accepted too.
   * @returns the checkpoint, or as text the reason why it does not belong to the organization
   */
  read(organizationId: string, note: string): ReadCheckpoint | FaultCode {
    const read = parseCheckpoint(note)
    if (!read) return 'CHECKPOINT_UNREADABLE'
    if (!read.origin.endsWith(`/audit/${encodeURIComponent(organizationId)}`)) return 'CHECKPOINT_OF_OTHER'
    const isOurs = this.#keys.some((key) => read.isSignedBy(verifierOf(read.origin, key)))
    return isOurs ? read : 'CHECKPOINT_NOT_SIGNED'
  }
}

/** The name of the log in checkpoints: the address of the gateway. */
const nameOf = (publicUrl: string | undefined) =>
  publicUrl?.replace(/^https?:\/\//, '').replace(/(?<!\/)\/+$/, '') || 'localhost'

/**
 * Derives signing keys from the keys that encrypt secrets, which all instances share. Used if no signing key is
 * configured.
 */
export const signingKeysOf = (sealing: readonly Buffer[]): Buffer[] =>
  sealing.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'audit checkpoints', SEED_BYTES)))

/**
 * The signer with the configured keys. Without configured keys, for development, it has a key that is created once in
 * the data directory.
 */
export async function openAuditSigner(
  keys: readonly Buffer[],
  dataDir: string,
  publicUrl: string | undefined,
): Promise<AuditSigner> {
  const [signing, ...others] = keys.length > 0 ? keys : [await seedIn(dataDir)]
  if (!signing) throw new Error('An audit signer needs a key')
  return new AuditSigner(privateKeyOf(signing), others.map(privateKeyOf), nameOf(publicUrl))
}

async function seedIn(dataDir: string): Promise<Buffer> {
  const { path, text } = await keyFile(dataDir, FILE, () => randomBytes(SEED_BYTES).toString('base64'))
  const seed = parseKey(text)
  if (!seed) throw new Error(`${path} must hold a key of ${SEED_BYTES} bytes in base64`)
  return seed
}

import { hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
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

  /** The first key signs; the others only tell checkpoints that were signed before it came. */
  constructor(signing: KeyObject, others: readonly KeyObject[], name: string) {
    this.#signing = signing
    this.#keys = [signing, ...others]
    this.#name = name
  }

  /** What names the trail of an organization, in its checkpoints and keys. */
  originOf(organizationId: string): string {
    return `${this.#name}/audit/${encodeURIComponent(organizationId)}`
  }

  /** The public key of an organization's checkpoints, as tools for signed notes read it. */
  publicKey(organizationId: string): string {
    return keyText(verifierOf(this.originOf(organizationId), this.#signing))
  }

  /** A checkpoint of the first `size` records, signed. */
  sign(organizationId: string, size: number, root: Buffer): string {
    return signCheckpoint({ origin: this.originOf(organizationId), size, root }, this.#signing)
  }

  /**
   * Reads a checkpoint that somebody kept. One from when the gateway had another address is the organization's as well.
   * @returns why it is none of the organization's, as text
   */
  read(organizationId: string, note: string): ReadCheckpoint | string {
    const read = parseCheckpoint(note)
    if (!read) return 'must be a signed checkpoint, with its line ends'
    if (!read.origin.endsWith(`/audit/${encodeURIComponent(organizationId)}`))
      return 'must be a checkpoint of this organization'
    const isOurs = this.#keys.some((key) => read.isSignedBy(verifierOf(read.origin, key)))
    return isOurs ? read : 'must be signed by the key of this service'
  }
}

/** The name that trails go by: the address of the gateway. */
const nameOf = (publicUrl: string | undefined) =>
  publicUrl?.replace(/^https?:\/\//, '').replace(/\/+$/, '') || 'localhost'

/** Keys made of those that seal secrets, which all instances share: for where no key of its own is configured. */
export const signingKeysOf = (sealing: readonly Buffer[]): Buffer[] =>
  sealing.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'audit checkpoints', SEED_BYTES)))

/** The signer of the configured keys; without any, for development, of one that is made once in the data directory. */
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
  if (!seed) throw new Error(`${path} holds no key of ${SEED_BYTES} bytes in base64`)
  return seed
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { keyFile } from './key-file.ts'

declare module '../common/services.ts' {
  interface Services {
    secrets: SecretBox
  }
}

/** Whether two secrets are the same, in a time that tells nothing of where they differ. */
export function isEqualSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals text with AES-256-GCM. It opens only with the same `about`: what was sealed for one row opens in no other. */
export function seal(key: Buffer, text: string, about = ''): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Opens what `seal` sealed. @throws Error when the key or `about` is another, or the text was changed */
export function unseal(key: Buffer, sealed: string, about = ''): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** A key as it is configured: 32 bytes in base64. Undefined when the text is none. */
export function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  return /^[\w+/-]{43}=?$/.test(text) && key.length === KEY_BYTES ? key : undefined
}

/** Keeps secrets that the service must be able to read again: the database holds them sealed, and never the key. */
export class SecretBox {
  readonly #sealing: Buffer
  readonly #keys: ReadonlyMap<string, Buffer>

  /** The others only open, so that a key can be replaced. */
  constructor(sealing: Buffer, others: readonly Buffer[] = []) {
    this.#sealing = sealing
    this.#keys = new Map([sealing, ...others].map((key) => [idOf(key), key]))
  }

  /** Seals a secret for the row that `about` names. */
  seal(secret: string, about: string): string {
    return `${idOf(this.#sealing)}.${seal(this.#sealing, secret, about)}`
  }

  /**
   * Keyed digests of a text for a purpose, by which it is found again and nobody can guess it. The first is by the key
   * that seals now; the others are those that the text may have been stored under.
   */
  tags(text: string, purpose: string): [string, ...string[]] {
    const tag = (key: Buffer) => createHmac('sha256', key).update(`tag: ${purpose}\n${text}`).digest('base64url')
    const others = [...this.#keys.values()].filter((key) => key !== this.#sealing)
    return [tag(this.#sealing), ...others.map(tag)]
  }

  /**
   * Signs a text (Ed25519) by a key for this purpose alone.
   * @returns the signature in base64, and the public key as PEM
   */
  sign(text: string, purpose: string): { signature: string; publicKey: string } {
    const seed = Buffer.from(hkdfSync('sha256', this.#sealing, '', `signature: ${purpose}`, KEY_BYTES))
    const key = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY, seed]), format: 'der', type: 'pkcs8' })
    return {
      signature: sign(null, Buffer.from(text), key).toString('base64'),
      publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    }
  }

  /** The secret; undefined when it was sealed by a key that is not here, or for another row. */
  open(sealed: string, about: string): string | undefined {
    const [id = '', text = ''] = sealed.split('.')
    const key = this.#keys.get(id)
    try {
      return key && unseal(key, text, about)
    } catch {
      return undefined
    }
  }

  /**
   * Marks by which a text is known again, and which tell nothing of it to whoever has no key: one by each key. The first is
   * the one to keep; whoever looks it up looks for all, so that a key can be replaced.
   */
  marks(text: string, about: string): [string, ...string[]] {
    const markBy = (key: Buffer) =>
      createHmac('sha256', key)
        .update(JSON.stringify([about, text]))
        .digest('base64url')
    const others = [...this.#keys.values()].filter((key) => key !== this.#sealing)
    return [markBy(this.#sealing), ...others.map(markBy)]
  }
}

/** An Ed25519 key that is made of 32 random bytes, as PKCS #8 writes it. */
const PRIVATE_KEY = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Tells keys apart, and nothing else of them: 64 bits of a hash of 256 random bits. */
const idOf = (key: Buffer) => hash('sha256', key, 'hex').slice(0, 16)

const FILE = 'secrets.key'

/** The box of the configured keys; without any, for development, of one that is made once in the data directory. */
export async function openSecretBox(keys: readonly Buffer[], dataDir: string): Promise<SecretBox> {
  const [first, ...others] = keys
  if (first) return new SecretBox(first, others)
  const { path, text } = await keyFile(dataDir, FILE, () => randomBytes(KEY_BYTES).toString('base64'))
  const key = parseKey(text)
  if (!key) throw new Error(`${path} holds no key of ${KEY_BYTES} bytes in base64`)
  return new SecretBox(key)
}

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

/** Compares two secrets in constant time. */
export function isEqualSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts text with AES-256-GCM. Decryption needs the same `about`, so that the ciphertext of one row is useless in
 * another.
 */
export function seal(key: Buffer, text: string, about = ''): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts the output of `seal`. @throws Error if the key or `about` differs, or the text was changed */
export function unseal(key: Buffer, sealed: string, about = ''): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** Parses a configured key: 32 bytes in base64. Undefined if the text is not a key. */
export function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  return /^[\w+/-]{43}=?$/.test(text) && key.length === KEY_BYTES ? key : undefined
}

/**
 * Encrypts secrets that the service must read again. The database stores them encrypted, and never contains the key.
 */
export class SecretBox {
  readonly #sealing: Buffer
  readonly #keys: ReadonlyMap<string, Buffer>

  /** `others` only decrypt, so that a key can be replaced. */
  constructor(sealing: Buffer, others: readonly Buffer[] = []) {
    this.#sealing = sealing
    this.#keys = new Map([sealing, ...others].map((key) => [idOf(key), key]))
  }

  /** Encrypts a secret for the row that `about` names. */
  seal(secret: string, about: string): string {
    return `${idOf(this.#sealing)}.${seal(this.#sealing, secret, about)}`
  }

  /**
   * Keyed digests of a text, for one purpose. They find a stored text without revealing it. The first uses the current
   * key. The others use the keys with which the text may have been stored.
   */
  tags(text: string, purpose: string): [string, ...string[]] {
    const tag = (key: Buffer) => createHmac('sha256', key).update(`tag: ${purpose}\n${text}`).digest('base64url')
    const others = [...this.#keys.values()].filter((key) => key !== this.#sealing)
    return [tag(this.#sealing), ...others.map(tag)]
  }

  /**
   * Signs a text (Ed25519) with a key derived for this purpose.
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

  /** The decrypted secret. Undefined if it was encrypted with an unknown key, or for another row. */
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
   * Keyed digests of a text, one for each key: they reveal nothing without the key. Store the first, which has the
   * current key. Look up all of them, because a stored digest may have an earlier key.
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

/** An Ed25519 private key in PKCS #8, without its 32 random bytes. */
const PRIVATE_KEY = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Identifies a key: 64 bits of a hash of its 256 random bits. */
const idOf = (key: Buffer) => hash('sha256', key, 'hex').slice(0, 16)

const FILE = 'secrets.key'

/**
 * The box with the configured keys. Without configured keys, for development, it has a key that is created once in the
 * data directory.
 */
export async function openSecretBox(keys: readonly Buffer[], dataDir: string): Promise<SecretBox> {
  const [first, ...others] = keys
  if (first) return new SecretBox(first, others)
  const { path, text } = await keyFile(dataDir, FILE, () => randomBytes(KEY_BYTES).toString('base64'))
  const key = parseKey(text)
  if (!key) throw new Error(`${path} must contain a key of ${KEY_BYTES} bytes in base64`)
  return new SecretBox(key)
}

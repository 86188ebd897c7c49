import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

/** The encryption context of a sender's DKIM key. */
export const aboutDkimKey = (senderId: string): string => `dkim ${senderId}`
/** The encryption context of the password of a sender's mail server. */
export const aboutPassword = (senderId: string): string => `smtp ${senderId}`

const SELECTOR_LENGTH = 8
const BITS = 2048

/** A DKIM selector that is unique in the domain. */
export const selectorOf = (senderId: string): string => `gw${senderId.replace(/-/g, '').slice(-SELECTOR_LENGTH)}`

/** Creates a DKIM key: the private key in PEM, the public key in the form of its DNS record. */
export async function newDkimKey(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKey, publicKey: publicKey.toString('base64') }
}

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const ITERATIONS = 4096
const LENGTH = 32

/** A password that needs no escaping anywhere. */
export const newPassword = (): string => randomBytes(24).toString('base64url')

/**
 * The SCRAM-SHA-256 verifier (RFC 5803) that the server stores for a password. It is sent instead of the password, so
 * no statement log contains the password.
 */
export function verifierOf(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, LENGTH, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

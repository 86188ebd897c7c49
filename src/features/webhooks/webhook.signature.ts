import { createHmac, randomBytes } from 'node:crypto'
import { isEqualSecret } from '../../security/secrets.ts'

const PREFIX = 'whsec_'

/** A new signing secret: 32 random bytes. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** The encryption context of a webhook's secrets. */
export const aboutSecret = (webhookId: string): string => `webhook ${webhookId}`

/** A signature of Standard Webhooks: HMAC-SHA256 over id, time and body, joined by full stops. */
function signature(secret: string, name: string, body: string | Buffer): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${name}.`).update(body).digest('base64')}`
}

/** The headers with which a receiver verifies a message, with one signature for each secret. */
export function signedHeaders(id: string, body: string, at: Date, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => signature(secret, `${id}.${timestamp}`, body))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** Maximum difference between the time of a signature and now, seconds. A recorded request is worthless afterwards. */
const TOLERANCE_SECONDS = 300

/** Whether the headers of a request have a signature of its body with a secret, by Standard Webhooks. */
export function isSigned(headers: Readonly<Record<string, unknown>>, body: Buffer, secret: string, now: Date): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string]
  const seconds = Number(timestamp)
  if (!id || !/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false
  const expected = signature(secret, `${id}.${timestamp}`, body)
  return signatures.split(' ').some((each) => isEqualSecret(each, expected))
}

/** The signature, time or format of a message is invalid. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

interface Verification {
  /** Signing secrets of the webhook (`whsec_...`); two during a rotation. */
  secrets: string | readonly string[]
  /** Maximum difference, seconds, between the time of the message and now. Default 300. */
  toleranceSeconds?: number
  /** Default: the current time. */
  now?: Date
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((part) => {
    const [version, value = ''] = part.split(',', 2)
    try {
      return version === 'v1' ? [bytesOf(value)] : []
    } catch {
      return []
    }
  })
}

/**
 * Verifies a webhook message according to Standard Webhooks, and returns its content. `body` is the received text
 * before any parsing. To recognize duplicates, store `webhook-id` for the tolerance time.
 * @throws WebhookError
 */
export async function verifyWebhook<T = unknown>(
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  { secrets, toleranceSeconds = 300, now = new Date() }: Verification,
): Promise<T> {
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value !== 'string' || !value) throw new WebhookError(`The header ${name} is missing`)
    return value
  }
  const [id, time, given] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  if (!/^\d+$/.test(time)) throw new WebhookError('webhook-timestamp is not a number of seconds')
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds)
    throw new WebhookError('The message is too old or from the future')
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`)
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret)
    for (const signature of signaturesIn(given))
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(body)
  }
  throw new WebhookError('No signature matches')
}

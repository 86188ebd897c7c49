import { verify, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ServiceError } from '../../../common/errors.ts'
import { ask } from '../../../common/outgoing.ts'

/*
 * Messages of Amazon SNS. Anybody can send a request that resembles one. So the signature is verified with a certificate
 * from the host of SNS in the region of the topic, and only this host is called, without redirects.
 */

const WAIT_MS = 5_000
const MOST_CERTIFICATES = 50
const CERTIFICATE_MS = 3_600_000
/** Maximum age of a message. SNS repeats a delivery that failed for less than an hour by default. */
const OLDEST_MS = 24 * 3_600_000

const text = z.string().max(2000)
const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: text,
  TopicArn: text,
  Message: z.string(),
  Subject: text.nullish(),
  Timestamp: z.iso.datetime({ offset: true }),
  Token: text.optional(),
  SubscribeURL: text.optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: text,
  SigningCertURL: text,
})

export type SnsMessage = z.infer<typeof SnsMessage>

const TOPIC = /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z]{2}[a-z0-9-]{3,30}):\d{12}:[\w.-]{1,256}$/

const refused = (reason: string) => new ServiceError('FORBIDDEN', `The message of Amazon SNS is refused: ${reason}`)

/** The fields that SNS signs, in its order. */
const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const satisfies Record<SnsMessage['Type'], (keyof SnsMessage)[]>

const signedText = (message: SnsMessage) =>
  SIGNED[message.Type].map((name) => (message[name] == null ? '' : `${name}\n${message[name]}\n`)).join('')

/** Verifies messages of SNS and confirms subscriptions. Each process has one instance. */
export class Sns {
  readonly #endpoint: string | undefined
  readonly #certificates: LRUCache<string, X509Certificate>

  /** @param endpoint a service other than Amazon's with the same interface, for development */
  constructor(endpoint: string | undefined) {
    this.#endpoint = endpoint && new URL(endpoint).origin
    this.#certificates = new LRUCache({
      max: MOST_CERTIFICATES,
      ttl: CERTIFICATE_MS,
      fetchMethod: async (url) => new X509Certificate(await read(url)),
    })
  }

  /**
   * Reads a request of SNS.
   * @throws VALIDATION_ERROR, FORBIDDEN for a wrong signature, and NOT_READY if the certificate could not be read
   */
  async read(body: unknown, now: Date): Promise<SnsMessage> {
    const parsed = SnsMessage.safeParse(body)
    if (!parsed.success) throw new ServiceError('VALIDATION_ERROR', 'The body is not a message of Amazon SNS', {})
    const message = parsed.data
    if (now.getTime() - new Date(message.Timestamp).getTime() > OLDEST_MS) throw refused('it is older than a day')
    const certificate = await this.#certificateOf(message)
    if (now > new Date(certificate.validTo)) throw refused('its certificate has expired')
    const algorithm = message.SignatureVersion === '1' ? 'sha1' : 'sha256'
    const signature = Buffer.from(message.Signature, 'base64')
    if (!verify(algorithm, Buffer.from(signedText(message)), certificate.publicKey, signature))
      throw refused('its signature is wrong')
    return message
  }

  /** Confirms a subscription, so that SNS sends notifications. @throws NOT_READY if SNS did not accept it */
  async confirm(message: SnsMessage): Promise<void> {
    const url = message.SubscribeURL ?? ''
    if (!this.#isOfTopic(url, message.TopicArn)) throw refused('its SubscribeURL is not a URL of Amazon SNS')
    await read(url)
  }

  async #certificateOf({ SigningCertURL: url, TopicArn: topic }: SnsMessage): Promise<X509Certificate> {
    if (!this.#isOfTopic(url, topic) || !new URL(url).pathname.endsWith('.pem'))
      throw refused('its SigningCertURL is not a URL of Amazon SNS')
    const certificate = await this.#certificates.fetch(url)
    if (!certificate) throw refused('its certificate could not be read')
    return certificate
  }

  /** Whether a URL is of the host of SNS in the region of a topic. */
  #isOfTopic(text: string, topic: string): boolean {
    const [, partition, region] = TOPIC.exec(topic) ?? []
    if (!region || !URL.canParse(text)) return false
    const { origin, username, password } = new URL(text)
    if (username || password) return false
    if (this.#endpoint) return origin === this.#endpoint
    return origin === `https://sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
  }
}

async function read(url: string): Promise<Buffer> {
  try {
    const { ok, status, bytes } = await ask(url, { signal: AbortSignal.timeout(WAIT_MS) })
    if (ok) return bytes
    throw new Error(`${new URL(url).host} answered ${status}`)
  } catch (error) {
    throw new ServiceError('NOT_READY', `Amazon SNS could not be read: ${(error as Error).message}`)
  }
}

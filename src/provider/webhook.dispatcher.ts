import type { Logger } from 'pino'
import type { SecretBox } from '../kernel/secrets.ts'
import type { Database } from '../kernel/transaction.ts'
import { isPublic } from './addresses.ts'
import type { DeliveryAttempt } from './webhook.entity.ts'
import { type Claim, claimDue, settle } from './webhook.leases.ts'
import { aboutSecret, signedHeaders } from './webhook.signature.ts'
import { post, type TargetRules } from './webhook.target.ts'

const AT_ONCE = 10
const ATTEMPT_MS = 10_000
const POLL_MS = 1_000

interface Parts {
  database: Database
  log: Logger
  secrets: SecretBox
  rules: TargetRules
}

/** Delivers what is queued: one message at a time per endpoint, a few endpoints at a time. Every replica has one. */
export class WebhookDispatcher {
  readonly #parts: Parts
  readonly #running = new Set<Promise<void>>()
  #claiming: Promise<void> | undefined
  #isWoken = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Looks for work now; it looks by itself every second, since retries come due by the clock. */
  wake(): void {
    this.#isWoken = true
    if (this.#isClosed || this.#claiming) return
    clearTimeout(this.#timer)
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = undefined
      if (this.#isClosed) return
      if (this.#isWoken && this.#running.size < AT_ONCE) this.wake()
      else this.#timer = setTimeout(() => this.wake(), POLL_MS).unref()
    })
  }

  /** Lets the deliveries under way finish; what is queued stays for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#claiming
    await Promise.all(this.#running)
  }

  async #claim(): Promise<void> {
    const { database, log } = this.#parts
    this.#isWoken = false
    const free = AT_ONCE - this.#running.size
    if (free === 0) return
    try {
      for (const claim of await claimDue(database, free)) this.#start(claim)
    } catch (error) {
      log.error({ err: error }, 'webhook deliveries could not be claimed; they will be tried again')
    }
  }

  #start(claim: Claim): void {
    const run = this.#deliver(claim).finally(() => {
      this.#running.delete(run)
      this.wake()
    })
    this.#running.add(run)
  }

  async #deliver(claim: Claim): Promise<void> {
    const attempt = await this.#attempt(claim)
    try {
      await settle(this.#parts.database, claim, attempt)
    } catch (error) {
      const { deliveryId } = claim
      this.#parts.log.error({ err: error, deliveryId }, 'a delivery could not be written down; it will be sent again')
    }
  }

  async #attempt(claim: Claim): Promise<DeliveryAttempt> {
    const at = new Date()
    const started = performance.now()
    const outcome = await this.#post(claim, at).then(
      (status) => ({ status, error: null }),
      (error: unknown) => ({ status: null, error: reasonOf(error) }),
    )
    return { at: at.toISOString(), ...outcome, milliseconds: Math.round(performance.now() - started) }
  }

  async #post(claim: Claim, at: Date): Promise<number> {
    const { url, messageId, type, payload } = claim
    const { occurredAt, ...data } = payload
    const body = JSON.stringify({ type, timestamp: occurredAt, data })
    return post(url, signedHeaders(messageId, body, at, this.#secretsOf(claim)), body, {
      isAllowed: (address) => this.#parts.rules.allowPrivate || isPublic(address),
      milliseconds: ATTEMPT_MS,
    })
  }

  /** An old secret that cannot be opened any more is done without. */
  #secretsOf({ webhookId, sealedSecrets }: Claim): string[] {
    const { secrets, log } = this.#parts
    const opened = sealedSecrets.flatMap((sealed) => secrets.open(sealed, aboutSecret(webhookId)) ?? [])
    if (opened.length > 0) return opened
    log.error({ webhookId }, 'a signing secret was sealed by a key that SECRETS_KEY does not hold: add that key to it')
    throw new Error(
      'The gateway cannot open the signing secret: its operator restores the key, or you rotate the secret',
    )
  }
}

/** A short word for the log of attempts: an error's text may name addresses that the organization must not learn. */
function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${ATTEMPT_MS / 1000} s`
  return typeof code === 'string' ? code : message.slice(0, 200)
}

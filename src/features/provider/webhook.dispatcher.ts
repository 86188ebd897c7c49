import type { Logger } from 'pino'
import type { Metrics } from '../../common/metrics.ts'
import type { Database } from '../../data/transaction.ts'
import { Dispatcher } from '../../events/dispatcher.ts'
import { leaseDue } from '../../events/due-work.ts'
import type { SecretBox } from '../../security/secrets.ts'
import { isPublic } from './addresses.ts'
import type { DeliveryAttempt } from './webhook.entity.ts'
import { type Claim, DELIVERIES, settle } from './webhook.leases.ts'
import { aboutSecret, signedHeaders } from './webhook.signature.ts'
import { post, type TargetRules } from './webhook.target.ts'

/** Sockets that wait for an answer cost little: enough that twelve organizations whose endpoints are all dead leave slots. */
const AT_ONCE = 256
const ATTEMPT_MS = 10_000

interface Parts {
  database: Database
  log: Logger
  metrics: Metrics
  secrets: SecretBox
  rules: TargetRules
}

/** An old secret that cannot be opened any more is done without. */
function secretsOf({ secrets, log }: Parts, { webhookId, sealedSecret, sealedOldSecret }: Claim): string[] {
  const opened = [sealedSecret, sealedOldSecret].flatMap(
    (sealed) => (sealed && secrets.open(sealed, aboutSecret(webhookId))) || [],
  )
  if (opened.length > 0) return opened
  log.error({ webhookId }, 'a signing secret was sealed by a key that SECRETS_KEY does not hold: add that key to it')
  throw new Error('The gateway cannot open the signing secret: its operator restores the key, or you rotate the secret')
}

/** Signed with the time of the database: receivers refuse messages that are not of now. */
async function send(parts: Parts, claim: Claim): Promise<number> {
  const { url, messageId, type, payload, claimedAt } = claim
  const { occurredAt, sequence, ...data } = payload
  const body = JSON.stringify({ type, timestamp: occurredAt, sequence, data })
  return post(url, signedHeaders(messageId, body, claimedAt, secretsOf(parts, claim)), body, {
    isAllowed: (address) => parts.rules.allowPrivate || isPublic(address),
    milliseconds: ATTEMPT_MS,
  })
}

async function attempt(parts: Parts, claim: Claim): Promise<DeliveryAttempt> {
  const started = performance.now()
  const outcome = await send(parts, claim).then(
    (status) => ({ status, error: null }),
    (error: unknown) => ({ status: null, error: reasonOf(error) }),
  )
  return { at: claim.claimedAt.toISOString(), ...outcome, milliseconds: Math.round(performance.now() - started) }
}

/** A short word for the log of attempts: an error's text may name addresses that the organization must not learn. */
function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${ATTEMPT_MS / 1000} s`
  return typeof code === 'string' ? code : message.slice(0, 200)
}

/** Delivers what is queued, each message by its own times. */
export const webhookDispatcher = (parts: Parts): Dispatcher<Claim> =>
  new Dispatcher({
    watch: parts,
    name: 'webhooks',
    atOnce: AT_ONCE,
    claim: (free) => leaseDue(parts, DELIVERIES, free),
    deliver: async (claim) => settle(parts.database, claim, await attempt(parts, claim)),
  })

import { LRUCache } from 'lru-cache'
import type { SendMailOptions } from 'nodemailer'
import { serviceOf, type WorkTools } from '../../../background/work.ts'
import type { SecretBox } from '../../../security/secrets.ts'
import { contactAt } from '../../privacy/contacts/contact.ts'
import { marksBy } from '../../privacy/contacts/suppression.ts'
import { pauseCampaign } from '../launch/campaign.pause.ts'
import { isOfContent } from '../messages/message.compile.ts'
import { MessageStatus } from '../messages/message.entity.ts'
import { type Dkim, dkimOf, mailOf } from '../messages/message.mime.ts'
import type { Sender } from '../senders/sender.entity.ts'
import { CONNECTIONS, type DeliverySettings } from '../senders/sender.settings.ts'
import { claimMessages } from './sending.claims.ts'
import { type Claim, isStillAllowed } from './sending.gate.ts'
import { holidaysAround, quietUntil } from './sending.hours.ts'
import { failed, judge, notComposed, type Outcome, RELEASED } from './sending.outcome.ts'
import { endExpired, QUEUED_AT_ONCE, queueMessages } from './sending.queue.ts'
import { afterBatch, pace, type Settled, storeOutcomes } from './sending.settle.ts'
import { Transports } from './sending.transports.ts'

/** Length of an organization's turn, milliseconds. The other organizations follow. */
const TURN_MS = 1_000
/**
 * Lifetime of a claim, milliseconds. A message that is not started by then returns to the queue, and the gate checks it
 * again.
 */
const CLAIM_MS = 800
/**
 * Age of a claim, milliseconds, from which the gate is checked again when the mail server waits for the message. So an
 * opt-out, a withdrawal and a pause apply within a second, however slow the mail server is.
 */
const FRESH_MS = 500
/** Target duration of a batch, milliseconds. Batch sizes adapt to it. */
const BATCH_MS = 300
const MOST_PER_BATCH = 500
/** Requests wait for the transactions of a batch if the database has one connection. */
const MOST_WITH_ONE_CONNECTION = 16

/** The messages that a sender sends with one claim. */
interface Batch {
  sender: Sender
  /** When its messages were claimed. */
  claimedAt: number
  dkim?: Dkim
}

/** Sends the messages of campaigns. Each process has one instance. */
export class CampaignSender {
  readonly #settings: DeliverySettings
  readonly #secrets: SecretBox
  readonly #transports: Transports
  /** Batch size of each organization, adapted to the duration of earlier batches. */
  readonly #sizes = new LRUCache<string, number>({ max: 10_000 })

  constructor(settings: DeliverySettings, secrets: SecretBox) {
    this.#settings = settings
    this.#secrets = secrets
    this.#transports = new Transports(settings, secrets)
  }

  close(): Promise<void> {
    return this.#transports.close()
  }

  /** Works on the due messages of an organization for about a second. Returns whether there are more. */
  async turn(tools: WorkTools, organizationId: string): Promise<boolean> {
    const ends = performance.now() + TURN_MS
    await tools.database.change(organizationId, (unit) => endExpired(unit, organizationId))
    let handled = 0
    do {
      handled = await this.#batch(tools, organizationId)
    } while (handled > 0 && performance.now() < ends && !tools.signal.aborted)
    return handled > 0
  }

  /** Sends one message that belongs to no campaign's queue. The message is tried once. */
  async sendOnce(sender: Sender, mail: SendMailOptions): Promise<Outcome> {
    return judge(await this.#transports.send(sender, mail, async () => true), 1)
  }

  /**
   * Claims, sends and settles a batch, while the messages of the next one are queued. Returns the number of messages that
   * were due or queued.
   */
  async #batch(tools: WorkTools, organizationId: string): Promise<number> {
    const { database, services } = tools
    const { now } = database.clock
    const size = this.#sizes.get(organizationId) ?? CONNECTIONS
    const quiet = quietUntil(now, await holidaysAround(now, services.declaredHolidays))
    const claiming = { secrets: this.#secrets, settings: this.#settings, quietUntil: quiet }
    const began = performance.now()
    const claimed = await database.change(organizationId, (unit) => claimMessages(unit, organizationId, claiming, size))
    const claimedAt = performance.now()
    const work = [
      this.#queue(tools, organizationId, size, quiet),
      ...claimed.map(({ sender, claims }) => this.#sendAll(tools, sender, claims, claimedAt)),
    ] as const
    await Promise.allSettled(work)
    const [queued] = await Promise.all(work)
    const handled = claimed.reduce((sum, each) => sum + each.handled, 0)
    const most = database.hasOneConnection ? MOST_WITH_ONE_CONNECTION : MOST_PER_BATCH
    const next = Math.min(most, nextSize(size, handled, performance.now() - began))
    if (handled > 0) this.#sizes.set(organizationId, next)
    return handled + queued
  }

  /** Queues messages of campaigns until enough wait of each. Returns the number of recipients. */
  async #queue(tools: WorkTools, organizationId: string, size: number, quiet: Date | null): Promise<number> {
    let recipients = 0
    for (let last = QUEUED_AT_ONCE; last === QUEUED_AT_ONCE && !tools.signal.aborted; ) {
      const queued = await tools.database.change(organizationId, (unit) =>
        queueMessages(unit, organizationId, size, quiet),
      )
      for (const { id: campaignId, name: variable } of queued.lacking)
        await pauseCampaign(tools, organizationId, campaignId, { code: 'VARIABLE_MISSING', variable })
      last = queued.recipients
      recipients += last
    }
    return recipients
  }

  async #sendAll(tools: WorkTools, sender: Sender, claims: Claim[], claimedAt: number): Promise<void> {
    if (claims.length === 0) return
    const { organizationId } = sender
    const settled: Settled[] = []
    const left = claims.values()
    const batch: Batch = { sender, claimedAt }
    const lane = async () => {
      for (const claim of left) {
        const isLate = performance.now() - claimedAt > CLAIM_MS || tools.signal.aborted
        const outcome = isLate ? RELEASED : await this.#send(tools, batch, claim)
        settled.push({ claim, outcome, at: tools.database.clock.now })
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, lane))
    for (const { outcome } of settled) tools.metrics.campaignMessage(outcome.status)
    await tools.database.change(organizationId, async (unit) => {
      await storeOutcomes(unit, organizationId, settled)
      await pace(unit, sender, settled)
    })
    await afterBatch(tools, organizationId, settled)
  }

  async #send(tools: WorkTools, batch: Batch, claim: Claim): Promise<Outcome> {
    const { id, organizationId, attempts } = claim
    const facts = { message: id, organizationId }
    try {
      const mail = await this.#mail(tools, batch, claim)
      if (!mail) return failed(MessageStatus.FAILED, { code: 'CONTENT_DELETED' })
      const attempt = await this.#transports.send(batch.sender, mail, () => this.#isAllowed(tools, batch, claim))
      const { failure, wasAllowed } = attempt
      if (failure && wasAllowed !== false) {
        const { code, responseCode } = failure
        tools.log.warn({ ...facts, code, responseCode }, 'a message was not sent')
      }
      return judge(attempt, attempts)
    } catch (err) {
      if (!isOfContent(err)) tools.log.error({ ...facts, err }, 'a message could not be composed')
      return notComposed(err, attempts)
    }
  }

  /** Whether a claimed message may still be sent. A message whose gate cannot be checked is not sent. */
  async #isAllowed({ database, log }: WorkTools, { claimedAt }: Batch, claim: Claim): Promise<boolean> {
    if (performance.now() - claimedAt < FRESH_MS) return true
    const { organizationId, contact } = claim
    const marks = marksBy(this.#secrets, contactAt(contact)).emails
    try {
      return await database.read(organizationId, (unit) => isStillAllowed(unit, claim, marks))
    } catch (err) {
      log.error({ err, message: claim.id, organizationId }, 'the gate of a message could not be checked')
      return false
    }
  }

  async #mail(tools: WorkTools, batch: Batch, claim: Claim): Promise<SendMailOptions | undefined> {
    const template = await serviceOf(tools, 'templates').of(claim)
    if (!template) return undefined
    const means = { secrets: this.#secrets, baseUrl: this.#settings.baseUrl }
    batch.dkim ??= dkimOf(means, batch.sender)
    return { ...mailOf(means, batch.sender, template, claim), dkim: batch.dkim }
  }
}

/** The size of the next batch: doubled after a short and full batch, halved after a long one. */
function nextSize(size: number, count: number, milliseconds: number): number {
  if (milliseconds > 2 * BATCH_MS) return Math.max(CONNECTIONS, Math.floor(size / 2))
  return milliseconds < BATCH_MS && count >= size ? size * 2 : size
}

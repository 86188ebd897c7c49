import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import { backoff } from '../common/backoff.ts'
import type { Metrics } from '../common/metrics.ts'
import type { Database, Unit } from '../data/transaction.ts'
import type { SecretBox } from '../security/secrets.ts'
import { Dispatcher } from './dispatcher.ts'
import { type Leasing, leaseDue } from './due-work.ts'
import { aboutMail, EmailStatus, type MailTopicName, TOPIC_TABLES } from './mail.ts'
import { type Mailer, MailFailure } from './mailer.ts'

/** How a mail ended: SENT, or FAILED with the reason. */
export interface MailOutcome {
  organizationId: string
  /** The row that the mail is about. */
  id: string
  status: EmailStatus.SENT | EmailStatus.FAILED
  error: string | null
}

/** Writes down how a mail ended, in the transaction that forgets it. */
export type TellOutcome = (unit: Unit, outcome: MailOutcome) => Promise<void>

interface Parts {
  database: Database
  log: Logger
  metrics: Metrics
  secrets: SecretBox
  mailer: Mailer
  /** By the topic of a mail: who writes down how it ended. */
  tell: Record<MailTopicName, TellOutcome>
}

/** At most so many connections of this process to a mail server, however slow that is. */
const AT_ONCE = 5
/** Much longer than the mailer takes: a lease must never run out under a mail. */
const LEASE_SECONDS = 120
const LONGEST_WAIT_SECONDS = 3600
const MOST_ATTEMPTS = 40

const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string() })

interface Claim {
  id: string
  organizationId: string
  invitationId: string | null
  requestId: string | null
  checkpointId: string | null
  sealedMail: string
  attempts: number
  lease: string
}

/** Leases mails of one organization. The attempt counts from here on: a mail that kills its process ends too. */
async function lease({ db }: Unit, organizationId: string, most: number): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    update mail set attempts = attempts + 1, lease = ${randomUUID()},
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where organization_id = ${organizationId} and id = any(array(
      select id from mail where organization_id = ${organizationId}
        and next_attempt_at <= now() and (leased_until is null or leased_until <= now())
      order by next_attempt_at limit ${sql.lit(most)} for update skip locked
    ))
    returning id, organization_id, invitation_id, request_id, checkpoint_id, sealed_mail, attempts, lease`.execute(db)
  return rows
}

const MAILS: Leasing<Claim> = {
  kind: 'mail',
  lease,
  next: (organizationId) => sql`select min(greatest(next_attempt_at, leased_until)) as at from mail
    where organization_id = ${organizationId}`,
}

const TOPICS = Object.keys(TOPIC_TABLES) as MailTopicName[]

/** Sends a mail. Returns why it could not be; undefined when it was. */
async function send({ secrets, mailer }: Parts, { id, sealedMail }: Claim, signal: AbortSignal) {
  const text = secrets.open(sealedMail, aboutMail(id))
  if (text === undefined) return new Error('It was sealed by a key that SECRETS_KEY does not hold')
  return mailer(Mail.parse(JSON.parse(text)), id, signal).then(
    () => undefined,
    (error: Error) => error,
  )
}

/** Puts a mail off, unless its time or its attempts are up. */
const putOff = ({ database }: Parts, { id, organizationId, lease, attempts }: Claim): Promise<boolean> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const wait = sql`make_interval(secs => ${backoff(attempts, LONGEST_WAIT_SECONDS)}::float8)`
    const { rows } = await sql<{ nextAttemptAt: Date }>`update mail
      set lease = null, leased_until = null, next_attempt_at = now() + ${wait}
      where organization_id = ${organizationId} and id = ${id} and lease = ${lease}
      and attempts < ${MOST_ATTEMPTS} and now() + ${wait} < give_up_at returning next_attempt_at`.execute(unit.db)
    for (const { nextAttemptAt } of rows) unit.makeDue('mail', nextAttemptAt)
    return rows.length > 0
  })

/**
 * Forgets a mail, and tells how it ended. One that was taken back or replaced meanwhile has nothing to tell. What it is
 * about is locked first, as by those who take mails back: so neither waits for the other.
 */
const end = (
  { database, tell }: Parts,
  { id, organizationId, lease, ...topics }: Claim,
  status: MailOutcome['status'],
  error: string | null,
): Promise<void> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const topic = TOPICS.find((name) => topics[name]) ?? 'invitationId'
    const topicId = topics[topic] ?? ''
    const table = TOPIC_TABLES[topic]
    if (table)
      await sql`select 1 from ${sql.table(table)}
        where organization_id = ${organizationId} and id = ${topicId} for update`.execute(unit.db)
    const { rows } = await sql`delete from mail where organization_id = ${organizationId} and id = ${id}
      and lease = ${lease} returning id`.execute(unit.db)
    if (rows.length > 0) await tell[topic](unit, { organizationId, id: topicId, status, error })
  })

async function deliver(parts: Parts, claim: Claim, signal: AbortSignal): Promise<void> {
  const { log, metrics } = parts
  const { id, organizationId, attempts } = claim
  const failure = await send(parts, claim, signal)
  if (!failure) {
    metrics.mail('sent')
    return end(parts, claim, EmailStatus.SENT, null)
  }
  const facts = { mail: id, organizationId, attempts, reason: failure.message }
  const fault = failure instanceof MailFailure ? failure.fault : undefined
  const isFinal = failure instanceof MailFailure && failure.isFinal
  if (!isFinal && (await putOff(parts, claim))) {
    metrics.mail('put_off')
    log.warn({ ...facts, ...fault }, 'an e-mail could not be sent; it will be tried again')
    return
  }
  metrics.mail('failed')
  log.error({ ...facts, ...fault }, 'an e-mail was given up')
  await end(parts, claim, EmailStatus.FAILED, failure.message)
}

/** Sends the mails that are queued. Nothing is open while a mail server takes its time. */
export const mailSender = (parts: Parts): Dispatcher<Claim> =>
  new Dispatcher({
    watch: parts,
    name: 'mails',
    atOnce: AT_ONCE,
    claim: (free) => leaseDue(parts, MAILS, free),
    deliver: (claim, signal) => deliver(parts, claim, signal),
  })

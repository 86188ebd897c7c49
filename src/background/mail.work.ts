import { sql } from 'kysely'
import { z } from 'zod'
import { backoff } from '../common/backoff.ts'
import type { Transaction } from '../data/transaction.ts'
import { aboutMail, EmailStatus, type MailTopicName, TOPIC_TABLES } from './mail.ts'
import { MailFailure } from './mailer.ts'
import { type ItemWork, type LeasedItem, serviceOf, type WorkTools } from './work.ts'

/** The result of a mail: SENT, or FAILED with the reason. */
export interface MailOutcome {
  organizationId: string
  /** The id of the mail's subject. */
  id: string
  status: 'SENT' | 'FAILED'
  error: string | null
}

/** Records the result of a mail, in the transaction that deletes the mail. */
export type RecordOutcome = (unit: Transaction, outcome: MailOutcome) => Promise<void>

/** Maximum number of connections of this process to the mail server, however slow the server is. */
const AT_ONCE = 5
const LONGEST_WAIT_SECONDS = 3600
const MOST_ATTEMPTS = 40

const Attachment = z.object({ filename: z.string(), content: z.string() })
const Mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  attachments: z.array(Attachment).optional(),
})

interface QueuedMail extends LeasedItem {
  invitationId: string | null
  requestId: string | null
  checkpointId: string | null
  reviewerId: string | null
  signOffId: string | null
  apiKeyId: string | null
  memberId: string | null
  sealedMail: string
  attempts: number
  giveUpAt: Date
}

/** The kinds of mails in metrics. A sign-off mails its reviewers and its requester. */
const METRIC_TOPICS: Record<MailTopicName, string> = {
  invitationId: 'invitation',
  requestId: 'privacy',
  checkpointId: 'checkpoint',
  reviewerId: 'sign_off',
  signOffId: 'sign_off',
  apiKeyId: 'api_key',
  memberId: 'notification',
}

const TOPICS = Object.keys(TOPIC_TABLES) as MailTopicName[]

/** The subject of a mail. The member who gets it is the subject only if there is no other. */
function topicOf(mail: QueuedMail): { topic: MailTopicName; topicId: string } {
  const topic = TOPICS.find((name) => name !== 'memberId' && mail[name]) ?? 'memberId'
  return { topic, topicId: mail[topic] ?? '' }
}

/** Sends a mail. Returns the reason of a failure, or undefined. */
async function send(tools: WorkTools, { id, sealedMail }: QueuedMail): Promise<Error | undefined> {
  const text = serviceOf(tools, 'secrets').open(sealedMail, aboutMail(id))
  if (text === undefined) return new Error('The mail was encrypted with a key that SECRETS_KEY does not contain')
  return serviceOf(tools, 'mailer')(Mail.parse(JSON.parse(text)), id, tools.signal).then(
    () => undefined,
    (error: Error) => error,
  )
}

/** Seconds until the next attempt; null after the last attempt or the end of the mail's validity. */
function retryIn({ attempts, giveUpAt }: QueuedMail, now: Date): number | null {
  const seconds = backoff(attempts, LONGEST_WAIT_SECONDS)
  return attempts < MOST_ATTEMPTS && now.getTime() + seconds * 1000 < giveUpAt.getTime() ? seconds : null
}

/** Sends queued mails. `outcomes` records the results, by the kind of the mail's subject. */
export const sendMails = (outcomes: Record<MailTopicName, RecordOutcome>): ItemWork<QueuedMail, Error | undefined> => ({
  kind: 'mail',
  needs: 'mailer',
  atOnce: AT_ONCE,
  items: {
    table: 'mail',
    waits: sql`true`,
    columns: sql`item.invitation_id, item.request_id, item.checkpoint_id, item.reviewer_id, item.sign_off_id, item.api_key_id, item.member_id, item.sealed_mail, item.attempts, item.give_up_at`,
    isRetry: sql`item.attempts > 0`,
    countsAttempts: true,
    owner: {
      table: 'organization',
      key: 'organization_id',
      column: 'organization_id',
      isOpen: sql`true`,
      slots: sql`${sql.lit(AT_ONCE)}`,
    },
    mostPerOrganization: AT_ONCE,
  },
  perform: send,
  /** Locks the subject before the mail, which is the order of transactions that delete mails. */
  async lockOwner({ db }, mail) {
    const { topic, topicId } = topicOf(mail)
    const table = TOPIC_TABLES[topic]
    if (!table) return
    await sql`select 1 from ${sql.table(table)}
      where organization_id = ${mail.organizationId} and id = ${topicId} for update`.execute(db)
  },
  async settle(unit, mail, failure, _locked, { log, metrics }) {
    const { organizationId, id, attempts } = mail
    const isFinal = failure instanceof MailFailure && failure.isFinal
    const seconds = failure && !isFinal ? retryIn(mail, unit.now) : null
    const fault = failure instanceof MailFailure ? failure.fault : undefined
    const facts = { mail: id, organizationId, attempts, reason: failure?.message, ...fault }
    const { topic, topicId } = topicOf(mail)
    metrics.mail(failure ? (seconds ? 'put_off' : 'failed') : 'sent', METRIC_TOPICS[topic])
    if (seconds) log.warn(facts, 'an e-mail could not be sent; it will be tried again')
    else if (failure) log.error(facts, 'an e-mail was given up')
    if (seconds) return seconds
    await sql`delete from mail where organization_id = ${organizationId} and id = ${id}`.execute(unit.db)
    const status = failure ? EmailStatus.FAILED : EmailStatus.SENT
    await outcomes[topic](unit, { organizationId, id: topicId, status, error: failure?.message ?? null })
    return null
  },
})

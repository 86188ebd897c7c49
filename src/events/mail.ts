import { sql } from 'kysely'
import { describeEnum } from '../common/enums.ts'
import { newId } from '../data/ids.ts'
import type { Unit } from '../data/transaction.ts'
import type { SecretBox } from '../security/secrets.ts'
import type { Mail } from './mailer.ts'

/** What became of an e-mail. */
export enum EmailStatus {
  QUEUED = 'QUEUED',
  SENT = 'SENT',
  FAILED = 'FAILED',
}
describeEnum('EmailStatus', EmailStatus, 'Delivery status of an e-mail.', {
  QUEUED: 'Waiting for delivery; retried for a day.',
  SENT: 'Accepted by the mail server.',
  FAILED: 'Refused by the mail server, or given up.',
})

/**
 * What a mail may be about, by the column that names the row: the row takes its mails along when it is deleted. Null
 * where it never is.
 */
export const TOPIC_TABLES = {
  invitationId: 'invitation',
  requestId: 'data_subject_request',
  checkpointId: null,
} as const

/** The columns that name what a mail is about. */
export type MailTopicName = keyof typeof TOPIC_TABLES

/** The row that a mail is about, and that learns what became of it. */
export type MailTopic = { invitationId: string } | { requestId: string } | { checkpointId: string }

/** The transaction that a mail is queued in: that of an operation, or of a job. */
export interface MailQueue extends Pick<Unit, 'db' | 'makeDue'> {
  organizationId: string
  service(name: 'secrets'): SecretBox
}

/** What a queued mail is sealed for; the word is from when there were notices only, and what was queued then still opens. */
export const aboutMail = (id: string): string => `notice ${id}`

const KEPT_HOURS = 24

/**
 * Queues a mail in the transaction of the operation: what is rolled back is never mailed, and what is committed is,
 * even if the process dies right behind the commit. It is given up after a day, or when it is no good any more.
 */
export async function queueMail(queue: MailQueue, topic: MailTopic, mail: Mail, goodUntil?: Date): Promise<void> {
  const id = newId()
  const { invitationId = null, requestId = null, checkpointId = null } = topic as Partial<Record<MailTopicName, string>>
  const sealedMail = queue.service('secrets').seal(JSON.stringify(mail), aboutMail(id))
  await sql`insert into mail (organization_id, id, invitation_id, request_id, checkpoint_id, sealed_mail, give_up_at)
    values (${queue.organizationId}, ${id}, ${invitationId}, ${requestId}, ${checkpointId}, ${sealedMail},
      least(now() + make_interval(hours => ${KEPT_HOURS}), ${goodUntil ?? null}::timestamptz))`.execute(queue.db)
  queue.makeDue('mail')
}

/** Takes back the mail of an invitation, if it still waits. One that is being sent just now may arrive all the same. */
export async function takeBackMail(
  { db, organizationId }: Pick<MailQueue, 'db' | 'organizationId'>,
  invitationId: string,
): Promise<void> {
  await sql`delete from mail where organization_id = ${organizationId}
    and invitation_id = ${invitationId}`.execute(db)
}

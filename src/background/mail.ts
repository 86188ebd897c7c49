import { sql } from 'kysely'
import { describeNames } from '../common/enums.ts'
import { newId } from '../data/ids.ts'
import type { Transaction } from '../data/transaction.ts'
import type { SecretBox } from '../security/secrets.ts'
import type { Mail } from './mailer.ts'

/** Delivery status of an e-mail. */
export const EmailStatus = describeNames('EmailStatus', 'Delivery status of an e-mail.', {
  QUEUED: 'Waiting for delivery; retried for a day.',
  SENT: 'Accepted by the mail server.',
  FAILED: 'Refused by the mail server, or given up.',
})
export type EmailStatus = keyof typeof EmailStatus

/**
 * The tables of a mail's subject, by the column that contains the subject's id. The mails of a row are deleted with the
 * row. Null for a subject that is never deleted.
 */
export const TOPIC_TABLES = {
  invitationId: 'invitation',
  requestId: 'data_subject_request',
  checkpointId: null,
  reviewerId: 'sign_off_reviewer',
  signOffId: 'sign_off',
  apiKeyId: 'api_key',
  memberId: 'team_member',
} as const

/** The name of a column that contains the id of a mail's subject. */
export type MailTopicName = keyof typeof TOPIC_TABLES

/**
 * The row that is the subject of a mail; the result of the mail is recorded there. `memberId` is the member who gets the
 * mail, and the subject if there is no other.
 */
export type MailTopic =
  | { invitationId: string }
  | { requestId: string }
  | { checkpointId: string }
  | { reviewerId: string }
  | { signOffId: string; memberId: string }
  | { apiKeyId: string; memberId: string }
  | { memberId: string }

/** The transaction that queues a mail: that of an operation, or of a job. */
export interface MailQueue extends Pick<Transaction, 'db' | 'makeDue'> {
  organizationId: string
  service(name: 'secrets'): SecretBox
}

/**
 * The context of a queued mail's encryption. The word "notice" is older than the table `mail`. It must not change,
 * because mails queued by earlier versions could not be decrypted.
 */
export const aboutMail = (id: string): string => `notice ${id}`

const KEPT_HOURS = 24

/**
 * Queues a mail in the transaction of the operation. A rolled back mail is never sent. A committed mail is sent even if
 * the process stops directly after the commit. The mail is given up after `KEPT_HOURS` hours, or at `goodUntil` if that
 * is earlier.
 */
export async function queueMail(queue: MailQueue, topic: MailTopic, mail: Mail, goodUntil?: Date): Promise<void> {
  const id = newId()
  const {
    invitationId = null,
    requestId = null,
    checkpointId = null,
    reviewerId = null,
    signOffId = null,
    apiKeyId = null,
    memberId = null,
  } = topic as Partial<Record<MailTopicName, string>>
  const sealedMail = queue.service('secrets').seal(JSON.stringify(mail), aboutMail(id))
  await sql`insert into mail (organization_id, id, invitation_id, request_id, checkpoint_id, reviewer_id, sign_off_id,
    api_key_id, member_id, sealed_mail, give_up_at)
    values (${queue.organizationId}, ${id}, ${invitationId}, ${requestId}, ${checkpointId}, ${reviewerId}, ${signOffId},
      ${apiKeyId}, ${memberId}, ${sealedMail},
      least(now() + make_interval(hours => ${KEPT_HOURS}), ${goodUntil ?? null}::timestamptz))`.execute(queue.db)
  queue.makeDue('mail')
}

/** Deletes the queued mails of an invitation, or to a reviewer or a member. A mail that is being sent may still arrive. */
export async function takeBackMail(
  { db, organizationId }: Pick<MailQueue, 'db' | 'organizationId'>,
  topic: { invitationId: string } | { reviewerId: string } | { memberId: string },
): Promise<void> {
  for (const [column, id] of Object.entries(topic))
    await sql`delete from mail where organization_id = ${organizationId} and ${sql.ref(column)} = ${id}`.execute(db)
}

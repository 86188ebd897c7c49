import { sql } from 'kysely'
import { EmailStatus, queueMail } from '../../../background/mail.ts'
import type { RecordOutcome } from '../../../background/mail.work.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { changeRow } from '../../../engine/write/rows.ts'
import { appendChanges, auditFacts } from '../../../security/audit/writer.ts'
import type { DataSubject } from '../subjects/subject.ts'
import { DataSubjectRequest } from './request.entity.ts'
import type { SubjectNotice } from './request.outputs.ts'

/** Queues the mail of a notice. Returns the updated request, or undefined if no mail can be sent. */
export async function mailNotice(
  ctx: Context,
  request: DataSubjectRequest,
  { text }: SubjectNotice,
  { email }: DataSubject = request.subject,
): Promise<DataSubjectRequest | undefined> {
  if (!ctx.services.mailer || !email) return undefined
  await queueMail(ctx, { requestId: request.id }, { to: email, subject: 'Your request about your personal data', text })
  return changeRow(ctx, DataSubjectRequest, request, { noticeDelivery: EmailStatus.QUEUED })
}

/** Stores the result of a notice's mail. Only the last notice of the request counts. */
export const recordNoticeMail: RecordOutcome = async (unit, { organizationId, id, status }) => {
  const { SENT } = EmailStatus
  await sql`update data_subject_request set updated_at = now(),
    notified_at = ${status === SENT ? sql`now()` : sql.ref('notified_at')},
    notice_delivery = case
      when exists (select 1 from mail where organization_id = ${organizationId} and request_id = ${id})
      then notice_delivery else ${status} end
    where organization_id = ${organizationId} and id = ${id}`.execute(unit.db)
  const resourceType = 'DATA_SUBJECT_REQUEST'
  const action = `${resourceType}_${status === SENT ? 'NOTIFIED' : 'NOTICE_FAILED'}`
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'mailer' }
  await appendChanges(unit, [auditFacts({ action, resourceType, resourceId: id }, source)])
}

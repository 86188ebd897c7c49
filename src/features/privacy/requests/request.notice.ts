import { sql } from 'kysely'
import { EmailStatus, queueMail } from '../../../background/mail.ts'
import type { RecordOutcome } from '../../../background/mail.work.ts'
import { worded } from '../../../common/text.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { changeRow } from '../../../engine/write/rows.ts'
import { appendChanges, auditFacts } from '../../../security/audit/writer.ts'
import { type InformationOfficer, informationOfficer } from '../information-officer.ts'
import type { DataSubject } from '../subjects/subject.ts'
import { clockOf } from './request.clock.ts'
import { DataSubjectRequest, RequestStatus } from './request.entity.ts'
import type { SubjectNotice } from './request.outputs.ts'

const day = new Intl.DateTimeFormat('en-ZA', { dateStyle: 'long', timeZone: 'Africa/Johannesburg' })
const { APPROVED, PARTIALLY_APPROVED, REFUSED, COMPLETED, WITHDRAWN, DUPLICATE } = RequestStatus

const because = (reasons: string | null) => (reasons ? ` Reasons: ${reasons}` : '')

/** The sentence for a status. Before a decision it acknowledges the receipt. */
function news({ status, decisionReasons, extensionReasons }: DataSubjectRequest, dueAt: Date): string {
  switch (status) {
    case APPROVED:
      return 'Your request was granted.'
    case PARTIALLY_APPROVED:
      return `Your request was granted in part.${because(decisionReasons)}`
    case REFUSED:
      return `Your request was refused.${because(decisionReasons)} You may complain to the Information Regulator.`
    case COMPLETED:
      return `Your request was carried out.${because(decisionReasons)}`
    case WITHDRAWN:
      return 'Your request was withdrawn, as you asked.'
    case DUPLICATE:
      return 'You have made this request before; it is dealt with together with the earlier one.'
    default:
      return `Your request was received and will be answered by ${day.format(dueAt)}.${because(extensionReasons)}`
  }
}

const draftNotice = (
  request: DataSubjectRequest,
  { organization, name, email, phone }: InformationOfficer,
  dueAt: Date,
): SubjectNotice => ({
  to: request.subject.email ?? request.subject.phone,
  text: [
    `Dear ${request.subject.name}`,
    '',
    `Your request of ${day.format(request.receivedAt)} (${worded(request.type)}, reference ${request.id}): ${news(request, dueAt)}`,
    '',
    [name ?? 'The Information Officer', organization, email, phone].filter((part) => part).join(', '),
  ].join('\n'),
})

/** The notice to the subject for the current status of the request. */
export const noticeOf = async (ctx: Context, request: DataSubjectRequest): Promise<SubjectNotice> =>
  draftNotice(request, await informationOfficer(ctx), (await clockOf(ctx, request)).dueAt)

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

/** Mails the notice for the current status, if a mail can be sent. Returns the request as it is stored. */
export const notify = async (ctx: Context, request: DataSubjectRequest): Promise<DataSubjectRequest> =>
  (await mailNotice(ctx, request, await noticeOf(ctx, request))) ?? request

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

import { worded } from '../../../common/text.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { type InformationOfficer, informationOfficer } from '../information-officer.ts'
import { clockOf } from './request.clock.ts'
import { type DataSubjectRequest, RequestStatus } from './request.entity.ts'
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

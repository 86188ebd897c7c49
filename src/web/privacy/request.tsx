import {
  type DataSubjectRequestType,
  PrivacyFormKind,
  RequestDocument,
  type RequestRowFragment,
  type RequestWholeFragment,
} from '../api/generated.ts'
import { Badge } from '../components/badge.tsx'
import { Facts, Panel } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { RecordLink, useRecordNames } from '../components/record-names.tsx'
import { RecordPage } from '../components/record-page.tsx'
import { day, moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'
import { PrivacyForm } from './privacy-form.tsx'
import { RequestActions } from './request-actions.tsx'
import { correction, titleOf } from './request-form.tsx'
import { Outcome } from './request-outcome.tsx'
import { Review } from './request-review.tsx'

/** The due date of a request, and the number of days left. */
export function clockOf({ dueAt, daysLeft, overdue }: RequestRowFragment): string {
  if (daysLeft === null) return day(dueAt)
  if (daysLeft === 0) return t('privacy:requests.today', { day: day(dueAt) })
  if (overdue) return t('privacy:requests.late', { count: -daysLeft, day: day(dueAt) })
  return t('privacy:requests.left', { count: daysLeft, day: day(dueAt) })
}

/** One request: its subject and due date, its decision and execution, and its next steps. */
export const Request = ({ id }: { id: string }) => (
  <RecordPage id={id} document={RequestDocument} nameOf={titleOf}>
    {(request) => (
      <>
        <About request={request} />
        {request.actions.some(({ action }) => action === 'REVIEW') && <Review id={id} />}
        {request.outcome && <Outcome request={request} outcome={request.outcome} />}
        <Panel title={t('privacy:requests.notice')}>
          <p class="quiet">{noticeStateOf(request)}</p>
          <p class="text">{request.notice.text}</p>
        </Panel>
      </>
    )}
  </RecordPage>
)

const noticeStateOf = ({ notice, notifiedAt, noticeDelivery }: RequestWholeFragment): string =>
  [
    notice.to && t('privacy:requests.noticeTo', { to: notice.to }),
    notifiedAt && moment(notifiedAt),
    noticeDelivery ? label(noticeDelivery) : t('privacy:requests.noticeByYou'),
  ]
    .filter(Boolean)
    .join(', ')

/** The form that the POPIA regulations prescribe for a type of request. */
const FORMS: Partial<Record<DataSubjectRequestType, { form: PrivacyFormKind; number: number }>> = {
  OBJECTION: { form: PrivacyFormKind.FORM_1, number: 1 },
  CORRECTION: { form: PrivacyFormKind.FORM_2, number: 2 },
  DELETION: { form: PrivacyFormKind.FORM_2, number: 2 },
}

function About({ request }: { request: RequestWholeFragment }) {
  const { subject, identity, duplicateOfId } = request
  const names = useRecordNames(duplicateOfId ? [duplicateOfId] : [])
  const form = FORMS[request.type]
  return (
    <Panel title={titleOf(request)} aside={form && <PrivacyForm {...form} id={request.id} />}>
      <p>
        <Badge status={request.status} /> {reasonText(request.failure, request.failureCause)}
      </p>
      <RequestActions request={request} />
      {request.details && <blockquote class="text">{request.details}</blockquote>}
      <Facts
        facts={[
          [t('privacy:requests.due'), clockOf(request)],
          [fieldName('receivedAt'), moment(request.receivedAt)],
          [fieldName('email'), subject.email],
          [fieldName('phone'), subject.phone],
          [fieldName('idNumber'), subject.idNumber],
          [fieldName('customerReference'), subject.reference],
          [fieldName('correction'), request.correction && correction.show(request.correction)],
          [t('privacy:consents.purpose'), request.purpose],
          [t('enums:fields.channel'), request.channel && label(request.channel)],
          [fieldName('assignedTo'), request.assignee?.name],
          [
            fieldName('identityProof'),
            identity && [identity.method, identity.reference, moment(identity.verifiedAt)].filter(Boolean).join(', '),
          ],
          [
            fieldName('extensionDays'),
            request.extensionDays && t('privacy:requests.days', { count: request.extensionDays }),
          ],
          [fieldName('extensionReasons'), request.extensionReasons],
          [fieldName('decision'), request.decision && label(request.decision)],
          [fieldName('reasons'), request.decisionReasons],
          [t('privacy:requests.decider'), request.decider?.name],
          [t('privacy:requests.decided'), request.decidedAt && moment(request.decidedAt)],
          [t('privacy:requests.executes'), request.executesAt && moment(request.executesAt)],
          [fieldName('atOnce'), request.graceReason],
          [t('privacy:requests.executor'), request.executor?.name],
          [t('privacy:requests.completed'), request.completedAt && moment(request.completedAt)],
          [fieldName('duplicateOfId'), duplicateOfId && <RecordLink id={duplicateOfId} names={names} />],
        ]}
      />
    </Panel>
  )
}

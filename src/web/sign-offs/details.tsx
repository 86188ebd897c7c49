import { ReviewerStatus, SignOffStatus, type SignOffWholeFragment } from '../api/generated.ts'
import { Badge } from '../components/badge.tsx'
import { Facts } from '../components/panel.tsx'
import { reasonText } from '../components/reason-text.ts'
import { moment } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'
import { stateOf } from './state.ts'

type Reviewers = SignOffWholeFragment['reviewers']['nodes']
type Reviewer = Reviewers[number]

const shownTime = (iso: string | null) => iso && <time dateTime={iso}>{moment(iso)}</time>

/** The request of a sign-off, the decision of each reviewer, and the comments. */
export function Details({ signOff }: { signOff: SignOffWholeFragment }) {
  const { approvals: approved, quorum, comments, reviewers } = signOff
  const state = stateOf(signOff)
  return (
    <>
      <p>
        <Badge status={state} /> {t('sign-offs:approvalsOf', { approved, quorum })}
      </p>
      {state === 'EXPIRED' && <p>{t('sign-offs:expired')}</p>}
      <EndReason signOff={signOff} />
      <Facts facts={factsOf(signOff)} />
      <h3>{t('sign-offs:reviewers')}</h3>
      <ul class="blocks">
        {reviewers.nodes.map((reviewer) => (
          <li key={reviewer.id}>
            <Decision reviewer={reviewer} reviewers={reviewers.nodes} />
          </li>
        ))}
      </ul>
      {comments.nodes.length > 0 && <Comments comments={comments} reviewers={reviewers.nodes} />}
    </>
  )
}

function factsOf(signOff: SignOffWholeFragment) {
  const { status, version, dueAt, expiresAt, createdAt, createdBy, requester, endedAt, message, campaignId } = signOff
  return [
    [t('sign-offs:requestedBy'), requester?.name ?? createdBy],
    [t('sign-offs:requestedAt'), shownTime(createdAt)],
    [fieldName('dueAt'), shownTime(dueAt)],
    [t('sign-offs:linksUntil'), status === SignOffStatus.REQUESTED && shownTime(expiresAt)],
    [t('sign-offs:endedAt'), shownTime(endedAt)],
    [t('sign-offs:version'), version],
    [t('sign-offs:sharesBudget'), campaignId && t(signOff.sharesBudget ? 'yes' : 'no')],
    [t('sign-offs:mayHandOver'), t(signOff.mayHandOver ? 'yes' : 'no')],
    [fieldName('message'), message && <span class="text">{message}</span>],
  ] as const
}

/** The reason why the sign-off was withdrawn or voided. The reason of a reviewer is shown with the reviewer. */
function EndReason({ signOff: { status, endReason, endCause } }: { signOff: SignOffWholeFragment }) {
  if (!endReason || status === SignOffStatus.CHANGES_REQUESTED) return null
  const reason = reasonText(endReason, endCause)
  return <p class="text">{status === SignOffStatus.VOIDED ? t('sign-offs:voided', { reason }) : reason}</p>
}

function Decision({ reviewer, reviewers }: { reviewer: Reviewer; reviewers: Reviewers }) {
  const { name, email, status, reason, emailStatus, emailError } = reviewer
  return (
    <>
      <p>
        <strong>{name}</strong> <span class="example">{email}</span> <Badge status={status} />
      </p>
      <p class="quiet">{whatHappened(reviewer, reviewers)}</p>
      {reason && <blockquote class="text">{reason}</blockquote>}
      {emailStatus === 'FAILED' && <p class="fault">{t('sign-offs:mailFailed', { reason: emailError ?? '' })}</p>}
    </>
  )
}

function whatHappened({ status, decidedAt, openedAt, handedOverTo, language }: Reviewer, reviewers: Reviewers): string {
  const time = decidedAt && moment(decidedAt)
  if (status === ReviewerStatus.HANDED_OVER) {
    const name = reviewers.find(({ id }) => id === handedOverTo)?.name ?? ''
    return t('sign-offs:handedOver', { name, time })
  }
  if (time) return t('sign-offs:decided', { time })
  const mailedIn = { language: label(language) }
  return openedAt ? t('sign-offs:opened', { ...mailedIn, time: moment(openedAt) }) : t('sign-offs:notOpened', mailedIn)
}

function Comments({ comments, reviewers }: { comments: SignOffWholeFragment['comments']; reviewers: Reviewers }) {
  const nameOf = (id: string) => reviewers.find((reviewer) => reviewer.id === id)?.name ?? ''
  const more = comments.totalCount - comments.nodes.length
  return (
    <>
      <h3>{t('sign-offs:comments')}</h3>
      <ul class="comments">
        {comments.nodes.map(({ id, reviewerId, createdAt, passage, text }) => (
          <li key={id}>
            <p class="quiet">{t('sign-offs:said', { name: nameOf(reviewerId), time: moment(createdAt) })}</p>
            {passage && <blockquote class="text">{passage}</blockquote>}
            <p class="text">{text}</p>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="quiet">{t('sign-offs:moreComments', { count: more })}</p>}
    </>
  )
}

import { useEffect, useState } from 'preact/hooks'
import {
  AcceptInvitationDocument,
  DeclineInvitationDocument,
  ReceivedInvitationDocument,
  type ReceivedInvitationQuery,
} from '../api/generated.ts'
import { type LinkedInvitation, linkedInvitation } from '../api/linked-invitation.ts'
import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { moment } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { Card, SignInChoices } from './sign-in.tsx'

type ReceivedInvitation = NonNullable<ReceivedInvitationQuery['invitation']>

/** The page that an invitation's link opens. The token is in the fragment (`#`), so it is sent only with the answer. */
export function Invitation() {
  const token = location.hash.slice(1)
  if (!token)
    return (
      <Card title={t('sign-in:invitation.title')}>
        <p>{t('sign-in:invitation.incomplete')}</p>
      </Card>
    )
  return session.isKnown ? <Received token={token} /> : <Linked token={token} />
}

/** Before the sign-in: the inviting organization and the role, as far as the link alone reveals them. */
function Linked({ token }: { token: string }) {
  const [invitation, setInvitation] = useState<LinkedInvitation>()
  const [error, setError] = useState<RequestError>()
  useEffect(() => {
    linkedInvitation(token).then(setInvitation, (failure) => setError(asRequestError(failure)))
  }, [token])
  if (error?.code === 'NOT_FOUND') return <Refusal error={error} />
  if (invitation && invitation.status !== 'PENDING') return <Closed invitation={invitation} />
  return (
    <Card title={t('sign-in:invitation.title')}>
      {invitation && <p role="status">{invites(invitation)}</p>}
      <p>{t('sign-in:invitation.explained')}</p>
      <SignInChoices />
    </Card>
  )
}

const asRequestError = (error: unknown) =>
  error instanceof RequestError ? error : new RequestError('INTERNAL_ERROR', String(error))

function Received({ token }: { token: string }) {
  const [invitation, setInvitation] = useState<ReceivedInvitation>()
  const [error, setError] = useState<RequestError>()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    const found = session.request(ReceivedInvitationDocument, { token })
    found.then((data) => setInvitation(data.invitation)).catch((failure) => setError(asRequestError(failure)))
  }, [session, token])

  if (error) return <Refusal error={error} />
  if (!invitation)
    return (
      <Card title={t('sign-in:invitation.title')}>
        <p role="status">{t('sign-in:invitation.looking')}</p>
      </Card>
    )
  if (invitation.status !== 'PENDING') return <Closed invitation={invitation} />

  const run = async (answer: () => Promise<void>) => {
    setBusy(true)
    await answer().catch((failure: unknown) => {
      setError(asRequestError(failure))
      setBusy(false)
    })
  }
  const accept = async () => {
    const { accepted } = await session.request(AcceptInvitationDocument, { token })
    setInvitation({ ...invitation, status: 'ACCEPTED' })
    await session.enter(accepted.organizationId)
  }
  const decline = async () => {
    await session.request(DeclineInvitationDocument, { token })
    setInvitation({ ...invitation, status: 'DECLINED' })
  }
  const { message, expiresAt } = invitation
  return (
    <Card title={t('sign-in:invitation.title')}>
      <p>{invites(invitation)}</p>
      {message && <blockquote>{message}</blockquote>}
      <p class="quiet">
        {t('sign-in:invitation.goodUntil')} <time dateTime={expiresAt}>{moment(expiresAt)}</time>.
      </p>
      <div class="actions">
        <button type="button" class="primary" aria-disabled={isBusy} onClick={() => run(accept)}>
          {t('sign-in:invitation.accept')}
        </button>
        <button type="button" aria-disabled={isBusy} onClick={() => run(decline)}>
          {t('sign-in:invitation.decline')}
        </button>
      </div>
    </Card>
  )
}

const nameOf = ({ organizationName, organizationId }: LinkedInvitation) => organizationName ?? organizationId

/** Who invites to which organization, and the role. */
const invites = (invitation: LinkedInvitation): string =>
  t('sign-in:invitation.invites', {
    inviter: invitation.inviterName ?? t('sign-in:invitation.somebody'),
    organization: nameOf(invitation),
    role: label(invitation.role).toLowerCase(),
  })

/** Shows the next step for an invitation that can no longer be answered. */
function Closed({ invitation }: { invitation: LinkedInvitation }) {
  const name = nameOf(invitation)
  const asker = invitation.inviterName ?? t('sign-in:invitation.administrator', { name })
  const { status, organizationId, expiresAt } = invitation
  const values = { name, asker, moment: moment(expiresAt) }
  return (
    <Card title={status === 'ACCEPTED' ? t('sign-in:invitation.welcome') : t('sign-in:invitation.nothing')}>
      <p role="status">{status === 'PENDING' ? '' : t(`sign-in:invitation.closed.${status}`, values)}</p>
      {status === 'ACCEPTED' && (
        <div class="actions">
          <button type="button" class="primary" onClick={() => session.enter(organizationId)}>
            {t('sign-in:invitation.enter')}
          </button>
        </div>
      )}
    </Card>
  )
}

const ADVISED = ['NOT_FOUND', 'FORBIDDEN', 'INVITATION_EXPIRED', 'INVALID_STATE_TRANSITION'] as const

function Refusal({ error }: { error: RequestError }) {
  const who = session.account?.userName ?? session.caller.value?.userName
  return (
    <Card title={t('sign-in:invitation.cannot')}>
      <p class="fault" role="alert">
        {sentenceOf(error)}
      </p>
      <p>{t(`sign-in:invitation.advice.${ADVISED.find((code) => code === error.code) ?? 'other'}`)}</p>
      {who && <p class="quiet">{t('sign-in:invitation.signedInAs', { name: who })}</p>}
      {session.account && error.code === 'FORBIDDEN' && (
        <div class="actions">
          <button type="button" class="primary" onClick={() => session.signInAtProvider({ requiresLogin: true })}>
            {t('sign-in:invitation.another')}
          </button>
        </div>
      )}
    </Card>
  )
}

import { useEffect, useState } from 'preact/hooks'
import {
  AcceptInvitationDocument,
  DeclineInvitationDocument,
  ReceivedInvitationDocument,
  type ReceivedInvitationQuery,
} from '../api/generated.ts'
import { RequestError } from '../api/request.ts'
import { useSession } from '../api/session.ts'
import { moment } from '../format.ts'
import { label } from '../i18n/language.ts'
import { Card, WaysIn } from './sign-in.tsx'

type ReceivedInvitation = NonNullable<ReceivedInvitationQuery['invitation']>

const TITLE = 'You are invited to a team'

/** What the link of a mail opens. The token stands behind the `#`, so it is sent nowhere but with the answer. */
export function Invitation() {
  const session = useSession()
  const token = location.hash.slice(1)
  if (!token)
    return (
      <Card title={TITLE}>
        <p>The link is not complete: copy all of it from the mail.</p>
      </Card>
    )
  if (session.isKnown) return <Received token={token} />
  return (
    <Card title={TITLE}>
      <p>
        The mail says who invites you. To see the invitation and to answer it, sign in with the e-mail address that it
        was sent to.
      </p>
      <WaysIn />
    </Card>
  )
}

const asRequestError = (error: unknown) =>
  error instanceof RequestError ? error : new RequestError('INTERNAL_ERROR', String(error))

function Received({ token }: { token: string }) {
  const session = useSession()
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
      <Card title={TITLE}>
        <p role="status">Looking for the invitation…</p>
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
  const { inviterName, message, role, expiresAt } = invitation
  return (
    <Card title={TITLE}>
      <p>
        {inviterName ?? 'Somebody'} invites you to join <strong>{nameOf(invitation)}</strong> as{' '}
        <strong>{label(role).toLowerCase()}</strong>.
      </p>
      {message && <blockquote>{message}</blockquote>}
      <p class="quiet">
        Good until <time dateTime={expiresAt}>{moment(expiresAt)}</time>.
      </p>
      <div class="actions">
        <button type="button" class="primary" disabled={isBusy} onClick={() => run(accept)}>
          Accept
        </button>
        <button type="button" disabled={isBusy} onClick={() => run(decline)}>
          Decline
        </button>
      </div>
    </Card>
  )
}

const nameOf = ({ organizationName, organizationId }: ReceivedInvitation) => organizationName ?? organizationId

/** Nothing is left to answer: what to do instead. */
function Closed({ invitation }: { invitation: ReceivedInvitation }) {
  const session = useSession()
  const name = nameOf(invitation)
  const asker = invitation.inviterName ?? `an administrator of ${name}`
  const sentences: Record<Exclude<ReceivedInvitation['status'], 'PENDING'>, string> = {
    ACCEPTED: `The invitation to ${name} was accepted. The dashboard is open to whoever did so.`,
    DECLINED: `The invitation to ${name} was declined. To join after all, ask ${asker} for another one.`,
    REVOKED: `${name} has taken the invitation back. If that is a mistake, ask ${asker} for another one.`,
    EXPIRED: `The invitation to ${name} expired on ${moment(invitation.expiresAt)}. Ask ${asker} to send it again.`,
  }
  const { status, organizationId } = invitation
  return (
    <Card title={status === 'ACCEPTED' ? 'Welcome' : 'Nothing to answer'}>
      <p role="status">{status === 'PENDING' ? '' : sentences[status]}</p>
      {status === 'ACCEPTED' && (
        <div class="actions">
          <button type="button" class="primary" onClick={() => session.enter(organizationId)}>
            Go to the dashboard
          </button>
        </div>
      )}
    </Card>
  )
}

const ADVICE: Record<string, string> = {
  NOT_FOUND:
    'No invitation has this link. It may have been sent again since: look for a newer mail, or ask whoever invited you to send it again.',
  FORBIDDEN: 'Sign in with the account of the e-mail address that the mail was sent to.',
  INVITATION_EXPIRED: 'Ask whoever invited you to send it again.',
  INVALID_STATE_TRANSITION: 'It was answered or taken back meanwhile. Load the page again to see how it stands.',
}

function Refusal({ error }: { error: RequestError }) {
  const session = useSession()
  const who = session.account?.userName ?? session.caller.value?.userName
  return (
    <Card title="The invitation cannot be answered">
      <p class="fault" role="alert">
        {error.message}
      </p>
      <p>{ADVICE[error.code] ?? 'Try again in a moment.'}</p>
      {who && <p class="quiet">You are signed in as {who}.</p>}
      {session.account && error.code === 'FORBIDDEN' && (
        <div class="actions">
          <button type="button" class="primary" onClick={() => session.signInAtProvider({ isAnew: true })}>
            Sign in as somebody else
          </button>
        </div>
      )}
    </Card>
  )
}

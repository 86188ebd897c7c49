import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { RequestError } from '../api/request.ts'
import { useSession } from '../api/session.ts'
import { Dialog } from '../components/dialog.tsx'

/** Somewhere to sign in, around what it is for. */
export function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="sign-in">
      <div class="card">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}

export function SignIn() {
  const { refusal } = useSession()
  return (
    <Card title="Campaign dashboard">
      {refusal.value?.code === 'ORGANIZATION_REQUIRED' ? <WithoutOrganization /> : <Refused />}
      <WaysIn />
    </Card>
  )
}

/** Lies over the work that was under way, so that the same person can go on with it. */
export function SessionEnded({ reason }: { reason: string }) {
  const session = useSession()
  return (
    <Dialog title="Sign in again" isOpaque onClose={() => session.signOut()} closeLabel="Sign out">
      <p>{reason}</p>
      {session.account && (
        <p>
          <a class="button primary" href="/?sign-in" target="_blank" rel="noopener">
            Sign in in a new tab
          </a>
        </p>
      )}
      <Advanced />
    </Dialog>
  )
}

function Refused() {
  const { refusal } = useSession()
  if (!refusal.value) return null
  return (
    <p class="fault" role="alert">
      {sentenceFor(refusal.value)}
    </p>
  )
}

/** Whoever is known, but for no organization: the choice among those that the provider names. */
function WithoutOrganization() {
  const session = useSession()
  const { account } = session
  const names = account?.organizations ?? []
  if (names.length < 2 || !account?.canSwitchOrganization)
    return (
      <p class="fault" role="alert">
        {account?.userName ?? 'You'}: your account names no organization. Ask an administrator of yours to invite you,
        or sign in with another account.
      </p>
    )
  return (
    <fieldset class="actions">
      <legend>For which organization?</legend>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => session.signInAtProvider({ organization: name })}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}

/** By the identity provider, where it knows this page; by a token that is pasted. */
export function WaysIn() {
  const session = useSession()
  const { account } = session
  const [fault, setFault] = useState('')
  if (!account) return <Advanced />
  const signIn = () => session.signInAtProvider().catch((error: unknown) => setFault(sentenceFor(error)))
  return (
    <>
      <p class="quiet">
        {account.isForDevelopment
          ? 'This server is for development: choose whom you want to be.'
          : `You sign in at ${account.provider}.`}
      </p>
      <p class="fault" role="alert">
        {fault}
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={signIn}>
          Sign in
        </button>
        {account.token && (
          <button type="button" onClick={() => session.signOut()}>
            Sign out
          </button>
        )}
      </div>
      <Advanced />
    </>
  )
}

const NO_TOKEN = 'Paste a token first.'

export function sentenceFor(error: unknown): string {
  if (!(error instanceof RequestError)) return String(error)
  return error.code === 'UNAUTHORIZED'
    ? 'The server refuses this token: it is not valid, or it has expired.'
    : error.message
}

/** For whom the provider gives tokens elsewhere; it is all there is where the provider does not know this page. */
function Advanced() {
  const { account } = useSession()
  const form = <TokenForm />
  if (!account) return form
  return (
    <details>
      <summary>Advanced: with an access token</summary>
      {form}
    </details>
  )
}

function TokenForm() {
  const session = useSession()
  const id = useId()
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget).get('token')).trim()
    if (!token) return setFault(NO_TOKEN)
    setBusy(true)
    setFault('')
    await session.signIn(token).catch((error: unknown) => {
      setFault(sentenceFor(error))
      setBusy(false)
    })
  }

  return (
    <form class="form" noValidate onSubmit={submit}>
      <div class="field">
        <label for={id}>Access token</label>
        <textarea
          id={id}
          name="token"
          rows={5}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={fault !== ''}
          aria-describedby={`${id}-hint ${id}-fault`}
        />
        <p id={`${id}-hint`} class="quiet">
          An access token of your identity provider. It stays in the memory of this page.
        </p>
        <p id={`${id}-fault`} class="fault" role="alert">
          {fault}
        </p>
      </div>
      <div class="actions">
        <button type="submit" disabled={isBusy}>
          Use this token
        </button>
      </div>
    </form>
  )
}

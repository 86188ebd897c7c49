import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { useSession } from '../api/session.ts'
import { Dialog } from '../components/dialog.tsx'
import { Refused, sentenceFor } from '../components/refused.tsx'

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
      {refusal.value?.code === 'ORGANIZATION_REQUIRED' && <WithoutOrganization />}
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
  if (!account) return <Advanced />
  return (
    <>
      <Refused />
      <p class="quiet">
        {account.isForDevelopment
          ? 'This server is for development: choose whom you want to be.'
          : `You sign in at ${account.provider}.`}
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => session.signInAtProvider()}>
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

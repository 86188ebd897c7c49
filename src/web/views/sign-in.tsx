import { useId, useState } from 'preact/hooks'
import { RequestError } from '../api/request.ts'
import { useSession } from '../api/session.ts'
import { Dialog } from '../components/dialog.tsx'

export function SignIn() {
  return (
    <main class="sign-in">
      <div class="card">
        <h1>Campaign dashboard</h1>
        <p class="quiet">
          Sign in with an access token of your identity provider. It stays in the memory of this page.
        </p>
        <SignInForm />
      </div>
    </main>
  )
}

/** Lies over the work that was under way, so that the same person can go on with it. */
export function SessionEnded({ reason }: { reason: string }) {
  const session = useSession()
  return (
    <Dialog title="Sign in again" isOpaque onClose={() => session.signOut()} closeLabel="Sign out">
      <p>{reason}</p>
      <SignInForm />
    </Dialog>
  )
}

const NO_TOKEN = 'Paste a token first.'

function sentenceFor(error: unknown): string {
  if (!(error instanceof RequestError)) return String(error)
  return error.code === 'UNAUTHORIZED'
    ? 'The server refuses this token: it is not valid, or it has expired.'
    : error.message
}

function SignInForm() {
  const session = useSession()
  const id = useId()
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)

  const run = async (signIn: () => Promise<void>) => {
    setBusy(true)
    setFault('')
    await signIn().catch((error: unknown) => {
      setFault(sentenceFor(error))
      setBusy(false)
    })
  }

  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget).get('token')).trim()
    if (token) run(() => session.signIn(token))
    else setFault(NO_TOKEN)
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
          aria-describedby={`${id}-fault`}
        />
        <p id={`${id}-fault`} class="fault" role="alert">
          {fault}
        </p>
      </div>
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy}>
          Sign in
        </button>
        {session.offersDevelopmentToken && (
          <button type="button" disabled={isBusy} onClick={() => run(() => session.signInForDevelopment())}>
            Use a development token
          </button>
        )}
      </div>
    </form>
  )
}

import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { addressOf } from '../api/base-path.ts'
import { session } from '../api/session.ts'
import { Dialog } from '../components/dialog.tsx'
import { Refused, sentenceFor } from '../components/refused.tsx'
import { t } from '../i18n/language.ts'

/** A card around a sign-in, with its purpose. */
export const Card = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <main class="sign-in">
    <div class="card">
      <h1>{title}</h1>
      {children}
    </div>
  </main>
)

export function SignIn() {
  const { refusal } = session
  return (
    <Card title={t('title')}>
      {refusal.value?.code === 'ORGANIZATION_REQUIRED' && <WithoutOrganization />}
      <SignInChoices />
    </Card>
  )
}

/** Covers the page after a session has ended, so that the same person can continue the work. */
export const SessionEnded = ({ reason }: { reason: string }) => (
  <Dialog title={t('sign-in:again')} isOpaque onClose={() => session.signOut()} closeLabel={t('signOut')}>
    <p>{reason}</p>
    {session.account && (
      <p>
        <a class="button primary" href={addressOf('/?sign-in')} target="_blank" rel="noopener">
          {t('sign-in:newTab')}
        </a>
      </p>
    )}
    <Advanced />
  </Dialog>
)

/** A signed-in user without an active organization chooses one of the organizations that the provider names. */
function WithoutOrganization() {
  const { account } = session
  const names = account?.organizations ?? []
  if (names.length < 2 || !account?.canSwitchOrganization)
    return (
      <p class="fault" role="alert">
        {t('sign-in:noOrganization', { name: account?.userName ?? t('you') })}
      </p>
    )
  return (
    <fieldset class="actions">
      <legend>{t('sign-in:which')}</legend>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => session.signInAtProvider({ organization: name })}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}

/** The ways to sign in: with the identity provider, if it knows this page, or with a pasted token. */
export function SignInChoices() {
  const { account } = session
  if (!account) return <Advanced />
  return (
    <>
      <Refused />
      <p class="quiet">
        {account.isForDevelopment ? t('sign-in:development') : t('sign-in:at', { provider: account.provider })}
      </p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => session.signInAtProvider()}>
          {t('sign-in:signIn')}
        </button>
        {account.token && (
          <button type="button" onClick={() => session.signOut()}>
            {t('signOut')}
          </button>
        )}
      </div>
      <Advanced />
    </>
  )
}

/** A sign-in with a pasted token. It is the only way to sign in if the provider does not know this page. */
function Advanced() {
  const { account } = session
  const form = <TokenForm />
  if (!account) return form
  return (
    <details>
      <summary>{t('sign-in:advanced')}</summary>
      {form}
    </details>
  )
}

function TokenForm() {
  const id = useId()
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget).get('token')).trim()
    if (!token) return setFault(t('sign-in:pasteFirst'))
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
        <label for={id}>{t('sign-in:token')}</label>
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
          {t('sign-in:tokenHint')}
        </p>
        <p id={`${id}-fault`} class="fault" role="alert">
          {fault}
        </p>
      </div>
      <div class="actions">
        <button type="submit" disabled={isBusy}>
          {t('sign-in:useToken')}
        </button>
      </div>
    </form>
  )
}

import { useLayoutEffect, useRef } from 'preact/hooks'
import { addressOf } from './api/base-path.ts'
import { session } from './api/session.ts'
import { Header } from './components/header.tsx'
import { hrefOfList } from './components/list.tsx'
import { Navigation } from './components/navigation.tsx'
import { recordName } from './components/record-name.ts'
import { Secrets } from './components/secret.tsx'
import { Toasts } from './components/toasts.tsx'
import { useScreen } from './components/use-screen.ts'
import { TIME_ZONE } from './format.ts'
import { language, t } from './i18n/language.ts'
import { BreachBanner } from './overview/breach-banner.tsx'
import { route } from './route.ts'
import { Invitation } from './sign-in/invitation.tsx'
import { SessionEnded, SignIn } from './sign-in/sign-in.tsx'

export function App() {
  const caller = session.caller.value
  if (session.isResuming.value)
    return (
      <main class="sign-in">
        <p role="status">{t('signingIn')}</p>
      </main>
    )
  if (location.pathname === addressOf('/invite')) return <Invitation />
  if (!caller) return <SignIn />
  return (
    <>
      {/* A new key discards all state when the caller or the language changes. */}
      <Signed key={`${language.value} ${caller.userId} ${caller.organizationId}`} />
      {session.expired.value && <SessionEnded reason={session.expired.value} />}
    </>
  )
}

/** Links to pages for developers, if this server has them. */
function DevelopersPages() {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="developers-pages"]')
  const served = meta?.content.split(' ') ?? []
  return (
    <>
      {served.includes('/graphql') && <a href={addressOf('/graphql')}>{t('explorer')}</a>}{' '}
      {served.includes('/docs') && <a href={addressOf('/docs')}>{t('restApi')}</a>}
    </>
  )
}

function Signed() {
  const { screen } = route.value
  const { Shown, failure, retry } = useScreen(screen)
  const heading = useRef<HTMLHeadingElement>(null)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const title = t(`screens.${screen}`)
  const name = recordName.value

  useLayoutEffect(() => {
    document.title = [name, title, t('title')].filter(Boolean).join(' · ')
  }, [name, title])
  useLayoutEffect(() => {
    // Moves the focus to the heading of the opened page. It runs before the next paint: after that, the user may have
    // moved the focus already.
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [title])

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {t('skip')}
      </button>
      <Header />
      <div class="body">
        <Navigation />
        <main ref={main} tabIndex={-1}>
          <div class="heading">
            {name && (
              <nav aria-label={t('breadcrumb')}>
                <a href={hrefOfList(screen)}>{title}</a>
              </nav>
            )}
            <h1 ref={heading} tabIndex={-1}>
              {name ?? title}
            </h1>
          </div>
          <BreachBanner>
            {failure && (
              <div class="failure" role="alert">
                <p>{t('notLoaded')}</p>
                <button type="button" onClick={retry}>
                  {t('tryAgain')}
                </button>
              </div>
            )}
            {Shown ? <Shown /> : !failure && <p class="loading">{t('loading')}</p>}
          </BreachBanner>
        </main>
      </div>
      <Secrets />
      <Toasts />
      <footer class="footer">
        {t('timesAndAmounts', { zone: TIME_ZONE })} <DevelopersPages />
      </footer>
    </>
  )
}

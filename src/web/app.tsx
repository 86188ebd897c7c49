import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useSession } from './api/session.ts'
import { BreachBanner } from './components/breach-banner.tsx'
import { Header } from './components/header.tsx'
import { TIME_ZONE } from './format.ts'
import { route, VIEWS, type View } from './route.ts'
import { Campaigns } from './views/campaigns.tsx'
import { Clients } from './views/clients.tsx'
import { Invitation } from './views/invitation.tsx'
import { Overview } from './views/overview.tsx'
import { SessionEnded, SignIn } from './views/sign-in.tsx'

const SHOWN: Record<View, () => JSX.Element> = { overview: Overview, clients: Clients, campaigns: Campaigns }

export function App() {
  const session = useSession()
  const caller = session.caller.value
  if (session.isResuming.value)
    return (
      <main class="sign-in">
        <p role="status">Signing in…</p>
      </main>
    )
  if (location.pathname === '/invite') return <Invitation />
  if (!caller) return <SignIn />
  return (
    <>
      {/* Nothing that one caller read may stay for another. */}
      <Signed key={`${caller.userId} ${caller.organizationId}`} />
      {session.expired.value && <SessionEnded reason={session.expired.value} />}
    </>
  )
}

function Signed() {
  const { view } = route.value
  const Shown = SHOWN[view]
  const heading = useRef<HTMLHeadingElement>(null)
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)

  useEffect(() => {
    document.title = `${VIEWS[view]} · Campaign dashboard`
    // Who followed a link goes on reading at its target.
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [view])

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Header />
      <main ref={main} tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          {VIEWS[view]}
        </h1>
        <BreachBanner />
        <Shown />
      </main>
      <footer class="footer">
        All times are South African ({TIME_ZONE}). Amounts are in rand. <a href="/graphql">GraphQL explorer</a>{' '}
        <a href="/docs">REST API</a>
      </footer>
    </>
  )
}

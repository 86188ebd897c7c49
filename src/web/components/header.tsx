import { useSession } from '../api/session.ts'
import { label } from '../format.ts'
import { hrefOf, route, VIEWS, type View } from '../route.ts'
import { ConnectionState } from './connection-state.tsx'
import { Refused } from './refused.tsx'
import { ThemeButton } from './theme-button.tsx'

const NAMES = Object.keys(VIEWS) as View[]

export function Header() {
  const session = useSession()
  const caller = session.caller.value
  return (
    <header class="header">
      <p class="brand">Campaign dashboard</p>
      <nav aria-label="Main">
        {NAMES.map((view) => (
          <a key={view} href={hrefOf(view)} aria-current={view === route.value.view ? 'page' : undefined}>
            {VIEWS[view]}
          </a>
        ))}
      </nav>
      <Refused />
      <div class="tools">
        <ConnectionState />
        <ThemeButton />
        {caller && (
          <p class="caller">
            <span>{caller.userName ?? caller.userId}</span>
            <span class="quiet">
              {label(caller.role)}, {caller.organizationId}
            </span>
          </p>
        )}
        {session.account?.canSwitchOrganization && (
          <button type="button" onClick={() => session.signInAtProvider()}>
            Switch organization
          </button>
        )}
        <button type="button" onClick={() => session.signOut()}>
          Sign out
        </button>
      </div>
    </header>
  )
}

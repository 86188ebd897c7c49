import { useEffect, useState } from 'preact/hooks'
import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'
import { Bell } from './bell.tsx'
import { MenuButton } from './navigation.tsx'
import { PaletteButton } from './palette-button.tsx'
import { Refused } from './refused.tsx'
import { UserMenu } from './user-menu.tsx'

export const Header = () => (
  <header class="header">
    <MenuButton />
    <p class="brand">{t('title')}</p>
    <Refused />
    <div class="tools">
      <ConnectionState />
      <PaletteButton />
      {session.may('org:content:read') && <Bell />}
      <UserMenu />
    </div>
  </header>
)

function ConnectionState() {
  const { live } = session
  const state = live.state.value
  return (
    <div class={`connection ${state.kind}`}>
      <p role="status">
        {/* Announced to screen readers once per change, not once per second. */}
        <span class={state.kind === 'waiting' ? 'hidden' : ''}>{t(`connection.${state.kind}`)}</span>
      </p>
      {state.kind === 'waiting' && (
        <>
          <Countdown until={state.until} />
          <button type="button" class="plain" onClick={live.retry}>
            {t('connection.retry')}
          </button>
        </>
      )}
    </div>
  )
}

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

function Countdown({ until }: { until: number }) {
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <span aria-hidden="true">
      {t(navigator.onLine ? 'connection.reconnecting' : 'connection.offline', { seconds: secondsTo(until) })}
    </span>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'

export function ConnectionState() {
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

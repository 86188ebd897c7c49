import { useEffect, useState } from 'preact/hooks'
import type { LiveState } from '../api/live.ts'
import { useSession } from '../api/session.ts'

/** What a screen reader is told: once per change, and not once per second. */
const SPOKEN: Record<LiveState['kind'], string> = {
  idle: 'Not live',
  connecting: 'Connecting',
  live: 'Live',
  waiting: 'Connection lost, reconnecting',
}

export function ConnectionState() {
  const { live } = useSession()
  const state = live.state.value
  return (
    <div class={`connection ${state.kind}`}>
      <p role="status">
        <span class={state.kind === 'waiting' ? 'hidden' : ''}>{SPOKEN[state.kind]}</span>
      </p>
      {state.kind === 'waiting' && (
        <>
          <Countdown until={state.until} />
          <button type="button" class="plain" onClick={live.retry}>
            Try now
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
      {navigator.onLine ? 'Reconnecting' : 'Offline, reconnecting'} in {secondsTo(until)} s
    </span>
  )
}

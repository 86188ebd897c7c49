import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../api/session.ts'
import { open } from '../i18n/language.ts'
import { mayOpen, type Screen, TEXTS_OF } from '../screens.ts'
import { NotAllowed } from './not-allowed.tsx'

/** Each screen is loaded on first use. */
const files = import.meta.glob<ComponentType>('../*/screen.tsx', { import: 'default' })

interface Loading {
  screen: Screen
  Shown?: ComponentType | undefined
  failure?: unknown
}

/** A screen with its texts, once both are loaded. */
export function useScreen(screen: Screen) {
  const session = useSession()
  const isAllowed = mayOpen(screen, (permission) => session.may(permission))
  const [loading, setLoading] = useState<Loading>({ screen })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isAllowed) return
    let isWanted = true
    const take = (found: Omit<Loading, 'screen'>) => isWanted && setLoading({ screen, ...found })
    take({})
    Promise.all([files[`../${screen}/screen.tsx`]?.(), open(screen), open(TEXTS_OF[screen] ?? screen)]).then(
      ([Shown]) => take({ Shown }),
      (failure: unknown) => take({ failure }),
    )
    return () => {
      isWanted = false
    }
  }, [screen, isAllowed, attempt])
  const hasFailed = useRef(false)
  hasFailed.current = loading.failure !== undefined
  useEffect(
    () =>
      session.live.state.subscribe(({ kind }) => {
        // The server is back.
        if (kind === 'live') setAttempt((number) => (hasFailed.current ? number + 1 : number))
      }),
    [session.live],
  )
  const retry = () => setAttempt((number) => number + 1)
  if (!isAllowed) return { Shown: NotAllowed, failure: undefined, retry }
  // Until the effect runs, the loaded screen is the previous one.
  const { Shown, failure }: Omit<Loading, 'screen'> = loading.screen === screen ? loading : {}
  return { Shown, failure, retry }
}

import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { backoff } from '../api/pace.ts'
import { session } from '../api/session.ts'
import { open } from '../i18n/language.ts'
import { mayOpen, type Screen, TEXTS_OF } from '../screens.ts'
import { NotAllowed } from './panel.tsx'

/** Each screen is loaded on first use. */
const files = import.meta.glob<ComponentType>('../*/screen.tsx', { import: 'default' })

/** The texts of a screen. The overview, which most people load first, shows no faults of records. */
const textsOf = (screen: Screen) =>
  [screen, TEXTS_OF[screen] ?? screen, ...(screen === 'overview' ? [] : ['faults' as const])].map(open)

interface Loading {
  screen: Screen
  Shown?: ComponentType | undefined
  failure?: unknown
}

/** A screen with its texts, once both are loaded. After a failure, for example of the network, it tries again by itself. */
export function useScreen(screen: Screen) {
  const isAllowed = mayOpen(screen, (permission) => session.may(permission))
  const [loading, setLoading] = useState<Loading>({ screen })
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt((number) => number + 1)
  useEffect(() => {
    if (!isAllowed) return
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    Promise.all([files[`../${screen}/screen.tsx`]?.(), ...textsOf(screen)]).then(
      ([Shown]) => isWanted && setLoading({ screen, Shown }),
      (failure: unknown) => {
        if (!isWanted) return
        setLoading({ screen, failure })
        timer = setTimeout(retry, backoff(attempt))
      },
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [screen, isAllowed, attempt])
  if (!isAllowed) return { Shown: NotAllowed, failure: undefined, retry }
  // Until the new screen is loaded, the loaded one is the previous one.
  const { Shown, failure }: Omit<Loading, 'screen'> = loading.screen === screen ? loading : {}
  return { Shown, failure, retry }
}

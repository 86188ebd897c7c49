import { useState } from 'preact/hooks'
import { attempt } from './toasts.tsx'

/** Runs one action at a time. A failure is shown as a toast. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    await attempt(work)
    setBusy(false)
  }
  return { isBusy, run }
}

import { useState } from 'preact/hooks'
import { attempt } from './toasts.tsx'

/** Runs one thing at a time; why it failed, a toast says. */
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

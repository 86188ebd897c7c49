import { useState } from 'preact/hooks'
import { warn } from './toasts.tsx'

/** Runs one thing at a time; why it failed, a toast says. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}

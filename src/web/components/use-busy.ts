import { useState } from 'preact/hooks'
import { sentenceOf } from '../i18n/sentence-of.ts'
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
      warn(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}

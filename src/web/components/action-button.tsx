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

interface Props {
  run: () => Promise<unknown>
  label: string
  /** The accessible name, if the page has several of these buttons. */
  name?: string
  isPrimary?: boolean
  /** Whether the action is not possible now. */
  isOut?: boolean
}

/** A button that is disabled while its action runs. A failure is shown as a toast. */
export function ActionButton({ run: work, label, name, isPrimary, isOut = false }: Props) {
  const { isBusy, run } = useBusy()
  return (
    <button
      type="button"
      class={isPrimary ? 'primary' : ''}
      aria-label={name}
      disabled={isBusy || isOut}
      onClick={() => run(work)}
    >
      {label}
    </button>
  )
}

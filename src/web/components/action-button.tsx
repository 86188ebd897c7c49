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
  // Not false: `aria-disabled="false"` would contradict a disabled button or fieldset.
  return { isBusy: isBusy || undefined, run }
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

/** A button that ignores clicks while its action runs, and keeps the focus. A failure is shown as a toast. */
export function ActionButton({ run: work, label, name, isPrimary, isOut = false }: Props) {
  const { isBusy, run } = useBusy()
  return (
    <button
      type="button"
      class={isPrimary ? 'primary' : ''}
      aria-label={name}
      aria-disabled={isBusy}
      disabled={isOut}
      onClick={() => run(work)}
    >
      {label}
    </button>
  )
}

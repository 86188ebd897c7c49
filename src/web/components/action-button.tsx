import { useBusy } from './use-busy.ts'

interface Props {
  run: () => Promise<unknown>
  label: string
  isPrimary?: boolean
}

/** A button that is disabled while its action runs. A failure is shown as a toast. */
export function ActionButton({ run: work, label, isPrimary }: Props) {
  const { isBusy, run } = useBusy()
  return (
    <button type="button" class={isPrimary ? 'primary' : ''} disabled={isBusy} onClick={() => run(work)}>
      {label}
    </button>
  )
}

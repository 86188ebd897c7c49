import { useId } from 'preact/hooks'
import type { Fault } from '../api/request.ts'
import { faultText, label, t } from '../i18n/language.ts'
import { useBusy } from './use-busy.ts'

export interface Step {
  to: string
  allowed: boolean
  reason: string | null
  cause: Fault | null
}

interface Props {
  steps: readonly Step[]
  take: (to: string) => Promise<void>
  /** The label of a button. */
  titleOf?: (to: string) => string
}

/** Statuses that stop, end or return a record. A step to another status is the primary one. */
const NOT_FORWARD = [
  'DRAFT',
  'CHANGES_REQUESTED',
  'REJECTED',
  'PAUSED',
  'SUSPENDED',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
  'ARCHIVED',
]

const moveTo = (to: string) => t('steps.to', { status: label(to) })

/** The possible next statuses as buttons. The reason is next to a disabled button. */
export function Steps({ steps, take, titleOf = moveTo }: Props) {
  const id = useId()
  const { isBusy, run } = useBusy()
  if (steps.length === 0) return null
  const refused = steps.filter(({ allowed }) => !allowed)
  const next = steps.find(({ to, allowed }) => allowed && !NOT_FORWARD.includes(to))
  return (
    <div class="steps">
      <div class="actions">
        {steps.map(({ to, allowed }) => (
          <button
            key={to}
            type="button"
            class={to === next?.to ? 'primary' : ''}
            disabled={!allowed || isBusy}
            aria-describedby={allowed ? undefined : `${id}-${to}`}
            onClick={() => run(() => take(to))}
          >
            {titleOf(to)}
          </button>
        ))}
      </div>
      {refused.map(({ to, reason, cause }) => (
        <p key={to} id={`${id}-${to}`} class="quiet">
          {t('steps.refused', { status: label(to), reason: faultText(reason ?? '', cause) })}
        </p>
      ))}
    </div>
  )
}

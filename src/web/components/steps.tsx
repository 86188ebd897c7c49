import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { BreachStatus, CampaignStatus, ClientStatus, ContentStatus } from '../api/generated.ts'
import type { Fault } from '../api/request.ts'
import { faultText, label, t } from '../i18n/language.ts'
import { useBusy } from './action-button.tsx'
import { notify } from './toasts.tsx'

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

/** Whether a step to the status brings a record forward, or stops, ends or returns it. The first step forward is primary. */
const IS_FORWARD: Record<CampaignStatus | ClientStatus | ContentStatus | BreachStatus, boolean> = {
  PENDING: true,
  PENDING_APPROVAL: true,
  IN_REVIEW: true,
  APPROVED: true,
  SCHEDULED: true,
  PUBLISHED: true,
  ACTIVE: true,
  DISCOVERED: true,
  INVESTIGATING: true,
  CONTAINED: true,
  CLOSED: true,
  DRAFT: false,
  CHANGES_REQUESTED: false,
  REJECTED: false,
  PAUSED: false,
  SUSPENDED: false,
  COMPLETED: false,
  CANCELLED: false,
  FAILED: false,
  ARCHIVED: false,
}

const moveTo = (to: string) => t('steps.to', { status: label(to) })

/** The possible next statuses as buttons. The reason is next to a disabled button. */
export function Steps({ steps, take, titleOf = moveTo }: Props) {
  const id = useId()
  const { isBusy, run } = useBusy()
  const group = useRef<HTMLDivElement>(null)
  const isTaken = useRef(false)
  useLayoutEffect(() => {
    // The record has another status now, so the focused button may be gone.
    if (isTaken.current && document.activeElement === document.body) group.current?.focus()
    isTaken.current = false
  }, [steps])
  const choose = (to: string) =>
    run(async () => {
      isTaken.current = true
      await take(to)
    })
  const refused = steps.filter(({ allowed }) => !allowed)
  const next = steps.find(({ to, allowed }) => allowed && IS_FORWARD[to as keyof typeof IS_FORWARD])
  return (
    <div ref={group} class="steps" tabIndex={-1}>
      <div class="actions">
        {steps.map(({ to, allowed }) => (
          <button
            key={to}
            type="button"
            class={to === next?.to ? 'primary' : ''}
            disabled={!allowed}
            aria-disabled={isBusy}
            aria-describedby={allowed ? undefined : `${id}-${to}`}
            onClick={() => choose(to)}
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

/** The server's answer to a status change. */
export interface Stepped<Status> {
  status: Status
  transitions: readonly { to: Status; allowed: boolean }[]
}

/**
 * Changes the status of a record and shows a toast. The toast offers undo if the lifecycle allows the opposite change.
 */
export async function takeStep<Status extends string>(
  name: string,
  before: Status,
  to: string,
  change: (status: Status, reason?: string) => Promise<Stepped<Status>>,
  reason?: string,
): Promise<void> {
  const { status, transitions } = await change(to as Status, reason)
  const isOpen = transitions.some((step) => step.to === before && step.allowed)
  notify(t('steps.taken', { name, status: label(status) }), isOpen ? () => change(before) : undefined)
}

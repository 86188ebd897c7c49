import { label, t } from '../i18n/language.ts'
import { notify } from './toasts.tsx'

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

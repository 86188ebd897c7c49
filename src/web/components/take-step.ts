import { label, t } from '../i18n/language.ts'
import { notify } from './toasts.tsx'

/** A record as the server answers a change of its status. */
export interface Stepped<Status> {
  status: Status
  transitions: readonly { to: Status; allowed: boolean }[]
}

/** Takes a record to another status, and says so. Where the way back is open, the toast offers it. */
export async function takeStep<Status extends string>(
  name: string,
  before: Status,
  to: string,
  change: (status: Status) => Promise<Stepped<Status>>,
): Promise<void> {
  const { status, transitions } = await change(to as Status)
  const isOpen = transitions.some((step) => step.to === before && step.allowed)
  notify(t('steps.taken', { name, status: label(status) }), isOpen ? () => change(before) : undefined)
}

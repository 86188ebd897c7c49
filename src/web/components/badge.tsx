import { label } from '../i18n/language.ts'

const TONES: Record<string, string> = {
  ACTIVE: 'good',
  APPROVED: 'good',
  COMPLETED: 'good',
  PENDING: 'wait',
  REQUESTED: 'wait',
  WAITING: 'wait',
  CHANGES_REQUESTED: 'wait',
  PENDING_APPROVAL: 'wait',
  SCHEDULED: 'wait',
  PAUSED: 'wait',
  SUSPENDED: 'bad',
  REJECTED: 'bad',
  FAILED: 'bad',
  VOIDED: 'bad',
  EXPIRED: 'bad',
  OVERDUE: 'bad',
  VERIFIED: 'good',
  UNVERIFIED: 'wait',
  SENT: 'good',
  DELIVERED: 'good',
  BOUNCED: 'bad',
}

/** The class of the colour of a status. */
export const toneOf = (status: string): string => TONES[status] ?? ''

export const Badge = ({ status }: { status: string }) => <span class={`badge ${toneOf(status)}`}>{label(status)}</span>

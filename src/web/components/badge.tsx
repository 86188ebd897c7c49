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

export const Badge = ({ status }: { status: string }) => (
  <span class={`badge ${TONES[status] ?? ''}`}>{label(status)}</span>
)

import type { Event } from '../../events/events.ts'

type Payload = Event['payload']

/** What is said of an event, behind the name of what it is about. */
interface Text {
  says(payload: Payload): string
  /** Whether it says who did it: what the service found by itself, nobody did. */
  hasAuthor: boolean
}

const did = (what: string): Text => ({
  says: ({ status }) => (typeof status === 'string' ? `${what} (${status})` : what),
  hasAuthor: true,
})
const found = (says: Text['says']): Text => ({ says, hasAuthor: false })

const rand = (cents: unknown) => `R ${(Number(cents) / 100).toFixed(2)}`

/** The events that people are told of, and how. */
const TEXTS: Readonly<Record<string, Text>> = {
  API_KEY_CREATED: did('was made'),
  API_KEY_DELETED: did('was revoked'),
  BREACH_REPORTED: did('was reported'),
  CAMPAIGN_APPROVED: did('was approved'),
  CAMPAIGN_BUDGET_REACHED: found(
    ({ percent, spentCents, budgetCents }) =>
      `has reached ${percent} % of its budget: ${rand(spentCents)} of ${rand(budgetCents)}`,
  ),
  CAMPAIGN_RESULTS_SUSPECT: found(({ records }) => `has new analytics records with suspect figures: ${records}`),
  CAMPAIGN_STATUS_CHANGED: found(({ status, reason }) => `is ${status}: ${reason}`),
  CONTENT_COMMENTED: did('was commented on'),
  DATA_SUBJECT_REQUEST_CREATED: did('was lodged'),
  DATA_SUBJECT_REQUEST_DECIDED: did('was decided'),
  DATA_SUBJECT_REQUEST_NOTICE_FAILED: found(() => 'has a notice that could not be mailed to the subject'),
  INVITATION_ACCEPTED: did('was accepted'),
  INVITATION_DECLINED: did('was declined'),
  INVITATION_EMAIL_FAILED: found(() => 'has an e-mail that could not be sent'),
  SECURITY_ALERT_FIRED: found(() => 'is firing'),
  SECURITY_SETTINGS_UPDATED: did('were changed'),
  WEBHOOK_DISABLED: found(({ reason }) => `is DISABLED: ${reason}`),
}

/** Whether people are told of an event. Of campaigns that change their state: only of those that fail by themselves. */
export const isTold = ({ type, payload }: Pick<Event, 'type' | 'payload'>): boolean =>
  type in TEXTS && (type !== 'CAMPAIGN_STATUS_CHANGED' || 'reason' in payload)

/** The sentence of a notification. `thing` is the name of what it is about, `author` that of who did it, if anybody. */
export function sentence(type: string, payload: Payload, thing: string, author: string | undefined): string {
  const text = TEXTS[type]
  if (!text) throw new Error(`There is no text for ${type}`)
  return `${thing} ${text.says(payload)}${text.hasAuthor && author ? ` by ${author}` : ''}.`
}

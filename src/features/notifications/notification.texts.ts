import type { Event } from '../../events/events.ts'

type Payload = Event['payload']

/** The predicate of a notification's sentence. The resource's name precedes it. */
interface Text {
  says(payload: Payload): string
  /** Whether the sentence names a user. False for findings of the service itself. */
  hasAuthor: boolean
}

const did = (what: string): Text => ({
  says: ({ status }) => (typeof status === 'string' ? `${what} (${status})` : what),
  hasAuthor: true,
})
const found = (says: Text['says']): Text => ({ says, hasAuthor: false })

const rand = (cents: unknown) => `R ${(Number(cents) / 100).toFixed(2)}`

/** The events that notify people, with their texts. */
const TEXTS: Readonly<Record<string, Text>> = {
  API_KEY_CREATED: did('was made'),
  API_KEY_DELETED: did('was revoked'),
  API_KEY_EXPIRING: found(({ expiresAt }) => `expires at ${expiresAt}`),
  API_KEY_ROTATED: did('got a new secret'),
  API_KEY_USED_ELSEWHERE: found(({ network }) => `was used from the new network ${network}`),
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
  SENDER_DNS_BROKEN: found(({ records }) => `sends nothing until its DNS records are valid again: ${records}`),
  SENDER_DNS_RESTORED: found(() => 'has valid DNS records again and continues to send'),
  SIGN_OFF_COMMENTED: found(() => 'was commented on by a reviewer'),
  SIGN_OFF_DECIDED: found(({ decision, status }) => `got the decision ${decision} and is ${status}`),
  SIGN_OFF_EMAIL_FAILED: found(() => 'has an e-mail that could not be sent'),
  SIGN_OFF_HANDED_OVER: found(() => 'was handed over to a colleague of a reviewer'),
  SIGN_OFF_OVERDUE: found(({ waiting }) => `is overdue: reviewers who have not decided: ${waiting}`),
  SIGN_OFF_VOIDED: found(({ reason }) => `is no longer valid: ${reason}`),
  WEBHOOK_DISABLED: found(({ reason }) => `is DISABLED: ${reason}`),
}

/** Whether an event notifies people. A status change of a campaign notifies only if the service set FAILED. */
export const isNotified = ({ type, payload }: Pick<Event, 'type' | 'payload'>): boolean =>
  type in TEXTS && (type !== 'CAMPAIGN_STATUS_CHANGED' || 'reason' in payload)

/**
 * The sentence of a notification. `thing` is the name of the resource. `author` is the name of the acting user, if a
 * user acted.
 */
export function sentence(type: string, payload: Payload, thing: string, author: string | undefined): string {
  const text = TEXTS[type]
  if (!text) throw new Error(`There is no text for ${type}`)
  return `${thing} ${text.says(payload)}${text.hasAuthor && author ? ` by ${author}` : ''}.`
}

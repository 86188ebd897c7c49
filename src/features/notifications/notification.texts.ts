import { type Cause, type TextLanguage, textsIn } from '../../common/texts.ts'
import type { Event } from '../../events/events.ts'
import type { Notification } from './notification.entity.ts'

/** The events that notify people, each with the facts of its payload that its text has. */
const NOTIFIED: Readonly<Record<string, readonly string[]>> = {
  API_KEY_CREATED: [],
  API_KEY_DELETED: [],
  API_KEY_EXPIRING: ['expiresAt'],
  API_KEY_ROTATED: [],
  API_KEY_USED_ELSEWHERE: ['network'],
  BREACH_REPORTED: [],
  CAMPAIGN_APPROVED: [],
  CAMPAIGN_BUDGET_REACHED: ['percent', 'spentCents', 'budgetCents'],
  CAMPAIGN_RESULTS_SUSPECT: ['records'],
  CAMPAIGN_RETURNED: [],
  CAMPAIGN_STATUS_CHANGED: ['status', 'reason', 'cause'],
  CONTENT_APPROVED: [],
  CONTENT_COMMENTED: [],
  CONTENT_RETURNED: [],
  DATA_SUBJECT_REQUEST_CREATED: [],
  DATA_SUBJECT_REQUEST_DECIDED: ['status'],
  DATA_SUBJECT_REQUEST_NOTICE_FAILED: [],
  INVITATION_ACCEPTED: [],
  INVITATION_DECLINED: [],
  INVITATION_EMAIL_FAILED: [],
  SECURITY_ALERT_FIRED: [],
  SECURITY_SETTINGS_UPDATED: [],
  SENDER_DNS_BROKEN: ['records'],
  SENDER_DNS_RESTORED: [],
  SIGN_OFF_COMMENTED: [],
  SIGN_OFF_DECIDED: ['decision', 'status'],
  SIGN_OFF_EMAIL_FAILED: [],
  SIGN_OFF_HANDED_OVER: [],
  SIGN_OFF_OVERDUE: ['waiting'],
  SIGN_OFF_VOIDED: ['reason', 'cause'],
  WEBHOOK_DISABLED: ['reason', 'cause'],
}

/** Whether events of a type may notify people. */
export const mayNotify = (type: string): boolean => type in NOTIFIED

/** Whether an event notifies people. A status change of a campaign notifies only if the service set FAILED. */
export const isNotified = ({ type, payload }: Pick<Event, 'type' | 'payload'>): boolean =>
  mayNotify(type) && (type !== 'CAMPAIGN_STATUS_CHANGED' || 'reason' in payload)

/** The facts of the event that the text has. */
export const factsOf = ({ type, payload }: Pick<Event, 'type' | 'payload'>): Record<string, unknown> =>
  Object.fromEntries((NOTIFIED[type] ?? []).map((name) => [name, payload[name]]))

/** The names in a text; absent if there is no such row, or if the reader may not see it. */
export interface Names {
  name?: string | undefined
  person?: string | undefined
  apiKey?: string | undefined
}

export type Parameters = Names & Readonly<Record<string, unknown>>

/**
 * The text of a notification; the dashboard composes it in the same way. A newer version may have stored a type without
 * a text here.
 */
export function sentence(
  { type, resourceType }: Pick<Notification, 'type' | 'resourceType'>,
  values: Parameters,
  language: TextLanguage = 'en',
): string {
  const t = textsIn(language)
  const thing = t(`things.${resourceType}`, { ...values, ...(values.name && { context: 'named' }) })
  const by = values.person ? t('by', values) : values.apiKey ? t('byKey', values) : ''
  const { code, ...facts } = (values.cause ?? {}) as Partial<Cause>
  const reason = t(`reasons.${code}`, { ...facts, defaultValue: values.reason })
  return t(`types.${type}`, { ...values, thing, by, reason, defaultValue: thing })
}

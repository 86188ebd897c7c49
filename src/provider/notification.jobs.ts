import { pruning } from '../kernel/batches.ts'
import { newId } from '../kernel/columns.ts'
import type { Consumer } from '../kernel/consumers.ts'

/** The events that people are told of, and how. */
const MESSAGES: Readonly<Record<string, string>> = {
  API_KEY_CREATED: 'An API key was made.',
  API_KEY_DELETED: 'An API key was revoked.',
  BREACH_REPORTED: 'A breach was reported.',
  CAMPAIGN_APPROVED: 'A campaign was approved.',
  CAMPAIGN_BUDGET_REACHED: 'A campaign has spent 80 % or 100 % of its budget.',
  DATA_SUBJECT_REQUEST_CREATED: 'A data-subject request was lodged.',
  DATA_SUBJECT_REQUEST_DECIDED: 'A data-subject request was decided.',
  DATA_SUBJECT_REQUEST_NOTICE_FAILED: 'The notice of a data-subject request could not be mailed to the subject.',
  INVITATION_ACCEPTED: 'An invitation was accepted.',
  INVITATION_EMAIL_FAILED: 'The e-mail of an invitation could not be sent.',
  INVITATION_DECLINED: 'An invitation was declined.',
  SECURITY_SETTINGS_UPDATED: 'The security settings were changed.',
  WEBHOOK_DISABLED: 'A webhook was disabled, because its deliveries failed.',
}

/** Turns events into notifications. */
export const notifyOfEvents: Consumer = {
  name: 'notifications',
  async work({ db }, events) {
    const notifications = events.flatMap(({ type, organizationId, resourceType, resourceId, occurredAt }) => {
      const message = MESSAGES[type]
      if (!message) return []
      const times = { createdAt: occurredAt, updatedAt: occurredAt }
      return [{ id: newId(), organizationId, type, message, resourceType, resourceId, ...times }]
    })
    if (notifications.length > 0) await db.insertInto('notification').values(notifications).execute()
  },
}

/** Forgets notifications that are three months old. */
export const pruneNotifications = pruning('pruneNotifications', {
  table: 'notification',
  hours: 90 * 24,
  everySeconds: 3600,
})

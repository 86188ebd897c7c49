import type { Consumer } from '../../background/consumers.ts'
import { newId } from '../../data/ids.ts'
import type { Perishable } from '../../data/perishable.ts'
import { isNotified, mayNotify } from './notification.texts.ts'

/** Creates notifications from events. */
export const notifyOfEvents: Consumer = {
  name: 'notifications',
  hear: ({ types }) => types.some(mayNotify),
  async work({ db }, events) {
    const notifications = events
      .filter(isNotified)
      .map(({ type, organizationId, resourceType, resourceId, userId, payload, occurredAt }) => {
        const times = { createdAt: occurredAt, updatedAt: occurredAt }
        return { id: newId(), organizationId, type, resourceType, resourceId, userId, payload, ...times }
      })
    if (notifications.length > 0) await db.insertInto('notification').values(notifications).execute()
  },
}

export const oldNotifications: Perishable = { table: 'notification', hours: 90 * 24 }

import { DateTime } from '../../graphql/columns.ts'
import { fields } from '../../graphql/fields.ts'
import { Input, optional } from '../../graphql/inputs.ts'
import { having, isUnmarked, listOf } from '../../graphql/lists.ts'
import { declareFields } from '../../graphql/row-fields.ts'
import { Notification } from './notification.entity.ts'

@Input('Filter for notifications. A notification must meet all given conditions.')
export class NotificationFilter extends fields({
  unread: optional(Boolean, 'true: only unread notifications. false: only read notifications.'),
}) {}

const isUnread = isUnmarked('notificationRead', 'notificationId', 'userId')

export const notifications = listOf('notification', Notification, {
  description: 'Page of notifications.',
  filter: NotificationFilter,
  where: { unread: isUnread },
  sortBy: ['createdAt'],
  counts: {
    unread: {
      description: 'Number of unread notifications of the caller, regardless of the filter.',
      where: [having(isUnread, true)],
    },
  },
})

/** Fields of a notification that are not columns. */
declareFields(Notification, ({ marked, value }) => ({
  readAt: value(() => DateTime, marked('notificationRead', 'notificationId', 'userId', 'readAt'), {
    nullable: true,
    description: 'Time at which the caller marked the notification as read. Null while it is unread.',
  }),
}))

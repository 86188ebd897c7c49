import { Field, InputType } from 'type-graphql'
import { DateTime } from '../../graphql/columns.ts'
import { having, isUnmarked, listOf } from '../../graphql/lists.ts'
import { declareFields } from '../../graphql/row-fields.ts'
import { Notification } from './notification.entity.ts'

@InputType({ description: 'Filter for notifications. All given conditions must hold.' })
export class NotificationFilter {
  @Field(() => Boolean, { nullable: true, description: 'Only unread notifications; false: only read ones.' })
  unread?: boolean
}

const isUnread = isUnmarked('notificationRead', 'notificationId', 'userId')

export const notifications = listOf('notification', Notification, {
  description: 'Page of notifications.',
  filter: NotificationFilter,
  where: { unread: isUnread },
  counts: {
    unread: { description: 'Number of all unread notifications of the caller.', where: [having(isUnread, true)] },
  },
})

/** What a notification shows beside its columns. */
declareFields(Notification, ({ marked, value }) => ({
  readAt: value(() => DateTime, marked('notificationRead', 'notificationId', 'userId', 'readAt'), {
    nullable: true,
    description: 'Time at which the caller marked it as read; null while it is unread.',
  }),
}))

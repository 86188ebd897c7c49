import { sql } from 'kysely'
import { Args, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import { anyOf } from '../../data/any-of.ts'
import { Audit, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { idsOf } from '../../graphql/arguments.ts'
import { DateTime } from '../../graphql/columns.ts'
import { fields } from '../../graphql/fields.ts'
import { Arguments, Input, optional } from '../../graphql/inputs.ts'
import { having, isUnmarked, listOf } from '../../graphql/lists.ts'
import { declareFields } from '../../graphql/row-fields.ts'
import { Notification } from './notification.entity.ts'
import { namesOf } from './notification.names.ts'
import { factsOf, type Parameters, sentence } from './notification.texts.ts'

@Input('Filter for notifications. A notification must meet all given conditions.')
class NotificationFilter extends fields({
  unread: optional(Boolean, 'true: only unread notifications. false: only read notifications.'),
}) {}

const isUnread = isUnmarked('notificationRead', 'notificationId', 'userId')

const notifications = listOf('notification', Notification, {
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

@Arguments()
class MarkedNotifications extends idsOf('notifications') {}

/** The names in the sentences are read from other tables. */
const NAMES = statements(9)

@Resolver(() => Notification)
export class NotificationResolver {
  @ListRoot(notifications, 'NOTIFICATION', 'The notifications of the organization. Default order: newest first.', {
    cost: NAMES,
  })
  declare readonly notifications: RootField

  @Mutation(() => Int, {
    description:
      'Marks notifications as read for the caller: those with the given ids, or all. Returns the number of ' +
      'notifications that were unread before.',
  })
  @Permit('org:provider:read')
  @Audit('NOTIFICATION', 'READ')
  async markNotificationsRead(
    @Args(() => MarkedNotifications) { ids }: MarkedNotifications,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const { caller } = ctx
    let unread = ctx.db.selectFrom('notification')
    if (ids) unread = unread.where('id', '=', anyOf(ids.filter((id) => isUuid(id))))
    const marked = await ctx.db
      .insertInto('notificationRead')
      .columns(['organizationId', 'userId', 'notificationId', 'readAt'])
      .expression(
        unread.select([
          'notification.organizationId',
          sql<string>`${caller.userId}`.as('userId'),
          'notification.id as notificationId',
          sql<Date>`now()`.as('readAt'),
        ]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('notificationId')
      .execute()
    return marked.length
  }

  @FieldResolver()
  async parameters(@Root() notification: Notification, @Ctx() ctx: Context): Promise<Parameters> {
    return { ...factsOf(notification), ...(await namesOf(ctx, notification)) }
  }

  @FieldResolver()
  async message(@Root() notification: Notification, @Ctx() ctx: Context): Promise<string> {
    return sentence(notification, await this.parameters(notification, ctx))
  }
}

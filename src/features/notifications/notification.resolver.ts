import { sql } from 'kysely'
import { Args, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import { anyOf } from '../../data/any-of.ts'
import { Audit, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { idsOf } from '../../graphql/arguments.ts'
import { Arguments } from '../../graphql/inputs.ts'
import { Notification } from './notification.entity.ts'
import { namesOf } from './notification.names.ts'
import { notifications } from './notification.queries.ts'
import { factsOf, type Parameters, sentence } from './notification.texts.ts'

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

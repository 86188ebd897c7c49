import { sql } from 'kysely'
import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import { invalid } from '../../common/errors.ts'
import { batched, type Context } from '../../engine/context.ts'
import { Audit, Permit } from '../../engine/guard.ts'
import { DateTime } from '../../graphql/columns.ts'
import { countOf, PageArgs, pageOf } from '../../graphql/page.ts'
import { ConnectionArgs, OrderDirection, paginate } from '../../graphql/relay.ts'
import { Notification, NotificationConnection, NotificationPage } from './notification.entity.ts'
import { authorOf, thingOf } from './notification.names.ts'
import { sentence } from './notification.texts.ts'

const NEWEST_FIRST = { field: 'createdAt', direction: OrderDirection.DESC }
const MOST_MARKED = 1000

/** Notifications of the organization; with `isUnread`, those that the caller has not read, or has. */
function notificationsWhere(ctx: Context, isUnread: boolean | undefined) {
  const query = ctx.db.selectFrom('notification').selectAll('notification')
  if (isUnread === undefined) return query
  return query.where(({ exists, not, selectFrom }) => {
    const isRead = exists(
      selectFrom('notificationRead')
        .select('notificationRead.notificationId')
        .whereRef('notificationRead.notificationId', '=', 'notification.id')
        .where('notificationRead.organizationId', '=', ctx.organizationId)
        .where('notificationRead.userId', '=', ctx.caller.userId),
    )
    return isUnread ? not(isRead) : isRead
  })
}

const readTimes = batched<Date | null>(null, async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('notificationRead')
    .select(['notificationId', 'readAt'])
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', ctx.caller.userId)
    .where('notificationId', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ notificationId, readAt }) => [notificationId, readAt]))
})

@Resolver(() => Notification)
export class NotificationResolver {
  @Query(() => NotificationConnection, { description: 'The notifications of the organization, newest first.' })
  @Permit('org:provider:read')
  @Audit('NOTIFICATION', 'LISTED')
  notifications(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Arg('unread', () => Boolean, { nullable: true, description: 'Only unread notifications; false: only read ones.' })
    unread: boolean | undefined,
    @Ctx() ctx: Context,
  ): Promise<NotificationConnection> {
    return paginate(notificationsWhere(ctx, unread), 'notification', NEWEST_FIRST, page)
  }

  @Query(() => NotificationPage, { description: 'The notifications of the organization, newest first, in pages.' })
  @Permit('org:provider:read')
  @Audit('NOTIFICATION', 'LISTED')
  async notificationList(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('unread', () => Boolean, { nullable: true, description: 'Only unread notifications; false: only read ones.' })
    unread: boolean | undefined,
    @Ctx() ctx: Context,
  ): Promise<NotificationPage> {
    const query = notificationsWhere(ctx, unread).orderBy('createdAt', 'desc').orderBy('id', 'desc')
    const { items, meta } = await pageOf(query, page)
    return { items, meta: { ...meta, unread: await countOf(notificationsWhere(ctx, true)) } }
  }

  @Mutation(() => Int, {
    description:
      'Marks notifications as read by the caller: those with the ids, or all. Returns the number of newly read ' +
      'ones.',
  })
  @Permit('org:provider:read')
  @Audit('NOTIFICATION', 'READ')
  async markNotificationsRead(
    @Arg('ids', () => [ID], {
      nullable: true,
      description: `Ids of the notifications, at most ${MOST_MARKED}; absent: all.`,
    })
    ids: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    if (ids && ids.length > MOST_MARKED) throw invalid({ ids: `must hold at most ${MOST_MARKED} ids` })
    let unread = notificationsWhere(ctx, true)
    if (ids) unread = unread.where('id', '=', sql<string>`any(${ids.filter((id) => isUuid(id))}::uuid[])`)
    const { caller } = ctx
    const marked = await ctx.db
      .insertInto('notificationRead')
      .columns(['organizationId', 'userId', 'notificationId', 'readAt'])
      .expression(
        unread
          .clearSelect()
          .select([
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

  @FieldResolver(() => String, {
    description:
      'Text of the notification, with current names; ids where names no longer exist or the caller may not read ' +
      'them.',
  })
  async message(@Root() notification: Notification, @Ctx() ctx: Context): Promise<string> {
    const [thing, author] = await Promise.all([thingOf(ctx, notification), authorOf(ctx, notification)])
    return sentence(notification.type, notification.payload, thing, author)
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'Time at which the caller marked it as read; null while it is unread.',
  })
  readAt(@Root() { id }: Notification, @Ctx() ctx: Context): Promise<Date | null> {
    return readTimes(ctx, id)
  }
}

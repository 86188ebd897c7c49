import { Ctx, Mutation, Resolver } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import { forbidden, notFound } from '../../common/errors.ts'
import { checkPermission } from '../../engine/access/permits.ts'
import { Audit, Cost, Fails, statements } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { fields } from '../../graphql/fields.ts'
import { Input, optional } from '../../graphql/inputs.ts'
import { having, isAny, isPermitted, type Listing, ListQuery, listOf } from '../../graphql/lists.ts'
import type { PageArguments } from '../../graphql/page-range.ts'
import { type Order, OrderDirection } from '../../graphql/relay.ts'
import type { Permission } from '../../security/auth/permissions.ts'
import { TrashItem, TrashResource } from './trash.entity.ts'
import { lockItem, restore } from './trash.restore.ts'

/** Users who may delete records of a resource may list and restore them. */
const TRASH_PERMITS: Readonly<Record<TrashResource, Permission>> = {
  CLIENT: 'org:clients:delete',
  CAMPAIGN: 'org:campaigns:delete',
  CONTENT_ITEM: 'org:content:delete',
}

@Input('Filter for the trash. A record must meet all given conditions.')
class TrashFilter extends fields({
  resource: optional([TrashResource], 'Only records of these resources.'),
}) {}

const trash = listOf('trashItem', TrashItem, {
  description: 'Page of deleted records.',
  filter: TrashFilter,
  where: { resource: isAny('resource') },
  sortBy: ['deletedAt', 'name', 'resource'],
  only: [having(isPermitted('resource', TRASH_PERMITS), true)],
  order: { field: 'deletedAt', direction: OrderDirection.DESC },
})

const ANY_OF = 'Requires a permission to delete: org:clients:delete, org:campaigns:delete or org:content:delete.'

/** @throws FORBIDDEN for callers without a permission to delete any of these resources */
function demandAny({ caller }: Context): void {
  const permits = Object.values(TRASH_PERMITS)
  if (!permits.some((permit) => caller.permissions.has(permit))) throw forbidden(permits.join(' or '))
}

@Resolver(() => TrashItem)
export class TrashResolver {
  @ListQuery(
    trash,
    `Deleted clients, campaigns and content that can be restored. Default order: last deleted first. ${ANY_OF} ` +
      'Only records of the resources that the caller may delete are listed.',
  )
  @Audit('TRASH', 'LISTED')
  trash(
    page: PageArguments,
    filter: TrashFilter | undefined,
    orderBy: Order<string> | undefined,
    @Ctx() ctx: Context,
  ): Listing {
    demandAny(ctx)
    return trash.page(page, filter, orderBy)
  }

  @Mutation(() => TrashItem, {
    description:
      'Restores a deleted record with everything that belonged to it, under the same ids. Records that ' +
      `referred to it refer to it again, unless they now refer to another record. ${ANY_OF} NOT_FOUND ` +
      '`Trash item not found`. CONFLICT if other analytics records now have the keys of the campaign’s ' +
      'records; `details.keys` names 10 of the keys.',
  })
  @Audit('TRASH', 'RESTORED')
  @Cost(statements(30))
  @Fails('NOT_FOUND', 'CONFLICT')
  async restoreFromTrash(@IdArg('deleted record') id: string, @Ctx() ctx: Context): Promise<TrashItem> {
    demandAny(ctx)
    if (!isUuid(id)) throw notFound('Trash item')
    const item = await lockItem(ctx, id)
    checkPermission(ctx.caller, TRASH_PERMITS[item.resource])
    await restore(ctx, item)
    // Events and the audit trail name content by its resource, not by its table.
    ctx.record(item.resource === 'CONTENT_ITEM' ? 'CONTENT' : item.resource, 'RESTORED', item.id, {})
    return item
  }
}

import { fields } from '../../graphql/fields.ts'
import { Input, optional } from '../../graphql/inputs.ts'
import { having, isAny, isPermitted, listOf } from '../../graphql/lists.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import type { Permission } from '../../security/auth/permissions.ts'
import { TrashItem, TrashResource } from './trash.entity.ts'

/** Users who may delete records of a resource may list and restore them. */
export const TRASH_PERMITS: Readonly<Record<TrashResource, Permission>> = {
  CLIENT: 'org:clients:delete',
  CAMPAIGN: 'org:campaigns:delete',
  CONTENT_ITEM: 'org:content:delete',
}

@Input('Filter for the trash. A record must meet all given conditions.')
export class TrashFilter extends fields({
  resource: optional([TrashResource], 'Only records of these resources.'),
}) {}

export const trash = listOf('trashItem', TrashItem, {
  description: 'Page of deleted records.',
  filter: TrashFilter,
  where: { resource: isAny('resource') },
  sortBy: ['deletedAt', 'name', 'resource'],
  only: [having(isPermitted('resource', TRASH_PERMITS), true)],
  order: { field: 'deletedAt', direction: OrderDirection.DESC },
})

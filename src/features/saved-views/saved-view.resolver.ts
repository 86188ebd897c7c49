import { sql } from 'kysely'
import { Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { forbidden, notFound, refusal } from '../../common/errors.ts'
import { checkPermission } from '../../engine/access/permits.ts'
import { Audit, Fails } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { atMost, lockOrganization } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../graphql/arguments.ts'
import { having, is, isAny, isOwnOr, isPermitted, listOf } from '../../graphql/lists.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { LIST_PERMITS, SavedView } from './saved-view.entity.ts'
import { DefaultViewInput, SavedViewFilter, SavedViewInput, SavedViewPatch } from './saved-view.inputs.ts'

const savedViews = listOf('savedView', SavedView, {
  description: 'Page of saved views.',
  filter: SavedViewFilter,
  where: { list: isAny('list'), isDefault: is('isDefault') },
  only: [having(isOwnOr('isShared', 'createdBy'), true), having(isPermitted('list', LIST_PERMITS), true)],
  sortBy: ['createdAt', 'updatedAt', 'name', 'list'],
  order: { field: 'name', direction: OrderDirection.ASC },
})

/** The dashboard reads all views of a list at once. */
const demandOwnRoom = atMost(50, SavedView, 'TOO_MANY_VIEWS', {
  counts: ({ caller }) => sql<boolean>`created_by = ${caller.userId} and not is_default`,
})
const demandSharedRoom = atMost(50, SavedView, 'TOO_MANY_SHARED_VIEWS', { counts: () => sql<boolean>`is_shared` })

/** A view for the whole organization needs a role that changes something. */
function demandSharing({ caller }: Context): void {
  if (caller.role === 'viewer') throw refusal('FORBIDDEN', 'VIEWS_NOT_SHARED', { role: 'viewer' })
}

/**
 * Locks a view that the caller may change: their own, or a shared one if they manage the team.
 * @throws NOT_FOUND also for the private view of another user; FORBIDDEN for the shared view of another user
 */
async function lockView(ctx: Context, id: string, expectedUpdatedAt?: Date): Promise<SavedView> {
  const view = await lockRow(ctx, SavedView, id, 'View', expectedUpdatedAt)
  const { caller } = ctx
  const isOwn = view.createdBy === caller.userId
  if (!(isOwn || view.isShared) || !caller.permissions.has(LIST_PERMITS[view.list])) throw notFound('View')
  if (!isOwn && !caller.permissions.has('org:team:write')) throw forbidden('org:team:write')
  return view
}

@Resolver(() => SavedView)
export class SavedViewResolver {
  @ListRoot(
    savedViews,
    'SAVED_VIEW',
    'The saved views that the caller may see: their own and shared ones, of lists that the caller may read. Default order: by name.',
    { exported: null },
  )
  declare readonly savedViews: RootField

  @Mutation(() => SavedView, {
    description:
      'Saves a view of a list for the caller, or for the organization. Requires the permission to read the list. A viewer ' +
      'shares none: FORBIDDEN. At most 50 views of ' +
      'one person, and 50 shared views of an organization: CONFLICT.',
  })
  @Audit('SAVED_VIEW', 'CREATED')
  @Fails('CONFLICT')
  async createSavedView(
    @InputArg(SavedViewInput, 'The view to save.') input: SavedViewInput,
    @Ctx() ctx: Context,
  ): Promise<SavedView> {
    checkPermission(ctx.caller, LIST_PERMITS[input.list])
    if (input.isShared) demandSharing(ctx)
    await demandOwnRoom(ctx)
    if (input.isShared) await demandSharedRoom(ctx)
    return addRow(ctx, SavedView, { ...input, isDefault: false, createdBy: ctx.caller.userId })
  }

  @Mutation(() => SavedView, {
    description:
      'Sets how the caller sees a list at first, in every browser. Requires the permission to read the list. Returns the ' +
      'default view of the list, which no other user sees.',
  })
  @Audit('SAVED_VIEW', 'UPDATED')
  async setDefaultView(
    @InputArg(DefaultViewInput, 'The list and its parameters.') input: DefaultViewInput,
    @Ctx() ctx: Context,
  ): Promise<SavedView> {
    const { caller, db } = ctx
    const { list, parameters } = input
    checkPermission(caller, LIST_PERMITS[list])
    // So that a user has one such view of a list.
    await lockOrganization(ctx)
    const found = await db
      .selectFrom('savedView')
      .select('id')
      .where('list', '=', list)
      .where('createdBy', '=', caller.userId)
      .where('isDefault', '=', true)
      .executeTakeFirst()
    if (found) return changeRow(ctx, SavedView, await lockRow(ctx, SavedView, found.id, 'View'), { parameters })
    const view = { list, parameters, name: 'Default', isShared: false, isDefault: true }
    return addRow(ctx, SavedView, { ...view, createdBy: caller.userId })
  }

  @Mutation(() => SavedView, {
    description:
      'Changes the given fields of an own view. A shared view of another user is changed with `org:team:write` only: otherwise FORBIDDEN. ' +
      'A default view cannot be shared: CONFLICT.',
  })
  @Audit('SAVED_VIEW', 'UPDATED')
  @Fails('NOT_FOUND', 'CONFLICT')
  async updateSavedView(
    @IdArg('view') id: string,
    @InputArg(SavedViewPatch, 'Fields to change.') input: SavedViewPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<SavedView> {
    const { name, parameters, isShared } = input
    const view = await lockView(ctx, id, expectedUpdatedAt)
    if (isShared && view.isDefault) throw refusal('CONFLICT', 'DEFAULT_VIEW_SHARED', { id })
    if (isShared && !view.isShared) {
      demandSharing(ctx)
      await demandSharedRoom(ctx)
    }
    const changes = { name, parameters: parameters ?? undefined, isShared: isShared ?? undefined }
    return changeRow(ctx, SavedView, view, changes)
  }

  @Mutation(() => ID, {
    description:
      'Deletes an own view. A shared view of another user is deleted with `org:team:write` only: otherwise FORBIDDEN. Returns the id.',
  })
  @Audit('SAVED_VIEW', 'DELETED')
  @Fails('NOT_FOUND')
  async deleteSavedView(@IdArg('view') id: string, @Ctx() ctx: Context): Promise<string> {
    await lockView(ctx, id)
    return removeRow(ctx, SavedView, id, 'View')
  }
}

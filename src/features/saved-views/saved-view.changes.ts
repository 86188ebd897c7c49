import { sql } from 'kysely'
import { forbidden, notFound, refusal } from '../../common/errors.ts'
import { checkPermission } from '../../engine/access/permits.ts'
import type { Context } from '../../engine/execute/context.ts'
import { atMost, lockOrganization } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../engine/write/rows.ts'
import { LIST_PERMITS, SavedView } from './saved-view.entity.ts'
import type { DefaultViewInput, SavedViewInput, SavedViewPatch } from './saved-view.inputs.ts'

/** The dashboard reads all views of a list at once. */
const demandOwnRoom = atMost(50, SavedView, 'TOO_MANY_VIEWS', {
  counts: ({ caller }) => sql<boolean>`created_by = ${caller.userId} and not is_default`,
})
const demandSharedRoom = atMost(50, SavedView, 'TOO_MANY_SHARED_VIEWS', { counts: () => sql<boolean>`is_shared` })

/** A view for the whole organization needs a role that changes something. */
function demandSharing({ caller }: Context): void {
  if (caller.role === 'viewer') throw refusal('FORBIDDEN', 'VIEWS_NOT_SHARED', { role: 'viewer' })
}

export async function createSavedView(ctx: Context, input: SavedViewInput): Promise<SavedView> {
  checkPermission(ctx.caller, LIST_PERMITS[input.list])
  if (input.isShared) demandSharing(ctx)
  await demandOwnRoom(ctx)
  if (input.isShared) await demandSharedRoom(ctx)
  return addRow(ctx, SavedView, { ...input, isDefault: false, createdBy: ctx.caller.userId })
}

/** Sets how the caller sees a list at first. Locks the organization, so that a user has one such view of a list. */
export async function setDefaultView(ctx: Context, { list, parameters }: DefaultViewInput): Promise<SavedView> {
  const { caller, db } = ctx
  checkPermission(caller, LIST_PERMITS[list])
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

export async function updateSavedView(
  ctx: Context,
  id: string,
  { name, parameters, isShared }: SavedViewPatch,
  expectedUpdatedAt?: Date,
): Promise<SavedView> {
  const view = await lockView(ctx, id, expectedUpdatedAt)
  if (isShared && view.isDefault) throw refusal('CONFLICT', 'DEFAULT_VIEW_SHARED', { id })
  if (isShared && !view.isShared) {
    demandSharing(ctx)
    await demandSharedRoom(ctx)
  }
  return changeRow(ctx, SavedView, view, {
    name,
    parameters: parameters ?? undefined,
    isShared: isShared ?? undefined,
  })
}

export async function deleteSavedView(ctx: Context, id: string): Promise<string> {
  await lockView(ctx, id)
  return removeRow(ctx, SavedView, id, 'View')
}

/** Deletes the views that only a user who leaves the team could see. */
export async function deletePrivateViews(ctx: Context, userId: string): Promise<void> {
  await ctx.db.deleteFrom('savedView').where('createdBy', '=', userId).where('isShared', '=', false).execute()
}

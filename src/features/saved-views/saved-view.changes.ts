import { sql } from 'kysely'
import { forbidden, notFound, refusal } from '../../common/errors.ts'
import { checkPermission } from '../../engine/access/permits.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../engine/write/rows.ts'
import { LIST_PERMITS, SavedView } from './saved-view.entity.ts'
import type { DefaultViewInput, SavedViewInput, SavedViewPatch } from './saved-view.inputs.ts'

/** The dashboard reads all views of a list at once. */
const MOST_OWN = 50
const MOST_SHARED = 50

/** A view for the whole organization needs a role that changes something. */
function demandSharing({ caller }: Context): void {
  if (caller.role === 'viewer') throw refusal('FORBIDDEN', 'VIEWS_NOT_SHARED', { role: 'viewer' })
}

/** Locks the organization, so that of two transactions that save a view the second one sees the view of the first. */
const lockViews = ({ db, organizationId }: Context) =>
  sql`select 1 from organization where organization_id = ${organizationId} for update`.execute(db)

async function demandRoom(
  ctx: Context,
  { own: isNew, shared: isShared }: { own: boolean; shared: boolean },
): Promise<void> {
  await lockViews(ctx)
  const { rows } = await sql<{ own: number; shared: number }>`select
      count(*) filter (where created_by = ${ctx.caller.userId} and not is_default)::integer as own,
      count(*) filter (where is_shared)::integer as shared
    from saved_view where organization_id = ${ctx.organizationId}`.execute(ctx.db)
  const [{ own = 0, shared = 0 } = {}] = rows
  if (isNew && own >= MOST_OWN) throw refusal('CONFLICT', 'TOO_MANY_VIEWS', { most: MOST_OWN })
  if (isShared && shared >= MOST_SHARED) throw refusal('CONFLICT', 'TOO_MANY_SHARED_VIEWS', { most: MOST_SHARED })
}

export async function createSavedView(ctx: Context, input: SavedViewInput): Promise<SavedView> {
  checkPermission(ctx.caller, LIST_PERMITS[input.list])
  if (input.isShared) demandSharing(ctx)
  await demandRoom(ctx, { own: true, shared: input.isShared })
  return addRow(ctx, SavedView, { ...input, isDefault: false, createdBy: ctx.caller.userId })
}

/** Sets how the caller sees a list at first. */
export async function setDefaultView(ctx: Context, { list, parameters }: DefaultViewInput): Promise<SavedView> {
  const { caller, db } = ctx
  checkPermission(caller, LIST_PERMITS[list])
  await lockViews(ctx)
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
    await demandRoom(ctx, { own: false, shared: true })
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

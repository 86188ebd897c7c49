import type { Context } from '../../engine/execute/context.ts'

/** Deletes the views that only a user who leaves the team could see. */
export async function deletePrivateViews(ctx: Context, userId: string): Promise<void> {
  await ctx.db.deleteFrom('savedView').where('createdBy', '=', userId).where('isShared', '=', false).execute()
}

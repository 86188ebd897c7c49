import { notFound, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { ContentComment } from './content-comment.entity.ts'
import { ContentItem } from './content-item.entity.ts'

/** The event belongs to the content item, so its subscribers receive comments too. */
function announce(ctx: Context, { id, contentId, version }: ContentComment): void {
  ctx.announce({ id: contentId, commentId: id, version })
}

/** Adds a comment to a version. */
export async function commentOnContent(
  ctx: Context,
  id: string,
  version: number,
  text: string,
): Promise<ContentComment> {
  const item = await lockRow(ctx, ContentItem, id, 'Content')
  if (version < 1 || version > item.version) throw notFound('Version')
  const { userId: createdBy } = ctx.caller
  const comment = addRow(ctx, ContentComment, { contentId: item.id, version, text, createdBy })
  announce(ctx, comment)
  return comment
}

/** Resolves or reopens a comment. */
export async function resolveComment(ctx: Context, id: string, isResolved: boolean): Promise<ContentComment> {
  const comment = await lockRow(ctx, ContentComment, id, 'Comment')
  if ((comment.resolvedAt !== null) === isResolved)
    throw new ServiceError('CONFLICT', `The comment is already ${isResolved ? 'resolved' : 'open'}`)
  const [resolvedAt, resolvedBy] = isResolved ? [ctx.now, ctx.caller.userId] : [null, null]
  const changed = changeRow(ctx, ContentComment, comment, { resolvedAt, resolvedBy })
  announce(ctx, changed)
  return changed
}

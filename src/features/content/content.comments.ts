import { validate as isUuid } from 'uuid'
import { invalidFields, notFound, refusal } from '../../common/errors.ts'
import { anyOf } from '../../data/any-of.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, addRows, changeRow, lockRow } from '../../engine/write/rows.ts'
import { mailMembers } from '../notifications/member.mail.ts'
import type { ContentCommentInput } from './content.inputs.ts'
import { ContentComment } from './content-comment.entity.ts'
import { ContentItem } from './content-item.entity.ts'
import { ContentMention } from './content-mention.entity.ts'

/** The event belongs to the content item, so its subscribers receive comments too. */
function announce(ctx: Context, { id, contentId, version }: ContentComment): void {
  ctx.announce({ id: contentId, commentId: id, version })
}

/** @throws VALIDATION_ERROR if one of the users is not in the team */
async function demandMembers(ctx: Context, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const members = await ctx.db
    .selectFrom('teamMember')
    .select('userId')
    .where('userId', 'in', [...userIds])
    .where('removedAt', 'is', null)
    .execute()
  if (members.length < userIds.length) throw invalidFields({ mentions: 'NOT_MEMBERS' })
}

/** Adds a comment to a version, and mentions members. */
export async function commentOnContent(
  ctx: Context,
  id: string,
  version: number,
  { text, mentions }: ContentCommentInput,
): Promise<ContentComment> {
  const item = await lockRow(ctx, ContentItem, id, 'Content')
  if (version < 1 || version > item.version) throw notFound('Version')
  const { userId: createdBy } = ctx.caller
  const userIds = [...new Set(mentions)]
  await demandMembers(ctx, userIds)
  const comment = addRow(ctx, ContentComment, { contentId: item.id, version, text, createdBy })
  if (userIds.length > 0)
    addRows(
      ctx,
      ContentMention,
      userIds.map((userId) => ({ contentId: item.id, commentId: comment.id, userId })),
    )
  await mailMembers(ctx, userIds, { type: 'MENTIONED', resourceType: 'CONTENT', resourceId: item.id })
  announce(ctx, comment)
  return comment
}

/** Resolves or reopens a comment. */
export async function resolveComment(ctx: Context, id: string, isResolved: boolean): Promise<ContentComment> {
  const comment = await lockRow(ctx, ContentComment, id, 'Comment')
  if ((comment.resolvedAt !== null) === isResolved)
    throw refusal('CONFLICT', isResolved ? 'COMMENT_RESOLVED' : 'COMMENT_OPEN')
  const [resolvedAt, resolvedBy] = isResolved ? [ctx.now, ctx.caller.userId] : [null, null]
  const changed = changeRow(ctx, ContentComment, comment, { resolvedAt, resolvedBy })
  announce(ctx, changed)
  return changed
}

/** Marks mentions of the caller as read: the given ones, or all. Returns the number of those that were unread. */
export async function markMentionsRead(ctx: Context, ids: readonly string[] | undefined): Promise<number> {
  let unread = ctx.db
    .updateTable('contentMention')
    .set({ seenAt: ctx.now, updatedAt: ctx.now })
    .where('userId', '=', ctx.caller.userId)
    .where('seenAt', 'is', null)
  if (ids) unread = unread.where('id', '=', anyOf(ids.filter((id) => isUuid(id))))
  const { numUpdatedRows } = await unread.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

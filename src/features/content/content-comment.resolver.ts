import { Arg, Args, Ctx, Int, Mutation, Resolver } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import { invalidFields, notFound, refusal } from '../../common/errors.ts'
import { anyOf } from '../../data/any-of.ts'
import { Audit, Fails, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, addRows, changeRow, lockRow } from '../../engine/write/rows.ts'
import { IdArg, InputArg, idsOf } from '../../graphql/arguments.ts'
import { Arguments } from '../../graphql/inputs.ts'
import { type Listing, ListQuery } from '../../graphql/lists.ts'
import type { PageArguments } from '../../graphql/page-range.ts'
import type { Order } from '../../graphql/relay.ts'
import { mailMembers } from '../notifications/member.mail.ts'
import { ContentCommentInput } from './content.inputs.ts'
import { mentions, ofCaller } from './content.queries.ts'
import { ContentComment } from './content-comment.entity.ts'
import { ContentItem } from './content-item.entity.ts'
import { ContentMention } from './content-mention.entity.ts'

@Arguments()
class MarkedMentions extends idsOf('mentions') {}

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

/** Resolves or reopens a comment. */
async function resolveComment(ctx: Context, id: string, isResolved: boolean): Promise<ContentComment> {
  const comment = await lockRow(ctx, ContentComment, id, 'Comment')
  if ((comment.resolvedAt !== null) === isResolved)
    throw refusal('CONFLICT', isResolved ? 'COMMENT_RESOLVED' : 'COMMENT_OPEN')
  const [resolvedAt, resolvedBy] = isResolved ? [ctx.now, ctx.caller.userId] : [null, null]
  const changed = changeRow(ctx, ContentComment, comment, { resolvedAt, resolvedBy })
  announce(ctx, changed)
  return changed
}

/** Comments of reviewers and authors, and the members whom they mention. */
@Resolver(() => ContentComment)
export class ContentCommentResolver {
  @ListQuery(mentions, 'Mentions of the caller in comments on content. Default order: newest first.')
  @Audit('CONTENT_MENTION', 'LISTED')
  mentions(page: PageArguments, orderBy: Order<string> | undefined): Listing {
    return mentions.page(page, undefined, orderBy).limitedBy(ofCaller)
  }

  @Mutation(() => Int, {
    description:
      'Marks mentions of the caller as read: those with the given ids, or all. Returns the number of mentions that were ' +
      'unread before.',
  })
  @Permit('org:content:read')
  @Audit('CONTENT_MENTION', 'READ')
  async markMentionsRead(@Args(() => MarkedMentions) { ids }: MarkedMentions, @Ctx() ctx: Context): Promise<number> {
    let unread = ctx.db
      .updateTable('contentMention')
      .set({ seenAt: ctx.now, updatedAt: ctx.now })
      .where('userId', '=', ctx.caller.userId)
      .where('seenAt', 'is', null)
    if (ids) unread = unread.where('id', '=', anyOf(ids.filter((id) => isUuid(id))))
    const { numUpdatedRows } = await unread.executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }

  @Mutation(() => ContentComment, {
    description:
      'Comments on a version of a content item. VALIDATION_ERROR if a mentioned user is not a member of the team.',
  })
  @Permit('org:content:write')
  @Audit('CONTENT', 'COMMENTED')
  @Fails('NOT_FOUND')
  async commentOnContent(
    @IdArg('content item') id: string,
    @Arg('version', () => Int, { description: 'Number of the version.' }) version: number,
    @InputArg(ContentCommentInput, 'The comment.') { text, mentions }: ContentCommentInput,
    @Ctx() ctx: Context,
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

  @Mutation(() => ContentComment, { description: 'Resolves a comment. CONFLICT if it is already resolved.' })
  @Permit('org:content:write')
  @Audit('CONTENT', 'COMMENT_RESOLVED')
  @Fails('CONFLICT')
  resolveContentComment(@IdArg('comment') id: string, @Ctx() ctx: Context): Promise<ContentComment> {
    return resolveComment(ctx, id, true)
  }

  @Mutation(() => ContentComment, { description: 'Reopens a resolved comment. CONFLICT if it is open.' })
  @Permit('org:content:write')
  @Audit('CONTENT', 'COMMENT_REOPENED')
  @Fails('CONFLICT')
  reopenContentComment(@IdArg('comment') id: string, @Ctx() ctx: Context): Promise<ContentComment> {
    return resolveComment(ctx, id, false)
  }
}

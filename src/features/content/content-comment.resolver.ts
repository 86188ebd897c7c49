import { Arg, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql'
import { invalidFields } from '../../common/errors.ts'
import { Audit, Fails, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { type Listing, ListQuery, type OrderedArguments } from '../../graphql/lists.ts'
import { commentOnContent, markMentionsRead, resolveComment } from './content.comments.ts'
import { ContentCommentInput } from './content.inputs.ts'
import { mentions, ofCaller } from './content.queries.ts'
import { ContentComment } from './content-comment.entity.ts'

const MOST_MARKED = 1000

/** Comments of reviewers and authors, and the members whom they mention. */
@Resolver(() => ContentComment)
export class ContentCommentResolver {
  @ListQuery(mentions, 'Mentions of the caller in comments on content. Default order: newest first.')
  @Audit('CONTENT_MENTION', 'LISTED')
  mentions(...[page, orderBy]: OrderedArguments): Listing {
    return mentions.page(page, undefined, orderBy).limitedBy(ofCaller)
  }

  @Mutation(() => Int, {
    description:
      'Marks mentions of the caller as read: those with the given ids, or all. Returns the number of mentions that were ' +
      'unread before.',
  })
  @Permit('org:content:read')
  @Audit('CONTENT_MENTION', 'READ')
  markMentionsRead(
    @Arg('ids', () => [ID], {
      nullable: true,
      description: `Ids of the mentions, at most ${MOST_MARKED}. Absent: all mentions.`,
    })
    ids: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<number> {
    if (ids && ids.length > MOST_MARKED) throw invalidFields({ ids: { code: 'TOO_MANY_VALUES', most: MOST_MARKED } })
    return markMentionsRead(ctx, ids)
  }

  @Mutation(() => ContentComment, {
    description:
      'Comments on a version of a content item. VALIDATION_ERROR if a mentioned user is not a member of the team.',
  })
  @Permit('org:content:write')
  @Audit('CONTENT', 'COMMENTED')
  @Fails('NOT_FOUND')
  commentOnContent(
    @IdArg('content item') id: string,
    @Arg('version', () => Int, { description: 'Number of the version.' }) version: number,
    @Arg('input', () => ContentCommentInput, { description: 'The comment.' }) input: ContentCommentInput,
    @Ctx() ctx: Context,
  ): Promise<ContentComment> {
    return commentOnContent(ctx, id, version, input)
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

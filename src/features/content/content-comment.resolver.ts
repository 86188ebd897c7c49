import { Arg, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql'
import { Audit, Fails, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { commentOnContent, resolveComment } from './content.comments.ts'
import { ContentCommentInput } from './content.inputs.ts'
import { ContentComment } from './content-comment.entity.ts'

/** Comments of reviewers and authors. */
@Resolver(() => ContentComment)
export class ContentCommentResolver {
  @Mutation(() => ContentComment, { description: 'Comments on a version of a content item.' })
  @Permit('org:content:write')
  @Audit('CONTENT', 'COMMENTED')
  @Fails('NOT_FOUND')
  commentOnContent(
    @Arg('id', () => ID, { description: 'Id of the content item.' }) id: string,
    @Arg('version', () => Int, { description: 'Number of the version.' }) version: number,
    @Arg('input', () => ContentCommentInput, { description: 'The comment.' }) { text }: ContentCommentInput,
    @Ctx() ctx: Context,
  ): Promise<ContentComment> {
    return commentOnContent(ctx, id, version, text)
  }

  @Mutation(() => ContentComment, { description: 'Resolves a comment. CONFLICT if it is already resolved.' })
  @Permit('org:content:write')
  @Audit('CONTENT', 'COMMENT_RESOLVED')
  @Fails('CONFLICT')
  resolveContentComment(
    @Arg('id', () => ID, { description: 'Id of the comment.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<ContentComment> {
    return resolveComment(ctx, id, true)
  }

  @Mutation(() => ContentComment, { description: 'Reopens a resolved comment. CONFLICT if it is open.' })
  @Permit('org:content:write')
  @Audit('CONTENT', 'COMMENT_REOPENED')
  @Fails('CONFLICT')
  reopenContentComment(
    @Arg('id', () => ID, { description: 'Id of the comment.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<ContentComment> {
    return resolveComment(ctx, id, false)
  }
}

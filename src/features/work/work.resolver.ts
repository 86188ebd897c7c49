import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import { reviveItems } from '../../background/items.ts'
import { isItemWork, type Work } from '../../background/work.ts'
import { Audit, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { BackgroundWork, BackgroundWorkKind } from './work.outputs.ts'
import { backgroundWorkOf } from './work.queries.ts'

declare module '../../common/services.ts' {
  interface Services {
    /** All kinds of background work. */
    work: readonly Work[]
  }
}

@Resolver(() => BackgroundWork)
export class BackgroundWorkResolver {
  @Query(() => [BackgroundWork], {
    description:
      'Background work of the organization, by kind: items that wait, are in progress, are retried, or are dead.',
  })
  @Permit('org:provider:read')
  @Audit('BACKGROUND_WORK', 'VIEWED')
  backgroundWork(@Ctx() ctx: Context): Promise<BackgroundWork[]> {
    return backgroundWorkOf(ctx, ctx.organizationId, ctx.service('work'))
  }

  @Mutation(() => Int, {
    description:
      'Queues up to 1,000 dead items of a kind again, in the order in which they died. Returns their number; ' +
      '0 for a kind that has no dead items (`canRetry` is false). Items of an inactive owner, such as a ' +
      'disabled webhook, wait until the owner is active.',
  })
  @Permit('org:provider:write')
  @Audit('BACKGROUND_WORK', 'RESENT')
  async retryBackgroundWork(
    @Arg('kind', () => BackgroundWorkKind, { description: 'Kind of the work.' }) kind: BackgroundWorkKind,
    @Ctx() ctx: Context,
  ): Promise<number> {
    const work = ctx.service('work').find((each) => each.kind.toUpperCase() === kind)
    return work && isItemWork(work) ? reviveItems(work, ctx, ctx.organizationId) : 0
  }
}

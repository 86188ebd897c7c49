import { sql } from 'kysely'
import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import { reviveItems } from '../../background/items.ts'
import { type AnyItemWork, isItemWork, type Work } from '../../background/work.ts'
import type { WorkKind } from '../../data/due-times.ts'
import { Audit, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { BackgroundWork, BackgroundWorkKind } from './work.outputs.ts'

declare module '../../common/services.ts' {
  interface Services {
    /** All kinds of background work. */
    work: readonly Work[]
  }
}

type Figures = Omit<BackgroundWork, 'kind' | 'canRetry'>

const NONE: Figures = { waiting: 0, running: 0, retrying: 0, dead: 0, oldestDueAt: null, nextDueAt: null }

/** The figures of kinds that work on a whole organization, by kind. */
async function turnFigures({ db, organizationId }: Context): Promise<Map<WorkKind, Figures>> {
  const { rows } = await sql<Figures & { kind: WorkKind }>`select kind,
      (lease is null and failures = 0 and due_at <= now())::int as waiting, (lease is not null)::int as running,
      (lease is null and failures > 0)::int as retrying, 0 as dead,
      case when due_at <= now() then due_at end as oldest_due_at,
      case when lease is null and due_at > now() then due_at end as next_due_at
    from due_work where organization_id = ${organizationId}`.execute(db)
  return new Map(rows.map(({ kind, ...figures }) => [kind, figures]))
}

async function itemFigures(
  { db, organizationId }: Context,
  { items: { table, waits, isRetry }, dead }: AnyItemWork,
): Promise<Figures> {
  const isDead = dead?.isDead ?? sql`false`
  const { rows } = await sql<Figures>`select
      count(*) filter (where ${waits} and item.lease is null and not (${isRetry}))::int as waiting,
      count(*) filter (where item.lease is not null)::int as running,
      count(*) filter (where ${waits} and item.lease is null and ${isRetry})::int as retrying,
      count(*) filter (where ${isDead})::int as dead,
      min(item.next_attempt_at) filter (where ${waits} and item.next_attempt_at <= now()) as oldest_due_at,
      min(item.next_attempt_at) filter (where ${waits} and item.next_attempt_at > now()) as next_due_at
    from ${sql.table(table)} as item
    where item.organization_id = ${organizationId} and (${waits} or item.lease is not null or ${isDead})`.execute(db)
  return rows[0] ?? NONE
}

@Resolver(() => BackgroundWork)
export class BackgroundWorkResolver {
  @Query(() => [BackgroundWork], {
    description:
      'Background work of the organization, by kind: items that wait, are in progress, are retried, or are dead.',
  })
  @Permit('org:provider:read')
  @Audit('BACKGROUND_WORK', 'VIEWED')
  async backgroundWork(@Ctx() ctx: Context): Promise<BackgroundWork[]> {
    const turns = await turnFigures(ctx)
    const figures = (kind: WorkKind, items?: AnyItemWork) =>
      items ? itemFigures(ctx, items) : (turns.get(kind) ?? NONE)
    // Events that wait for consumers are no kind of work.
    const all: BackgroundWork[] = [{ kind: BackgroundWorkKind.EVENTS, ...(await figures('events')), canRetry: false }]
    for (const work of ctx.service('work')) {
      const items = isItemWork(work) ? work : undefined
      const kind = work.kind.toUpperCase() as BackgroundWorkKind
      all.push({ kind, ...(await figures(work.kind, items)), canRetry: items?.dead !== undefined })
    }
    return all
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

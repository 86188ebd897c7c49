import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { ConnectionArgs, connect, OrderDirection } from '../../kernel/connection.ts'
import type { Context } from '../../kernel/context.ts'
import { Audit, Permit } from '../../kernel/guard.ts'
import { pageOf, SearchArgs } from '../../kernel/page.ts'
import { findRow } from '../../kernel/rows.ts'
import { informationOfficer } from '../information-officer.ts'
import { recordNotification, reportBreach, updateBreach } from './breach.changes.ts'
import { Breach, BreachSeverity, BreachStatus } from './breach.entity.ts'
import { BreachFilter, BreachInput, BreachNotificationInput, BreachPatch } from './breach.inputs.ts'
import { draftNotice } from './breach.notice.ts'
import { BreachConnection, BreachNotice, BreachPage } from './breach.outputs.ts'
import { breachesWhere } from './breach.queries.ts'

const NEWEST_FIRST = { field: 'createdAt', direction: OrderDirection.DESC }

@Resolver(() => Breach)
export class BreachResolver {
  @Query(() => BreachConnection, { description: 'The breaches of the organization, newest first.' })
  @Permit('org:privacy:read')
  @Audit('BREACH', 'LISTED')
  breaches(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Arg('filter', () => BreachFilter, { nullable: true }) filter: BreachFilter | undefined,
    @Ctx() ctx: Context,
  ): Promise<BreachConnection> {
    return connect(breachesWhere(ctx, filter), 'breach', NEWEST_FIRST, page)
  }

  @Query(() => BreachPage, { description: 'The plain list of breaches, newest first, in pages.' })
  @Permit('org:privacy:read')
  @Audit('BREACH', 'LISTED')
  breachList(
    @Args(() => SearchArgs) { search, ...page }: SearchArgs,
    @Arg('status', () => BreachStatus, { nullable: true }) status: BreachStatus | undefined,
    @Arg('severity', () => BreachSeverity, { nullable: true }) severity: BreachSeverity | undefined,
    @Ctx() ctx: Context,
  ): Promise<BreachPage> {
    const filter = { search, status: status && [status], severity: severity && [severity] }
    return pageOf(breachesWhere(ctx, filter).orderBy('createdAt', 'desc').orderBy('id', 'desc'), page)
  }

  @Query(() => Breach, { description: 'One breach. NOT_FOUND `Breach not found`.' })
  @Permit('org:privacy:read')
  @Audit('BREACH', 'VIEWED')
  breach(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<Breach> {
    return findRow(ctx, 'breach', id, 'Breach')
  }

  @Mutation(() => Breach, { description: 'Reports a breach: DISCOVERED.' })
  @Permit('org:privacy:create')
  @Audit('BREACH', 'REPORTED')
  reportBreach(@Arg('input', () => BreachInput) input: BreachInput, @Ctx() ctx: Context): Breach {
    ctx.announce({ discoveredAt: input.discoveredAt })
    return reportBreach(ctx, input)
  }

  @Mutation(() => Breach, {
    description: 'Changes the fields that are given. DISCOVERED to INVESTIGATING to CONTAINED to CLOSED, one by one.',
  })
  @Permit('org:privacy:write')
  @Audit('BREACH', 'UPDATED')
  updateBreach(
    @Arg('id', () => ID) id: string,
    @Arg('input', () => BreachPatch) input: BreachPatch,
    @Ctx() ctx: Context,
  ): Promise<Breach> {
    return updateBreach(ctx, id, input)
  }

  @Mutation(() => Breach, {
    description:
      'Records that the Information Regulator or the people affected were notified, in any state of the breach. ' +
      'A second time for the same recipient: CONFLICT.',
  })
  @Permit('org:privacy:write')
  @Audit('BREACH', 'NOTIFIED')
  recordBreachNotification(
    @Arg('id', () => ID) id: string,
    @Arg('input', () => BreachNotificationInput) input: BreachNotificationInput,
    @Ctx() ctx: Context,
  ): Promise<Breach> {
    return recordNotification(ctx, id, input)
  }

  @FieldResolver(() => BreachNotice, { description: 'Drafts of both notices, from what is recorded now.' })
  async noticeDraft(@Root() breach: Breach, @Ctx() ctx: Context): Promise<BreachNotice> {
    return draftNotice(breach, await informationOfficer(ctx))
  }
}

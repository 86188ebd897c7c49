import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Audit, Fails, GraphqlOnly, Permit } from '../../../engine/declare/declarations.ts'
import { ExportQuery } from '../../../engine/declare/export-query.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { transitionsOf } from '../../../engine/write/lifecycle.ts'
import { ExpectedUpdatedAt, IdArg } from '../../../graphql/arguments.ts'
import { type ListArguments, type Listing, ListQuery } from '../../../graphql/lists.ts'
import { Lookup } from '../../../graphql/lookup.ts'
import { Reads } from '../../../graphql/selection.ts'
import { TRANSITIONS, type Transition } from '../../../graphql/transition.ts'
import { informationOfficer } from '../information-officer.ts'
import { recordNotification, reportBreach, updateBreach } from './breach.changes.ts'
import { Breach, type BreachStatus } from './breach.entity.ts'
import {
  BreachDelayInput,
  type BreachFilter,
  BreachInput,
  BreachNotificationInput,
  BreachPatch,
  BreachUpdateInput,
} from './breach.inputs.ts'
import { draftNotice } from './breach.notice.ts'
import { BreachNotice, BreachTransition } from './breach.outputs.ts'
import { breaches } from './breach.queries.ts'
import { breachLifecycle } from './breach.rules.ts'
import { delaySubjectNotification, recordUpdate } from './breach-follow-up.ts'
import { BreachUpdate } from './breach-update.entity.ts'

@Resolver(() => Breach)
export class BreachResolver {
  @ListQuery(breaches, 'The breaches of the organization. Default order: newest first.')
  @ExportQuery(breaches, 'exportedBreaches', 'BREACH')
  @Audit('BREACH', 'LISTED')
  breaches(...[page, filter, orderBy]: ListArguments<BreachFilter>): Listing {
    return breaches.page(page, filter, orderBy)
  }

  @Query(() => Breach, { description: 'One breach. NOT_FOUND `Breach not found`.' })
  @Audit('BREACH', 'VIEWED')
  @Fails('NOT_FOUND')
  breach(@IdArg('breach') id: string): Lookup {
    return new Lookup(id, 'Breach')
  }

  @Mutation(() => Breach, { description: 'Reports a breach with the status DISCOVERED.' })
  @Permit('org:privacy:create')
  @Audit('BREACH', 'REPORTED')
  reportBreach(
    @Arg('input', () => BreachInput, { description: 'The breach to report.' }) input: BreachInput,
    @Ctx() ctx: Context,
  ): Breach {
    ctx.announce({ discoveredAt: input.discoveredAt })
    return reportBreach(ctx, input)
  }

  @Mutation(() => Breach, {
    description:
      'Changes the given fields. The status changes in this order: DISCOVERED, INVESTIGATING, CONTAINED, ' + 'CLOSED.',
  })
  @Permit(breachLifecycle.permit)
  @Audit('BREACH', 'UPDATED')
  updateBreach(
    @IdArg('breach') id: string,
    @Arg('input', () => BreachPatch, { description: 'Fields to change.' }) input: BreachPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Breach> {
    return updateBreach(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => Breach, {
    description:
      'Records that the Information Regulator or the affected people were notified, in any status of the ' +
      'breach. CONFLICT if that notification is already recorded.',
  })
  @Permit('org:privacy:write')
  @Audit('BREACH', 'NOTIFIED')
  @Fails('CONFLICT')
  recordBreachNotification(
    @IdArg('breach') id: string,
    @Arg('input', () => BreachNotificationInput, { description: 'The notification to record.' })
    input: BreachNotificationInput,
    @Ctx() ctx: Context,
  ): Promise<Breach> {
    return recordNotification(ctx, id, input)
  }

  @Mutation(() => BreachUpdate, {
    description:
      'Records an update to the Information Regulator after the first notification. CONFLICT before that ' +
      'notification.',
  })
  @Permit('org:privacy:write')
  @Audit('BREACH_UPDATE', 'CREATED')
  @Fails('CONFLICT')
  recordBreachUpdate(
    @IdArg('breach') id: string,
    @Arg('input', () => BreachUpdateInput, { description: 'The update to record.' }) input: BreachUpdateInput,
    @Ctx() ctx: Context,
  ): Promise<BreachUpdate> {
    return recordUpdate(ctx, id, input)
  }

  @Mutation(() => Breach, {
    description:
      'Records the permission to notify the affected people later (POPIA section 22(3)). Until that time ' +
      'there is no alert. CONFLICT after they were notified.',
  })
  @Permit('org:privacy:write')
  @Audit('BREACH', 'UPDATED')
  @Fails('CONFLICT')
  delayBreachNotification(
    @IdArg('breach') id: string,
    @Arg('input', () => BreachDelayInput, { description: 'The permission to delay notification.' })
    input: BreachDelayInput,
    @Ctx() ctx: Context,
  ): Promise<Breach> {
    return delaySubjectNotification(ctx, id, input)
  }

  @FieldResolver(() => [BreachTransition], { description: TRANSITIONS })
  @GraphqlOnly()
  @Reads('status')
  transitions(@Root() breach: Breach, @Ctx() ctx: Context): Promise<Transition<BreachStatus>[]> {
    return transitionsOf(ctx, breachLifecycle, breach)
  }

  @FieldResolver(() => BreachNotice, { description: 'Drafts of both notices, from the current record.' })
  async noticeDraft(@Root() breach: Breach, @Ctx() ctx: Context): Promise<BreachNotice> {
    return draftNotice(breach, await informationOfficer(ctx))
  }
}

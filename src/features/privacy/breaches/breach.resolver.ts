import { Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { invalidFields, refusal } from '../../../common/errors.ts'
import { transitions } from '../../../common/transitions.ts'
import { Audit, Fails, GraphqlOnly, Permit } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { demandMove, type Lifecycle, transitionsOf } from '../../../engine/write/lifecycle.ts'
import { pastTime } from '../../../engine/write/past-time.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../../graphql/arguments.ts'
import { changedValues, newValues } from '../../../graphql/row-inputs.ts'
import { Reads } from '../../../graphql/selection.ts'
import { TRANSITIONS, type Transition, transitionType } from '../../../graphql/transition.ts'
import { informationOfficer } from '../information-officer.ts'
import { Breach, BreachDetails, BreachStatus } from './breach.entity.ts'
import {
  BreachDelayInput,
  BreachInput,
  BreachNotificationInput,
  BreachPatch,
  BreachRecipient,
  BreachUpdateInput,
} from './breach.inputs.ts'
import { BreachNotice, draftNotice } from './breach.notice.ts'
import { breaches } from './breach.queries.ts'
import { BreachUpdate } from './breach-update.entity.ts'

const { DISCOVERED, INVESTIGATING, CONTAINED, CLOSED } = BreachStatus

/** Notifications do not depend on the status. */
const breachLifecycle: Lifecycle<BreachStatus, Pick<Breach, 'status'>> = {
  transitions: transitions<BreachStatus>('Breach', {
    [DISCOVERED]: [INVESTIGATING],
    [INVESTIGATING]: [CONTAINED],
    [CONTAINED]: [CLOSED],
    [CLOSED]: [],
  }),
  permit: 'org:privacy:write',
}

const BreachTransition = transitionType('BreachTransition', BreachStatus)

@Resolver(() => Breach)
export class BreachResolver {
  @ListRoot(breaches, 'BREACH', 'The breaches of the organization. Default order: newest first.')
  declare readonly breaches: RootField

  @RowRoot(Breach, 'BREACH', 'Breach')
  declare readonly breach: RootField

  @Mutation(() => Breach, { description: 'Reports a breach with the status DISCOVERED.' })
  @Permit('org:privacy:create')
  @Audit('BREACH', 'REPORTED')
  reportBreach(@InputArg(BreachInput, 'The breach to report.') input: BreachInput, @Ctx() ctx: Context): Breach {
    ctx.announce({ discoveredAt: input.discoveredAt })
    return addRow(ctx, Breach, {
      ...newValues(BreachDetails, input),
      affectedSubjects: input.affectedSubjects ?? null,
      discoveredAt: pastTime(ctx, 'discoveredAt', input.discoveredAt),
      status: BreachStatus.DISCOVERED,
      createdBy: ctx.caller.userId,
    })
  }

  @Mutation(() => Breach, {
    description:
      'Changes the given fields. The status changes in this order: DISCOVERED, INVESTIGATING, CONTAINED, CLOSED. ' +
      'INVALID_STATE_TRANSITION for another order.',
  })
  @Permit(breachLifecycle.permit)
  @Audit('BREACH', 'UPDATED')
  @Fails('INVALID_STATE_TRANSITION')
  async updateBreach(
    @IdArg('breach') id: string,
    @InputArg(BreachPatch, 'Fields to change.') { status, affectedSubjects, ...patch }: BreachPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Breach> {
    const breach = await lockRow(ctx, Breach, id, 'Breach', expectedUpdatedAt)
    const isMoved = status !== undefined && status !== breach.status
    if (isMoved) await demandMove(ctx, breachLifecycle, breach, status)
    return changeRow(ctx, Breach, breach, {
      ...changedValues(BreachDetails, patch),
      affectedSubjects,
      status,
      ...(isMoved && status === BreachStatus.CONTAINED && { containedAt: ctx.now }),
      ...(isMoved && status === BreachStatus.CLOSED && { closedAt: ctx.now }),
    })
  }

  @Mutation(() => Breach, {
    description:
      'Records that the Information Regulator or the affected people were notified, in any status of the ' +
      'breach. CONFLICT if that notification is already recorded.',
  })
  @Permit('org:privacy:write')
  @Audit('BREACH', 'NOTIFIED')
  @Fails('CONFLICT')
  async recordBreachNotification(
    @IdArg('breach') id: string,
    @InputArg(BreachNotificationInput, 'The notification to record.')
    { recipient, notifiedAt, reference = null, method = null }: BreachNotificationInput,
    @Ctx() ctx: Context,
  ): Promise<Breach> {
    const breach = await lockRow(ctx, Breach, id, 'Breach')
    const isToRegulator = recipient === BreachRecipient.REGULATOR
    // A notification is evidence, so the first one cannot be replaced.
    if (isToRegulator ? breach.regulatorNotification : breach.subjectsNotification)
      throw refusal('CONFLICT', 'NOTIFICATION_RECORDED', { recipient })
    const moment = pastTime(ctx, 'notifiedAt', notifiedAt)
    if (moment < breach.discoveredAt) throw invalidFields({ notifiedAt: 'BEFORE_DISCOVERY' })
    const notification = { notifiedAt: moment.toISOString(), reference, method, recordedBy: ctx.caller.userId }
    const changes = isToRegulator ? { regulatorNotification: notification } : { subjectsNotification: notification }
    return changeRow(ctx, Breach, breach, changes)
  }

  @Mutation(() => BreachUpdate, {
    description:
      'Records an update to the Information Regulator after the first notification. CONFLICT before that ' +
      'notification.',
  })
  @Permit('org:privacy:write')
  @Audit('BREACH_UPDATE', 'CREATED')
  @Fails('CONFLICT')
  async recordBreachUpdate(
    @IdArg('breach') id: string,
    @InputArg(BreachUpdateInput, 'The update to record.') input: BreachUpdateInput,
    @Ctx() ctx: Context,
  ): Promise<BreachUpdate> {
    const breach = await lockRow(ctx, Breach, id, 'Breach')
    const first = breach.regulatorNotification?.notifiedAt
    if (!first) throw refusal('CONFLICT', 'REGULATOR_FIRST')
    const sentAt = pastTime(ctx, 'sentAt', input.sentAt)
    if (sentAt < new Date(first)) throw invalidFields({ sentAt: 'BEFORE_REGULATOR' })
    return addRow(ctx, BreachUpdate, { ...input, breachId: breach.id, sentAt, createdBy: ctx.caller.userId })
  }

  @Mutation(() => Breach, {
    description:
      'Records the permission to notify the affected people later (POPIA section 22(3)). Until that time ' +
      'there is no alert. CONFLICT after they were notified.',
  })
  @Permit('org:privacy:write')
  @Audit('BREACH', 'UPDATED')
  @Fails('CONFLICT')
  async delayBreachNotification(
    @IdArg('breach') id: string,
    @InputArg(BreachDelayInput, 'The permission to delay notification.')
    { until, authority, reference = null }: BreachDelayInput,
    @Ctx() ctx: Context,
  ): Promise<Breach> {
    const breach = await lockRow(ctx, Breach, id, 'Breach')
    if (breach.subjectsNotification) throw refusal('CONFLICT', 'SUBJECTS_NOTIFIED')
    if (until <= ctx.now) throw invalidFields({ until: 'NOT_FUTURE' })
    const subjectsDelay = { until: until.toISOString(), authority, reference, recordedBy: ctx.caller.userId }
    return changeRow(ctx, Breach, breach, { subjectsDelay })
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

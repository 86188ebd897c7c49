import { invalidFields, refusal } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { demandMove } from '../../../engine/write/lifecycle.ts'
import { pastTime } from '../../../engine/write/past-time.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { changedValues, newValues } from '../../../graphql/row-inputs.ts'
import { Breach, BreachDetails, BreachStatus } from './breach.entity.ts'
import { type BreachInput, type BreachNotificationInput, type BreachPatch, BreachRecipient } from './breach.inputs.ts'
import { breachLifecycle } from './breach.rules.ts'

export function reportBreach(ctx: Context, input: BreachInput): Breach {
  return addRow(ctx, Breach, {
    ...newValues(BreachDetails, input),
    affectedSubjects: input.affectedSubjects ?? null,
    discoveredAt: pastTime(ctx, 'discoveredAt', input.discoveredAt),
    status: BreachStatus.DISCOVERED,
    createdBy: ctx.caller.userId,
  })
}

/** Changes the facts of a breach and the status of its handling. */
export async function updateBreach(
  ctx: Context,
  id: string,
  { status, affectedSubjects, ...patch }: BreachPatch,
  expectedUpdatedAt?: Date,
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

/**
 * Records a notification, in any status of the breach. A notification is evidence, so the first one cannot be replaced.
 */
export async function recordNotification(
  ctx: Context,
  id: string,
  { recipient, reference, method, notifiedAt }: BreachNotificationInput,
): Promise<Breach> {
  const breach = await lockRow(ctx, Breach, id, 'Breach')
  const field = recipient === BreachRecipient.REGULATOR ? 'regulatorNotification' : 'subjectsNotification'
  if (breach[field]) throw refusal('CONFLICT', 'NOTIFICATION_RECORDED', { recipient })
  const moment = pastTime(ctx, 'notifiedAt', notifiedAt)
  if (moment < breach.discoveredAt) throw invalidFields({ notifiedAt: 'BEFORE_DISCOVERY' })
  const notification = {
    notifiedAt: moment.toISOString(),
    reference: reference ?? null,
    method: method ?? null,
    recordedBy: ctx.caller.userId,
  }
  const isToRegulator = field === 'regulatorNotification'
  return changeRow(
    ctx,
    Breach,
    breach,
    isToRegulator ? { regulatorNotification: notification } : { subjectsNotification: notification },
  )
}

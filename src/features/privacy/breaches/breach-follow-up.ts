import { invalidFields, refusal } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { pastTime } from '../../../engine/write/past-time.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { Breach } from './breach.entity.ts'
import type { BreachDelayInput, BreachUpdateInput } from './breach.inputs.ts'
import { BreachUpdate } from './breach-update.entity.ts'

/** Records a further message to the Regulator after the first notification. There may be several. */
export async function recordUpdate(ctx: Context, id: string, input: BreachUpdateInput): Promise<BreachUpdate> {
  const breach = await lockRow(ctx, Breach, id, 'Breach')
  const first = breach.regulatorNotification?.notifiedAt
  if (!first) throw refusal('CONFLICT', 'REGULATOR_FIRST')
  const sentAt = pastTime(ctx, 'sentAt', input.sentAt)
  if (sentAt < new Date(first)) throw invalidFields({ sentAt: 'BEFORE_REGULATOR' })
  return addRow(ctx, BreachUpdate, { ...input, breachId: breach.id, sentAt, createdBy: ctx.caller.userId })
}

/** Records the permission to notify the affected people later (POPIA section 22(3)). */
export async function delaySubjectNotification(ctx: Context, id: string, input: BreachDelayInput): Promise<Breach> {
  const breach = await lockRow(ctx, Breach, id, 'Breach')
  if (breach.subjectsNotification) throw refusal('CONFLICT', 'SUBJECTS_NOTIFIED')
  const { until, authority, reference = null } = input
  if (until <= ctx.now) throw invalidFields({ until: 'NOT_FUTURE' })
  const subjectsDelay = { until: until.toISOString(), authority, reference, recordedBy: ctx.caller.userId }
  return changeRow(ctx, Breach, breach, { subjectsDelay })
}

import { refusal } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { changeRow, lockRow } from '../../../engine/write/rows.ts'
import { move } from './request.changes.ts'
import { DataSubjectRequest, RequestStatus } from './request.entity.ts'
import { RESOURCE_NAME } from './request.rules.ts'

/** Whether a request waits for the end of its grace period. */
export const isInGrace = ({ status, executesAt }: Pick<DataSubjectRequest, 'status' | 'executesAt'>): boolean =>
  status === RequestStatus.PROCESSING && executesAt !== null

/** Locks a request that waits for the end of its grace period. @throws CONFLICT for any other request */
async function lockWaiting(ctx: Context, id: string): Promise<DataSubjectRequest> {
  const request = await lockRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
  if (isInGrace(request)) return request
  throw refusal('CONFLICT', 'NOT_IN_GRACE', { status: request.status })
}

/** Ends the grace period now. The period allows second thoughts, so only a person may shorten it, with a reason. */
export async function endGrace(ctx: Context, id: string, reason: string): Promise<DataSubjectRequest> {
  if (ctx.caller.isKey) throw refusal('FORBIDDEN', 'KEY_ENDS_GRACE')
  const request = await lockWaiting(ctx, id)
  if (request.executesAt && request.executesAt <= ctx.now) throw refusal('CONFLICT', 'GRACE_ENDED')
  ctx.makeDue('requests')
  return changeRow(ctx, DataSubjectRequest, request, { executesAt: ctx.now, graceReason: reason })
}

/** Cancels the execution before it happens: the request becomes FAILED with the reason, and can be completed again. */
export async function undoCompletion(ctx: Context, id: string, reason: string): Promise<DataSubjectRequest> {
  const request = await lockWaiting(ctx, id)
  return move(ctx, request, RequestStatus.FAILED, { executesAt: null, executedBy: null, failure: `Undone: ${reason}` })
}

import { ServiceError } from '../../../common/errors.ts'
import type { Context } from '../../../engine/context.ts'
import { changeRow, lockRow } from '../../../engine/rows.ts'
import { move } from './request.changes.ts'
import { DataSubjectRequest, RequestStatus } from './request.entity.ts'
import { THING } from './request.rules.ts'

/** Whether a request waits for the end of its grace period. */
export const isInGrace = ({ status, executesAt }: Pick<DataSubjectRequest, 'status' | 'executesAt'>): boolean =>
  status === RequestStatus.PROCESSING && executesAt !== null

/** A request that waits for the end of its grace period. @throws CONFLICT for any other */
async function lockWaiting(ctx: Context, id: string): Promise<DataSubjectRequest> {
  const request = await lockRow(ctx, DataSubjectRequest, id, THING)
  if (isInGrace(request)) return request
  throw new ServiceError('CONFLICT', `The request is not in a grace period (${request.status})`)
}

/** Ends the grace period now. It is there for second thoughts: a person shortens it, and says why. */
export async function endGrace(ctx: Context, id: string, reason: string): Promise<DataSubjectRequest> {
  if (ctx.caller.isKey) throw new ServiceError('FORBIDDEN', 'A grace period is ended by a person, not by an API key')
  const request = await lockWaiting(ctx, id)
  if (request.executesAt && request.executesAt <= ctx.now)
    throw new ServiceError('CONFLICT', 'The grace period of the request has ended, and it is about to be executed')
  ctx.makeDue('requests')
  return changeRow(ctx, DataSubjectRequest, request, { executesAt: ctx.now, graceReason: reason })
}

/** Takes the execution back before it happens: the request is FAILED, with the reason, and may be completed again. */
export async function undoCompletion(ctx: Context, id: string, reason: string): Promise<DataSubjectRequest> {
  const request = await lockWaiting(ctx, id)
  return move(ctx, request, RequestStatus.FAILED, { executesAt: null, executedBy: null, failure: `Undone: ${reason}` })
}

import { Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { refusal } from '../../../common/errors.ts'
import { Audit, Cost, Fails, NeedsFreshSignIn, Permit } from '../../../engine/declare/declarations.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { changeRow, lockRow } from '../../../engine/write/rows.ts'
import { IdArg, InputArg } from '../../../graphql/arguments.ts'
import { undoneText } from '../failure.ts'
import { ReasonInput } from '../reason.ts'
import { DataSubjectRequest, RequestStatus } from './request.entity.ts'
import { previewRequest, RequestPreview } from './request.preview.ts'
import { RequestReviewInput, reviewRequest } from './request.review.ts'
import { isInGrace, RESOURCE_NAME } from './request.rules.ts'

/** Locks a request that waits for the end of its grace period. @throws CONFLICT for any other request */
async function lockWaiting(ctx: Context, id: string): Promise<DataSubjectRequest> {
  const request = await lockRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
  if (isInGrace(request)) return request
  throw refusal('CONFLICT', 'NOT_IN_GRACE', { status: request.status })
}

@Resolver()
export class RequestReviewResolver {
  @Query(() => RequestPreview, {
    description: 'Preview of a request: its effect on each record, and the ground for each field. Changes nothing.',
  })
  @Permit('org:privacy:decide')
  @Audit('DATA_SUBJECT_PREVIEW', 'VIEWED')
  @Cost(2_000)
  dataSubjectPreview(@IdArg('data-subject request') id: string, @Ctx() ctx: Context): Promise<RequestPreview> {
    return previewRequest(ctx, id)
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Confirms records of a preview, or leaves them out, each with a reason. The verdicts also apply to ' +
      'later requests of the same person, until the record changes. INVALID_STATE_TRANSITION for a closed request.',
  })
  @Permit('org:privacy:decide')
  @Audit('DATA_SUBJECT_REQUEST', 'REVIEWED')
  @Fails('INVALID_STATE_TRANSITION')
  reviewDataSubjectRequest(
    @IdArg('data-subject request') id: string,
    @InputArg(RequestReviewInput, 'Verdicts on records of the preview.') input: RequestReviewInput,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    return reviewRequest(ctx, id, input)
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Ends the grace period of a request now. Only for administrators: FORBIDDEN for an API key. CONFLICT if the request ' +
      'has no grace period, or if the period has ended.',
  })
  @Permit('org:provider:write')
  @Audit('DATA_SUBJECT_REQUEST', 'UPDATED')
  @NeedsFreshSignIn()
  @Fails('CONFLICT')
  async endDataSubjectGrace(
    @IdArg('data-subject request') id: string,
    @InputArg(ReasonInput, 'Reason for ending the grace period.') { reason }: ReasonInput,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    // The period allows second thoughts, so only a person may shorten it.
    if (ctx.caller.isKey) throw refusal('FORBIDDEN', 'KEY_ENDS_GRACE')
    const request = await lockWaiting(ctx, id)
    if (request.executesAt && request.executesAt <= ctx.now) throw refusal('CONFLICT', 'GRACE_ENDED')
    ctx.makeDue('requests')
    return changeRow(ctx, DataSubjectRequest, request, { executesAt: ctx.now, graceReason: reason })
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Undoes a completion within its grace period: the request becomes FAILED and can be completed again. ' +
      'CONFLICT if the request has no grace period.',
  })
  @Permit('org:privacy:decide')
  @Audit('DATA_SUBJECT_REQUEST', 'UNDONE')
  @Fails('CONFLICT')
  async undoDataSubjectCompletion(
    @IdArg('data-subject request') id: string,
    @InputArg(ReasonInput, 'Reason for undoing the completion.') { reason }: ReasonInput,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    const request = await lockWaiting(ctx, id)
    const undone = { status: RequestStatus.FAILED, executesAt: null, executedBy: null, failure: undoneText(reason) }
    return changeRow(ctx, DataSubjectRequest, request, undone)
  }
}

import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, NeedsFreshSignIn, Permit } from '../../../engine/declare/declarations.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { IdArg } from '../../../graphql/arguments.ts'
import { ReasonInput } from '../reason.ts'
import { endGrace, undoCompletion } from './request.completion.ts'
import { DataSubjectRequest } from './request.entity.ts'
import { previewRequest, RequestPreview } from './request.preview.ts'
import { RequestReviewInput, reviewRequest } from './request.review.ts'

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
      'later requests of the same person, until the record changes.',
  })
  @Permit('org:privacy:decide')
  @Audit('DATA_SUBJECT_REQUEST', 'REVIEWED')
  reviewDataSubjectRequest(
    @IdArg('data-subject request') id: string,
    @Arg('input', () => RequestReviewInput, { description: 'Verdicts on records of the preview.' })
    input: RequestReviewInput,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    return reviewRequest(ctx, id, input)
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Ends the grace period of a request now. Only for administrators. CONFLICT if the request has no grace period.',
  })
  @Permit('org:provider:write')
  @Audit('DATA_SUBJECT_REQUEST', 'UPDATED')
  @NeedsFreshSignIn()
  @Fails('CONFLICT')
  endDataSubjectGrace(
    @IdArg('data-subject request') id: string,
    @Arg('input', () => ReasonInput, { description: 'Reason for ending the grace period.' }) { reason }: ReasonInput,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    return endGrace(ctx, id, reason)
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Undoes a completion within its grace period: the request becomes FAILED and can be completed again. ' +
      'CONFLICT if the request has no grace period.',
  })
  @Permit('org:privacy:decide')
  @Audit('DATA_SUBJECT_REQUEST', 'UNDONE')
  @Fails('CONFLICT')
  undoDataSubjectCompletion(
    @IdArg('data-subject request') id: string,
    @Arg('input', () => ReasonInput, { description: 'Reason for undoing the completion.' }) { reason }: ReasonInput,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    return undoCompletion(ctx, id, reason)
  }
}

import { Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { invalidFields, required } from '../../../common/errors.ts'
import {
  Audit,
  Cost,
  Fails,
  GraphqlOnly,
  NeedsFreshSignIn,
  Permit,
  statements,
} from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { pastTime } from '../../../engine/write/past-time.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../../graphql/arguments.ts'
import { DateTime } from '../../../graphql/columns.ts'
import { Reads } from '../../../graphql/selection.ts'
import { registerSubject } from '../subjects/subject.register.ts'
import { subjectOf } from '../subjects/subject.ts'
import { actionsOn, DECIDING } from './request.actions.ts'
import { correctionOf, demandExtensible, updateRequest } from './request.changes.ts'
import { clockOf } from './request.clock.ts'
import { completeRequest } from './request.completion.ts'
import { DataSubjectRequest, RequestDecision, RequestStatus } from './request.entity.ts'
import { accessPackage } from './request.execution.ts'
import { grantOf } from './request.grant.ts'
import {
  CompletionInput,
  DataSubjectRequestInput,
  DataSubjectRequestPatch,
  DecisionInput,
  ExtensionInput,
} from './request.inputs.ts'
import { noticeOf, notify } from './request.notice.ts'
import { AccessPackage, type Answered, DataSubjectRequestStep, SubjectNotice } from './request.outputs.ts'
import { openDuplicate, requests } from './request.queries.ts'
import { demandCorrection, RESOURCE_NAME, requestTransitions } from './request.rules.ts'

@Resolver(() => DataSubjectRequest)
export class DataSubjectRequestResolver {
  @ListRoot(
    requests,
    'DATA_SUBJECT_REQUEST',
    'The data-subject requests of the organization. Default order: newest first.',
  )
  declare readonly dataSubjectRequests: RootField

  @RowRoot(DataSubjectRequest, 'DATA_SUBJECT_REQUEST', RESOURCE_NAME, {
    description: 'One request. NOT_FOUND `Data-subject request not found`.',
  })
  declare readonly dataSubjectRequest: RootField

  @Query(() => AccessPackage, {
    description:
      'The access package of a granted request for ACCESS or PORTABILITY. CONFLICT for any other request, ' +
      'and after an erasure of the subject revoked the package.',
  })
  @Permit('org:privacy:write')
  @Audit('DATA_SUBJECT_REQUEST', 'EXPORTED')
  @Cost(2_000)
  @Fails('CONFLICT')
  dataSubjectExport(@IdArg('data-subject request') id: string, @Ctx() ctx: Context): Promise<AccessPackage> {
    return accessPackage(ctx, id)
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Lodges a request with the status RECEIVED. The request is due in 30 days. A due date on a Sunday or public holiday moves to the next day that is neither.',
  })
  @Permit('org:privacy:create')
  @Audit('DATA_SUBJECT_REQUEST', 'CREATED')
  @Cost(statements(7))
  async lodgeDataSubjectRequest(
    @InputArg(DataSubjectRequestInput, 'The request to lodge.') input: DataSubjectRequestInput,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    const subject = subjectOf(input.subject)
    return addRow(ctx, DataSubjectRequest, {
      ...input,
      status: RequestStatus.RECEIVED,
      subject,
      correction: correctionOf(input.correction),
      receivedAt: pastTime(ctx, 'receivedAt', input.receivedAt),
      duplicateOfId: await openDuplicate(ctx, input.type, subject),
      subjectId: await registerSubject(ctx, subject),
      createdBy: ctx.caller.userId,
    })
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Assigns an open request, records proof of identity, withdraws it or marks it as a duplicate. ' +
      'CONFLICT for a `correction` that differs from the decided one. INVALID_STATE_TRANSITION names the allowed statuses.',
  })
  @Permit('org:privacy:write')
  @Audit('DATA_SUBJECT_REQUEST', 'UPDATED')
  @Fails('CONFLICT', 'INVALID_STATE_TRANSITION')
  updateDataSubjectRequest(
    @IdArg('data-subject request') id: string,
    @InputArg(DataSubjectRequestPatch, 'Fields to change.') input: DataSubjectRequestPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    return updateRequest(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Decides a request that is IN_REVIEW; INVALID_STATE_TRANSITION for any other. For a CORRECTION, the decision covers ' +
      'the `correction` of the request.',
  })
  @Permit('org:privacy:decide')
  @Audit('DATA_SUBJECT_REQUEST', 'DECIDED')
  @Fails('INVALID_STATE_TRANSITION')
  async decideDataSubjectRequest(
    @IdArg('data-subject request') id: string,
    @InputArg(DecisionInput, 'The decision.') { decision, reasons, granted }: DecisionInput,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    if (decision !== RequestDecision.APPROVED && !reasons?.trim()) throw required('reasons')
    if (granted && decision !== RequestDecision.PARTIALLY_APPROVED)
      throw invalidFields({ granted: { code: 'GRANT_NOT_PARTIAL', decision: RequestDecision.PARTIALLY_APPROVED } })
    const request = await lockRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
    requestTransitions.check(request.status, RequestStatus[decision])
    if (decision !== RequestDecision.REFUSED) demandCorrection(request)
    const decided = {
      status: RequestStatus[decision],
      decision,
      decisionReasons: reasons ?? null,
      granted: granted ? await grantOf(ctx, granted) : null,
      decidedAt: ctx.now,
      decidedBy: ctx.caller.userId,
    }
    return notify(ctx, changeRow(ctx, DataSubjectRequest, request, decided))
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Extends the period to answer by up to 30 days. Possible once, within the first period, and with ' +
      'reasons; otherwise CONFLICT. OBJECTION and CONSENT_WITHDRAWAL cannot be extended. INVALID_STATE_TRANSITION for a ' +
      'closed request.',
  })
  @Permit('org:privacy:write')
  @Audit('DATA_SUBJECT_REQUEST', 'EXTENDED')
  @Fails('CONFLICT', 'INVALID_STATE_TRANSITION')
  async extendDataSubjectRequest(
    @IdArg('data-subject request') id: string,
    @InputArg(ExtensionInput, 'Reasons, and the number of days.') { days, reasons }: ExtensionInput,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    const request = await lockRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
    await demandExtensible(ctx, request)
    const extension = { extensionDays: days ?? 30, extensionReasons: reasons, extendedAt: ctx.now }
    return notify(ctx, changeRow(ctx, DataSubjectRequest, request, extension))
  }

  @Mutation(() => DataSubjectRequest, {
    description:
      'Executes a granted request, all or nothing. The request becomes COMPLETED, or FAILED with the ' +
      'reason, to be tried again. Records under review that nobody confirmed are left and listed. DELETION ' +
      'and CORRECTION must be completed by a user other than the one who decided them, otherwise FORBIDDEN. ' +
      'They are PROCESSING until `executesAt`, by default a day later, and can be undone until then. With a ' +
      '`reason`, an administrator executes them at once, and the answer has the outcome. `notice` is the ' +
      'text for the subject. After an immediate erasure, this is the last answer with the subject’s ' +
      'address. INVALID_STATE_TRANSITION for a request that was not granted, is PROCESSING or is COMPLETED.',
  })
  @Permit('org:privacy:decide')
  @Audit('DATA_SUBJECT_REQUEST', 'EXECUTED')
  @NeedsFreshSignIn()
  @Cost(2_000)
  @Fails('FORBIDDEN', 'INVALID_STATE_TRANSITION')
  completeDataSubjectRequest(
    @IdArg('data-subject request') id: string,
    @InputArg(CompletionInput, 'Whether to execute at once, and the reason.', { nullable: true })
    input: CompletionInput | undefined,
    @Ctx() ctx: Context,
  ): Promise<DataSubjectRequest> {
    return completeRequest(ctx, id, input?.reason ?? null)
  }

  @FieldResolver(() => DateTime, { description: 'Due time, including any extension.' })
  async dueAt(@Root() request: DataSubjectRequest, @Ctx() ctx: Context): Promise<Date> {
    return (await clockOf(ctx, request)).dueAt
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Calendar days in South Africa until the due date. Negative after it. Null for a closed request.',
  })
  async daysLeft(@Root() request: DataSubjectRequest, @Ctx() ctx: Context): Promise<number | null> {
    return (await clockOf(ctx, request)).daysLeft
  }

  @FieldResolver(() => Boolean, { description: 'Whether the request is open and past its due date.' })
  async overdue(@Root() request: DataSubjectRequest, @Ctx() ctx: Context): Promise<boolean> {
    return (await clockOf(ctx, request)).overdue
  }

  @FieldResolver(() => [DataSubjectRequestStep], {
    description: 'Actions that the caller can take on the request now, and the reasons against the others.',
  })
  @GraphqlOnly()
  @Reads(...DECIDING)
  actions(@Root() request: DataSubjectRequest, @Ctx() ctx: Context): Promise<DataSubjectRequestStep[]> {
    return actionsOn(ctx, request)
  }

  @FieldResolver(() => SubjectNotice, { description: 'Notice to the subject about the current status.' })
  notice(@Root() request: Answered, @Ctx() ctx: Context): SubjectNotice | Promise<SubjectNotice> {
    return request.notice ?? noticeOf(ctx, request)
  }
}

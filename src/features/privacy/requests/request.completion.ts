import { forbidden } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import { changeRow, inSavepoint, lockRow } from '../../../engine/write/rows.ts'
import { privacySettings } from '../settings/settings.ts'
import { Unfinished } from '../subjects/subject.erasure.ts'
import { secondLook } from '../subjects/subject.second-look.ts'
import { certify } from './request.certificate.ts'
import { DataSubjectRequest, RequestStatus, RequestType } from './request.entity.ts'
import { executeRequest } from './request.execution.ts'
import { mailNotice, noticeOf } from './request.notice.ts'
import type { Answered } from './request.outputs.ts'
import { demandCorrection, demandSecondPerson, isOfChange, RESOURCE_NAME, requestTransitions } from './request.rules.ts'

const HOUR_MS = 3600 * 1000
/** The permission that shortens a grace period. */
const ADMINISTRATION = 'org:provider:write'

/**
 * Completes a granted request. A request that changes or deletes records is executed after the organization's grace
 * period, unless a reason is given. Any other request is executed at once.
 * @throws FORBIDDEN if the caller decided a request that changes or deletes records, or gives a reason without being an
 * administrator
 */
export async function completeRequest(
  ctx: Context,
  id: string,
  reason: string | null,
): Promise<Answered | DataSubjectRequest> {
  if (reason && !ctx.caller.permissions.has(ADMINISTRATION)) throw forbidden(ADMINISTRATION)
  const request = await lockRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
  requestTransitions.check(request.status, RequestStatus.PROCESSING)
  await demandSecondPerson(ctx, request)
  demandCorrection(request)
  const hours = reason || !isOfChange(request.type) ? 0 : (await privacySettings(ctx)).requestGraceHours
  const executesAt = hours > 0 ? new Date(ctx.now.getTime() + hours * HOUR_MS) : undefined
  const execution = { status: RequestStatus.PROCESSING, executedBy: ctx.caller.userId, graceReason: reason, executesAt }
  const processing = changeRow(ctx, DataSubjectRequest, request, execution)
  if (!executesAt) return execute(ctx, processing)
  ctx.makeDue('requests', executesAt)
  return processing
}

/**
 * Executes a PROCESSING request, all of it or nothing. If a table blocks it, everything is rolled back and the request
 * becomes FAILED, to be tried again.
 */
export async function execute(ctx: Context, locked: DataSubjectRequest): Promise<Answered> {
  const { id, subject } = locked
  const { outcome = null, certificate = null, failure = null } = await attempt(ctx, locked)
  // An erasure changes the request row too.
  const request = await findRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
  const status = outcome ? RequestStatus.COMPLETED : RequestStatus.FAILED
  const result = { status, outcome, certificate, failure, executesAt: null }
  const ended = changeRow(ctx, DataSubjectRequest, request, result)
  ctx.record('DATA_SUBJECT_REQUEST', status, id)
  // Addressed to the subject's earlier data: after an erasure the request holds a pseudonym.
  const notice = await noticeOf(ctx, { ...ended, subject })
  if (!outcome) return { ...ended, notice }
  const mailed = await mailNotice(ctx, ended, notice, subject)
  const now = ctx.now
  const completed = { completedAt: now, ...(!mailed && { notifiedAt: now }) }
  return { ...changeRow(ctx, DataSubjectRequest, mailed ?? ended, completed), notice }
}

/** The results of an execution. A failed execution changes nothing. */
async function attempt(
  ctx: Context,
  request: DataSubjectRequest,
): Promise<Partial<Pick<DataSubjectRequest, 'outcome' | 'certificate' | 'failure'>>> {
  // The subject is read before an erasure removes it.
  const { id, type, subject, createdBy, decidedBy, executedBy } = request
  const startedAt = ctx.now
  try {
    return await inSavepoint(ctx, async () => {
      const outcome = await executeRequest(ctx, request)
      if (type !== RequestType.DELETION) return { outcome }
      const remaining = await secondLook(ctx, subject)
      const who = { requestId: id, lodgedBy: createdBy, decidedBy, executedBy: executedBy ?? ctx.caller.userId }
      return { outcome, certificate: certify(ctx, { ...who, startedAt, outcome, remaining }) }
    })
  } catch (error) {
    if (error instanceof Unfinished) return { failure: error.message }
    throw error
  }
}

import { forbidden } from '../../../common/errors.ts'
import type { Context } from '../../../engine/context.ts'
import { changeRow, findRow, inSavepoint, lockRow } from '../../../engine/rows.ts'
import { privacySettings } from '../settings/settings.ts'
import { Unfinished } from '../subjects/subject.erasure.ts'
import { secondLook } from '../subjects/subject.second-look.ts'
import { certify, type ErasureCertificate } from './request.certificate.ts'
import { move } from './request.changes.ts'
import { DataSubjectRequest, RequestStatus, RequestType } from './request.entity.ts'
import { executeRequest } from './request.execution.ts'
import { mailNotice } from './request.mail.ts'
import { noticeOf } from './request.notice.ts'
import type { ExecutionOutcome } from './request.outcome.ts'
import type { Answered } from './request.outputs.ts'
import { demandCorrection, demandSecondPerson, isOfChange, requestTransitions, THING } from './request.rules.ts'

const HOUR_MS = 3600 * 1000
/** What shortens a grace period. */
const ADMINISTRATION = 'org:provider:write'

/** How long what changes or deletes waits: not at all where an administrator says why it cannot. */
async function graceOf(ctx: Context, { type }: DataSubjectRequest, reason: string | null): Promise<number> {
  return reason || !isOfChange(type) ? 0 : (await privacySettings(ctx)).requestGraceHours
}

/**
 * Has a granted request done: what changes or deletes behind the grace period of the organization, unless there is a
 * reason not to wait, and all else at once.
 * @throws FORBIDDEN to whoever decided it, where it changes or deletes, and to whoever is no administrator and gives a reason
 */
export async function completeRequest(
  ctx: Context,
  id: string,
  reason: string | null,
): Promise<Answered | DataSubjectRequest> {
  if (reason && !ctx.caller.permissions.has(ADMINISTRATION)) throw forbidden(ADMINISTRATION)
  const request = await lockRow(ctx, DataSubjectRequest, id, THING)
  requestTransitions.check(request.status, RequestStatus.PROCESSING)
  demandSecondPerson(request, ctx.caller)
  demandCorrection(request)
  const hours = await graceOf(ctx, request, reason)
  const executesAt = hours > 0 ? new Date(ctx.now.getTime() + hours * HOUR_MS) : undefined
  const begun = { executedBy: ctx.caller.userId, graceReason: reason, executesAt }
  const processing = move(ctx, request, RequestStatus.PROCESSING, begun)
  if (!executesAt) return execute(ctx, processing)
  ctx.makeDue('requests', executesAt)
  return processing
}

interface Attempt {
  outcome?: ExecutionOutcome
  certificate?: ErasureCertificate
  failure?: string
}

/**
 * Does what a request that is PROCESSING asks for, all of it or nothing: where a table does not let go of the subject,
 * what was done is undone, and the request stays as FAILED, to be tried again.
 */
export async function execute(ctx: Context, locked: DataSubjectRequest): Promise<Answered> {
  const { id, subject } = locked
  const { outcome = null, certificate = null, failure = null } = await attempt(ctx, locked)
  // An erasure changes the request too.
  const request = await findRow(ctx, DataSubjectRequest, id, THING)
  const status = outcome ? RequestStatus.COMPLETED : RequestStatus.FAILED
  const ended = move(ctx, request, status, { outcome, certificate, failure, executesAt: null })
  ctx.record('DATA_SUBJECT_REQUEST', status, id)
  // To the subject as it was: after an erasure the request itself names a pseudonym.
  const notice = await noticeOf(ctx, { ...ended, subject })
  if (!outcome) return { ...ended, notice }
  const mailed = await mailNotice(ctx, ended, notice, subject)
  const now = ctx.now
  const completed = { completedAt: now, ...(!mailed && { notifiedAt: now }) }
  return { ...changeRow(ctx, DataSubjectRequest, mailed ?? ended, completed), notice }
}

async function attempt(ctx: Context, request: DataSubjectRequest): Promise<Attempt> {
  try {
    return await inSavepoint(ctx, () => attempted(ctx, request))
  } catch (error) {
    if (error instanceof Unfinished) return { failure: error.message }
    throw error
  }
}

/** What the request said is read before it is erased with the rest. */
async function attempted(ctx: Context, request: DataSubjectRequest): Promise<Attempt> {
  const { id, type, subject, createdBy, decidedBy, executedBy } = request
  const startedAt = ctx.now
  const outcome = await executeRequest(ctx, request)
  if (type !== RequestType.DELETION) return { outcome }
  const remaining = await secondLook(ctx, subject)
  const who = { requestId: id, lodgedBy: createdBy, decidedBy, executedBy: executedBy ?? ctx.caller.userId }
  return { outcome, certificate: certify(ctx, { ...who, startedAt, outcome, remaining }) }
}

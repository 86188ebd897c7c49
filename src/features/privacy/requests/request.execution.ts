import { refusal, required } from '../../../common/errors.ts'
import { causeText } from '../../../common/texts.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import { wakeCampaigns } from '../../campaigns/campaign.wake.ts'
import { withdrawConsent } from '../consents/consent.changes.ts'
import { grantedIdsOf } from '../consents/consent.queries.ts'
import { contactOf } from '../contacts/contact.ts'
import { SuppressionCause } from '../contacts/suppression.entity.ts'
import { suppress } from '../contacts/suppression.ts'
import { originText } from '../origin.ts'
import { gatherSubject } from '../subjects/subject.access.ts'
import type { Choose } from '../subjects/subject.choice.ts'
import { correctSubject, eraseSubject } from '../subjects/subject.erasure.ts'
import { forgetSubject } from '../subjects/subject.register.ts'
import { subjectTables } from '../subjects/subject.tables.ts'
import { choiceFor } from './request.choice.ts'
import { DataSubjectRequest, RequestDecision, RequestType } from './request.entity.ts'
import { type ExecutionOutcome, type KeptResource, leftRows } from './request.outcome.ts'
import type { AccessPackage } from './request.outputs.ts'
import { revokePackages } from './request.queries.ts'
import { isAnsweredByPackage, isGranted, isOfChange, RESOURCE_NAME } from './request.rules.ts'

const NOTHING: ExecutionOutcome = { resources: [], kept: [], consentsWithdrawn: 0, packagesRevoked: 0, left: [] }

/** The resources that an erasure keeps, and the reasons. */
const keptResources = async (ctx: Context): Promise<KeptResource[]> =>
  (await subjectTables(ctx)).flatMap(({ resource, rule }) => {
    const cause = rule.erase === 'keep' && { code: rule.because }
    return cause ? { resource, reason: causeText(cause), cause } : []
  })

async function withdrawConsents(ctx: Context, request: DataSubjectRequest, choose: Choose): Promise<number> {
  const ids = await grantedIdsOf(ctx, request.subject, request, choose)
  for (const id of ids) {
    await withdrawConsent(ctx, id, originText('DATA_SUBJECT_REQUEST', request.id))
    ctx.record('CONSENT', 'WITHDRAWN', id)
  }
  return ids.length
}

async function gather(ctx: Context, { subject }: DataSubjectRequest, choose: Choose): Promise<ExecutionOutcome> {
  const { rows, left } = await gatherSubject(ctx, subject, choose)
  const resources = Map.groupBy(rows, ({ resource }) => resource)
  const found = [...resources].map(([resource, { length }]) => ({ resource, found: length, deleted: 0, rewritten: 0 }))
  return { ...NOTHING, resources: found, left: leftRows(left) }
}

async function correct(
  ctx: Context,
  { subject, correction }: DataSubjectRequest,
  choose: Choose,
): Promise<ExecutionOutcome> {
  if (!correction) throw required('correction')
  const done = await correctSubject(ctx, subject, { ...correction }, choose)
  return { ...NOTHING, resources: done.treated, left: leftRows(done.left) }
}

async function erase(ctx: Context, request: DataSubjectRequest, choose: Choose): Promise<ExecutionOutcome> {
  const { subject } = request
  const isWhole = request.decision === RequestDecision.APPROVED
  const consentsWithdrawn = await withdrawConsents(ctx, request, choose)
  const packagesRevoked = isWhole ? await revokePackages(ctx, subject) : 0
  // Runs before the erasure, because a verdict contains the name of a field, and that name may be the person's name.
  if (request.subjectId && isWhole) await forgetSubject(ctx, request.subjectId)
  const done = await eraseSubject(ctx, subject, choose)
  const kept = await keptResources(ctx)
  return { resources: done.treated, kept, consentsWithdrawn, packagesRevoked, left: leftRows(done.left) }
}

/** Withdraws the subject's consents in all notations, and suppresses the subject until the suppression is withdrawn. */
async function refuseContact(
  ctx: Context,
  request: DataSubjectRequest,
  cause: SuppressionCause,
  choose: Choose,
): Promise<ExecutionOutcome> {
  const { id, subject, purpose, channel } = request
  const found = await withdrawConsents(ctx, request, choose)
  // A partial grant covers only the named consents, and no future ones.
  if (request.decision !== RequestDecision.APPROVED) return { ...NOTHING, consentsWithdrawn: found }
  const note = originText('DATA_SUBJECT_REQUEST', id)
  const { consentsWithdrawn } = await suppress(ctx, { contact: contactOf(subject), cause, purpose, channel, note })
  return { ...NOTHING, consentsWithdrawn: found + consentsWithdrawn }
}

/** Executes a granted request, within the grant and the confirmed records. */
export async function executeRequest(ctx: Context, request: DataSubjectRequest): Promise<ExecutionOutcome> {
  const choose = await choiceFor(ctx, request)
  if (isOfChange(request.type)) {
    ctx.makeDue('dead_rows')
    // Recipients and consents of campaigns may change.
    wakeCampaigns(ctx)
  }
  switch (request.type) {
    case RequestType.ACCESS:
    case RequestType.PORTABILITY:
      return gather(ctx, request, choose)
    case RequestType.CORRECTION:
      return correct(ctx, request, choose)
    case RequestType.DELETION:
      return erase(ctx, request, choose)
    case RequestType.OBJECTION:
    case RequestType.CONSENT_WITHDRAWAL:
      return refuseContact(ctx, request, SuppressionCause[request.type], choose)
  }
}

/**
 * The access package of a request, from the current data. @throws CONFLICT if the request has none, or has none any
 * more
 */
export async function accessPackage(ctx: Context, id: string): Promise<AccessPackage> {
  const request = await findRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
  const { type, status, subject, exportRevokedAt } = request
  if (!isAnsweredByPackage(type)) throw refusal('CONFLICT', 'NO_PACKAGE_OF_TYPE', { type })
  if (exportRevokedAt) throw refusal('CONFLICT', 'PACKAGE_REVOKED')
  if (!isGranted(status)) throw refusal('CONFLICT', 'NO_PACKAGE_IN_STATUS', { status })
  const { left, ...held } = await gatherSubject(ctx, subject, await choiceFor(ctx, request))
  return { requestId: id, type, generatedAt: ctx.now, subject, ...held, left: leftRows(left) }
}

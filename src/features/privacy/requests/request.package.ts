import { refusal } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import { gatherSubject } from '../subjects/subject.access.ts'
import { choiceFor } from './request.choice.ts'
import { DataSubjectRequest } from './request.entity.ts'
import { leftRows } from './request.outcome.ts'
import type { AccessPackage } from './request.outputs.ts'
import { isAnsweredByPackage, isGranted, RESOURCE_NAME } from './request.rules.ts'

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

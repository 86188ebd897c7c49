import { ServiceError } from '../../../common/errors.ts'
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
  if (!isAnsweredByPackage(type)) throw new ServiceError('CONFLICT', `A request of type ${type} has no access package`)
  if (exportRevokedAt) throw new ServiceError('CONFLICT', 'The access package was revoked when the subject was erased')
  if (!isGranted(status)) throw new ServiceError('CONFLICT', `A request that is ${status} has no access package`)
  const { left, ...held } = await gatherSubject(ctx, subject, await choiceFor(ctx, request))
  return { requestId: id, type, generatedAt: ctx.now, subject, ...held, left: leftRows(left) }
}

import type { Context } from '../../kernel/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { findRow } from '../../kernel/rows.ts'
import { gatherSubject } from '../subjects/subject.access.ts'
import { THING } from './request.changes.ts'
import type { AccessPackage } from './request.outputs.ts'
import { isAnsweredByPackage, isGranted } from './request.rules.ts'

/** The access package of a request, as the database is now. @throws CONFLICT when there is none, or no more */
export async function accessPackage(ctx: Context, id: string): Promise<AccessPackage> {
  const { type, status, subject, exportRevokedAt } = await findRow(ctx, 'dataSubjectRequest', id, THING)
  if (!isAnsweredByPackage(type)) throw new ServiceError('CONFLICT', `A request of type ${type} has no access package`)
  if (exportRevokedAt) throw new ServiceError('CONFLICT', 'The access package was revoked when the subject was erased')
  if (!isGranted(status)) throw new ServiceError('CONFLICT', `A request that is ${status} has no access package`)
  return { requestId: id, type, generatedAt: ctx.now, subject, ...(await gatherSubject(ctx, subject)) }
}

import type { Context } from '../../kernel/context.ts'
import { required } from '../../kernel/errors.ts'
import { withdrawConsent } from '../consents/consent.changes.ts'
import { grantedIdsOf } from '../consents/consent.queries.ts'
import { gatherSubject } from '../subjects/subject.access.ts'
import { correctSubject, eraseSubject, keptTables, type Treated } from '../subjects/subject.erasure.ts'
import { type DataSubjectRequest, RequestType } from './request.entity.ts'
import type { ExecutionOutcome, TreatedResource } from './request.outcome.ts'
import { revokePackages } from './request.queries.ts'

const NOTHING: ExecutionOutcome = { resources: [], kept: [], consentsWithdrawn: 0, packagesRevoked: 0 }

const treatedResources = (treated: Treated[]): TreatedResource[] =>
  treated.map(({ table, deleted, rewritten }) => ({ resource: table.toUpperCase(), found: 0, deleted, rewritten }))

async function withdrawConsents(ctx: Context, request: DataSubjectRequest): Promise<number> {
  const ids = await grantedIdsOf(ctx, request.subject, request)
  for (const id of ids) {
    await withdrawConsent(ctx, id, `Data-subject request ${request.id}`)
    ctx.record('CONSENT', 'WITHDRAWN', id)
  }
  await ctx.flush()
  return ids.length
}

async function gather(ctx: Context, { subject }: DataSubjectRequest): Promise<ExecutionOutcome> {
  const { rows } = await gatherSubject(ctx, subject)
  const resources = Map.groupBy(rows, ({ resource }) => resource)
  const found = [...resources].map(([resource, { length }]) => ({ resource, found: length, deleted: 0, rewritten: 0 }))
  return { ...NOTHING, resources: found }
}

async function correct(ctx: Context, { subject, correction }: DataSubjectRequest): Promise<ExecutionOutcome> {
  if (!correction) throw required('correction')
  return { ...NOTHING, resources: treatedResources(await correctSubject(ctx, subject, correction)) }
}

async function erase(ctx: Context, request: DataSubjectRequest): Promise<ExecutionOutcome> {
  const { subject } = request
  const consentsWithdrawn = await withdrawConsents(ctx, request)
  const packagesRevoked = await revokePackages(ctx, subject)
  const resources = treatedResources(await eraseSubject(ctx, subject))
  const kept = (await keptTables(ctx)).map(({ table, reason }) => ({ resource: table.toUpperCase(), reason }))
  return { resources, kept, consentsWithdrawn, packagesRevoked }
}

/** Does what a granted request asks for. */
export async function executeRequest(ctx: Context, request: DataSubjectRequest): Promise<ExecutionOutcome> {
  switch (request.type) {
    case RequestType.ACCESS:
    case RequestType.PORTABILITY:
      return gather(ctx, request)
    case RequestType.CORRECTION:
      return correct(ctx, request)
    case RequestType.DELETION:
      return erase(ctx, request)
    case RequestType.OBJECTION:
    case RequestType.CONSENT_WITHDRAWAL:
      return { ...NOTHING, consentsWithdrawn: await withdrawConsents(ctx, request) }
  }
}

import { validate as isUuid } from 'uuid'
import { invalid, required, ServiceError } from '../../common/errors.ts'
import { planAnew } from '../../data/plans.ts'
import type { Context } from '../../engine/context.ts'
import { checkPermission } from '../../engine/guard.ts'
import { checkMover } from '../../engine/lifecycle.ts'
import { idsOf } from '../../engine/listing.ts'
import { inSavepoint } from '../../engine/rows.ts'
import { changeCampaignStatus, deleteCampaign, duplicateCampaign, updateCampaign } from './campaign.changes.ts'
import { BulkChanges, type BulkInput, BulkOperation } from './campaign.inputs.ts'
import { campaignLifecycle } from './campaign.lifecycle.ts'
import type { BulkFailure, BulkReport } from './campaign.outputs.ts'
import { campaigns } from './campaign.queries.ts'

const MOST = 1000

type Item = (
  ctx: Context,
  id: string,
) => Promise<{ id: string; verb: 'CREATED' | 'UPDATED' | 'DELETED' | 'STATUS_CHANGED' }>

/** What the operation does to one campaign. Checked as a whole before the first. */
function itemOf(ctx: Context, { operation, changes }: BulkInput): Item {
  const { status, ...patch } = changes ?? new BulkChanges()
  switch (operation) {
    case BulkOperation.UPDATE:
      if (Object.values(patch).every((value) => value === undefined)) throw required('changes')
      if (status !== undefined) throw invalid({ 'changes.status': 'is only for the operation STATUS' })
      return async (at, id) => ({ id: (await updateCampaign(at, id, patch)).id, verb: 'UPDATED' })
    case BulkOperation.STATUS:
      if (!status) throw required('changes.status')
      checkMover(ctx, campaignLifecycle, status)
      return async (at, id) => ({ id: (await changeCampaignStatus(at, id, status)).id, verb: 'STATUS_CHANGED' })
    case BulkOperation.DUPLICATE:
      return async (at, id) => ({ id: (await duplicateCampaign(at, id)).id, verb: 'CREATED' })
    case BulkOperation.DELETE:
      checkPermission(ctx.caller, 'org:campaigns:delete')
      planAnew(ctx.db)
      return async (at, id) => ({ id: await deleteCampaign(at, id), verb: 'DELETED' })
  }
}

async function targets(ctx: Context, { ids, filter }: BulkInput): Promise<string[]> {
  if (!ids === !filter) throw invalid({ ids: 'either ids or filter must be given' })
  if (ids) return ids
  const found = await idsOf(ctx, campaigns.page({ first: MOST }, filter))
  if (found.length > MOST) throw invalid({ filter: `matches more than ${MOST} campaigns` })
  return found
}

/** In one order, whatever order they were given in: two that name the same campaigns must not wait for each other. */
async function lockInOrder({ db }: Context, ids: readonly string[]): Promise<void> {
  const known = ids.filter((id) => isUuid(id))
  if (known.length > 0)
    await db.selectFrom('campaign').select('id').where('id', 'in', known).orderBy('id').forUpdate().execute()
}

/** Runs one operation on many campaigns, each in its own savepoint: what fails is reported, what succeeds stays. */
export async function bulkCampaigns(ctx: Context, input: BulkInput): Promise<BulkReport> {
  const item = itemOf(ctx, input)
  const succeeded: string[] = []
  const failed: BulkFailure[] = []
  const ids = await targets(ctx, input)
  await lockInOrder(ctx, ids)
  for (const [index, id] of ids.entries()) {
    try {
      const written = ctx.writes
      const done = await inSavepoint(ctx, () => item(ctx, id))
      if (ctx.changedSince(written)) ctx.record('CAMPAIGN', done.verb, done.id)
      succeeded.push(done.id)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      failed.push({ index, id, code: error.code, message: error.message })
    }
  }
  if (input.dryRun) ctx.discardChanges()
  return { succeeded, failed }
}

/** How many campaigns a bulk operation is about: the ids that it names, and for a filter as many as such a list holds. */
export function bulkSize(input: unknown): number {
  const ids = typeof input === 'object' && input !== null && 'ids' in input ? input.ids : undefined
  return Array.isArray(ids) ? ids.length : 100
}

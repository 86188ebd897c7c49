import { validate as isUuid } from 'uuid'
import { invalidFields, refusal, required, ServiceError } from '../../common/errors.ts'
import { replan } from '../../data/plans.ts'
import { checkPermission } from '../../engine/access/permits.ts'
import type { Context } from '../../engine/execute/context.ts'
import { lockListed } from '../../engine/execute/listing.ts'
import { checkMover } from '../../engine/write/lifecycle.ts'
import { inSavepoint } from '../../engine/write/rows.ts'
import { demandConditions } from '../../graphql/inputs.ts'
import { changeCampaignStatus, deleteCampaign, duplicateCampaign, updateCampaign } from './campaign.changes.ts'
import { BulkChanges, type BulkInput, BulkOperation } from './campaign.inputs.ts'
import { campaignLifecycle } from './campaign.lifecycle.ts'
import type { BulkFailure, BulkReport } from './campaign.outputs.ts'
import { campaigns } from './campaign.queries.ts'

const MOST = 1000
const POINTS_PER_CAMPAIGN = 10

type Item = (
  ctx: Context,
  id: string,
) => Promise<{ id: string; verb: 'CREATED' | 'UPDATED' | 'DELETED' | 'STATUS_CHANGED' }>

/** @throws VALIDATION_ERROR that names each change that the operation does not use */
function demandUsed({ operation, changes }: BulkInput, isUsed: (name: string) => boolean): void {
  const unused = Object.entries(changes ?? {}).filter(([name, value]) => value !== undefined && !isUsed(name))
  const faults = unused.map(([name]) => [`changes.${name}`, { code: 'NOT_USED', operation }] as const)
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults))
}

/**
 * Returns the change that the operation makes to one campaign. @throws VALIDATION_ERROR or FORBIDDEN for the whole
 * operation
 */
function itemOf(ctx: Context, input: BulkInput): Item {
  const { operation, changes } = input
  const { status, ...patch } = changes ?? new BulkChanges()
  switch (operation) {
    case BulkOperation.UPDATE:
      demandUsed(input, (name) => name !== 'status')
      if (Object.values(patch).every((value) => value === undefined)) throw required('changes')
      return async (at, id) => ({ id: (await updateCampaign(at, id, patch)).id, verb: 'UPDATED' })
    case BulkOperation.STATUS:
      demandUsed(input, (name) => name === 'status')
      if (!status) throw required('changes.status')
      checkMover(ctx, campaignLifecycle, status)
      // Another system sends the campaigns that the legacy API starts.
      return async (at, id) => {
        const { id: changed } = await changeCampaignStatus(at, id, status, { isRecord: true })
        return { id: changed, verb: 'STATUS_CHANGED' }
      }
    case BulkOperation.DUPLICATE:
      demandNoChanges(input)
      return async (at, id) => ({ id: (await duplicateCampaign(at, id)).id, verb: 'CREATED' })
    case BulkOperation.DELETE:
      demandNoChanges(input)
      checkPermission(ctx.caller, 'org:campaigns:delete')
      replan(ctx.db)
      return async (at, id) => ({ id: await deleteCampaign(at, id), verb: 'DELETED' })
  }
}

function demandNoChanges({ operation, changes }: BulkInput): void {
  if (changes) throw invalidFields({ changes: { code: 'NOT_USED', operation } })
}

/** @throws VALIDATION_ERROR unless the input selects campaigns in exactly one way, and a filter has a condition */
function demandSelection({ ids, filter, all }: BulkInput): void {
  if ([ids, filter, all].filter(Boolean).length !== 1) throw invalidFields({ ids: 'ONE_SELECTION' })
  if (filter) demandConditions('filter', filter, 'all: true selects every campaign')
}

/**
 * Locks the campaigns in the order of their ids, so that two operations on the same campaigns do not deadlock. Returns
 * the ids to work on, and how many of them are campaigns of the organization.
 */
async function lockTargets(ctx: Context, { ids, filter }: BulkInput): Promise<{ ids: string[]; matched: number }> {
  if (!ids) {
    const found = await lockListed(ctx, campaigns.page({ first: MOST }, filter))
    if (found.length > MOST)
      throw invalidFields({ [filter ? 'filter' : 'all']: { code: 'TOO_MANY_MATCHES', most: MOST } })
    ctx.refund(POINTS_PER_CAMPAIGN * (MOST - found.length))
    return { ids: found, matched: found.length }
  }
  const known = ids.filter((id) => isUuid(id))
  if (known.length === 0) return { ids, matched: 0 }
  const found = ctx.db.selectFrom('campaign').select('id').where('id', 'in', known).orderBy('id').forUpdate()
  return { ids, matched: (await found.execute()).length }
}

function demandCount(expected: number | null | undefined, matched: number): void {
  if (expected == null || expected === matched) return
  throw refusal('CONFLICT', 'MATCHES_CHANGED', { expectedCount: expected, matched })
}

/**
 * Runs one operation on many campaigns, each in its own savepoint. Reports the campaigns that fail, and keeps the
 * changes to the others.
 */
export async function bulkCampaigns(ctx: Context, input: BulkInput): Promise<BulkReport> {
  demandSelection(input)
  const item = itemOf(ctx, input)
  const succeeded: string[] = []
  const failed: BulkFailure[] = []
  const { ids, matched } = await lockTargets(ctx, input)
  demandCount(input.expectedCount, matched)
  for (const [index, id] of ids.entries()) {
    try {
      const written = ctx.writes
      const done = await inSavepoint(ctx, () => item(ctx, id))
      if (ctx.changedSince(written)) ctx.record('CAMPAIGN', done.verb, done.id)
      succeeded.push(done.id)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      failed.push({ index, id, code: error.code, message: error.message, cause: error.fault })
    }
  }
  if (input.dryRun) ctx.discardChanges()
  return { succeeded, failed }
}

/** The maximum cost of the operation in points. Points for campaigns that a filter does not match are refunded. */
export function bulkPoints(input: unknown): number {
  const ids = typeof input === 'object' && input !== null && 'ids' in input ? input.ids : undefined
  return POINTS_PER_CAMPAIGN * (Array.isArray(ids) ? ids.length : MOST)
}

import { validate as isUuid } from 'uuid'
import { faultsIn, type ItemFault, invalidItems, ServiceError } from '../../common/errors.ts'
import { newId } from '../../data/ids.ts'
import type { Context } from '../../engine/context.ts'
import { validateInput } from '../../graphql/inputs.ts'
import { tellBudgets } from '../campaigns/campaign.budget.ts'
import type { AnalyticsRecordInput } from './analytics.inputs.ts'
import type { IngestReport } from './analytics.outputs.ts'
import { insertRecords, type NewRecord } from './analytics.roll-ups.ts'

/** @throws VALIDATION_ERROR: that of the record, when there is one; each fault by index and field, when there are more */
export function validateRecords(records: readonly AnalyticsRecordInput[]): void {
  if (records.length === 1) {
    validateInput(records[0])
    return
  }
  const faults: ItemFault[] = []
  for (const [index, record] of records.entries()) {
    try {
      validateInput(record)
    } catch (error) {
      faults.push(...faultsIn(error).map((fault) => ({ index, ...fault })))
    }
  }
  if (faults.length > 0) throw invalidItems(faults)
}

/** Which of the ids the tenant has, locked so that they are still there when something is written that names them. */
async function knownIds(ctx: Context, table: 'campaign' | 'contentItem', ids: readonly string[]): Promise<Set<string>> {
  const asked = [...new Set(ids)].filter((id) => isUuid(id))
  if (asked.length === 0) return new Set()
  // Either table has an id, and is looked up by it alone.
  const query = ctx.db
    .selectFrom(table as 'campaign')
    .select('id')
    .where('id', 'in', asked)
  const rows = await query.orderBy('id').forKeyShare().execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * What records name is locked before the figures are, and the caller is told which record names what is not there.
 * @throws NOT_FOUND naming, among several records, the indexes of those that name what is not there
 */
async function demandTargets(ctx: Context, records: readonly AnalyticsRecordInput[]): Promise<void> {
  const campaigns = await knownIds(
    ctx,
    'campaign',
    records.map(({ campaignId }) => campaignId),
  )
  const content = await knownIds(
    ctx,
    'contentItem',
    records.flatMap(({ contentId }) => contentId || []),
  )
  const faults = records.flatMap(({ campaignId, contentId }, index): ItemFault[] => {
    if (!campaigns.has(campaignId.toLowerCase())) return [{ index, field: 'campaignId', message: 'Campaign not found' }]
    if (contentId && !content.has(contentId.toLowerCase()))
      return [{ index, field: 'contentId', message: 'Content not found' }]
    return []
  })
  const [first] = faults
  if (!first) return
  if (records.length === 1) throw new ServiceError('NOT_FOUND', first.message)
  const same = faults.filter(({ message }) => message === first.message).map(({ index }) => index)
  throw new ServiceError('NOT_FOUND', `${first.message} (records ${same.join(', ')})`, { errors: faults })
}

const recordOf = (record: AnalyticsRecordInput): NewRecord => ({
  id: newId(),
  campaignId: record.campaignId,
  contentId: record.contentId || null,
  channel: record.channel ?? null,
  day: record.day,
  impressions: record.impressions ?? 0,
  clicks: record.clicks ?? 0,
  conversions: record.conversions ?? 0,
  spendCents: record.spendCents ?? 0,
  revenueCents: record.revenueCents ?? 0,
  key: record.key || null,
})

/**
 * Makes records, all or none. A record whose key is taken, by an earlier record or by one before it in the list, is a
 * duplicate and does nothing.
 */
export async function recordAnalytics(ctx: Context, records: readonly AnalyticsRecordInput[]): Promise<IngestReport> {
  await demandTargets(ctx, records)
  const rows = records.map(recordOf)
  const ids = await insertRecords(ctx.db, ctx.organizationId, rows)
  const made = rows.filter(({ id }) => ids.has(id))
  const spending = made.filter(({ spendCents }) => spendCents > 0)
  if (spending.length > 0) await tellBudgets(ctx, [...new Set(spending.map(({ campaignId }) => campaignId))])
  const duplicates = rows.flatMap(({ id, key }, index) => (ids.has(id) ? [] : [{ index, key: String(key) }]))
  return { recorded: made.length, ids: made.map(({ id }) => id), duplicates }
}

import { validate as isUuid } from 'uuid'
import { faultsIn, type ItemFault, invalid, invalidItems, ServiceError } from '../../common/errors.ts'
import { newId } from '../../data/ids.ts'
import type { Context } from '../../engine/context.ts'
import { validateInput } from '../../graphql/inputs.ts'
import { tellBudgets } from '../campaigns/campaign.budget.ts'
import type { AnalyticsRecordInput } from './analytics.inputs.ts'
import type { IngestReport } from './analytics.outputs.ts'
import { insertRecords, type NewRecord } from './analytics.roll-ups.ts'
import { announceSuspects, marked } from './analytics.suspicion.ts'

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

const uuidsIn = (ids: readonly string[]) => [...new Set(ids)].filter((id) => isUuid(id))

/** The campaigns of the tenant among the ids, locked so that they are there until the records are written. */
async function lockCampaigns({ db }: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = uuidsIn(ids)
  if (asked.length === 0) return new Set()
  const rows = await db
    .selectFrom('campaign')
    .select('id')
    .where('id', 'in', asked)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The content items of the tenant among the ids, locked likewise, each with its campaign. */
async function lockContent({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const asked = uuidsIn(ids)
  if (asked.length === 0) return new Map()
  const query = db.selectFrom('contentItem').select(['id', 'campaignId']).where('id', 'in', asked)
  const rows = await query.orderBy('id').forKeyShare().execute()
  return new Map(rows.map(({ id, campaignId }) => [id, campaignId]))
}

/**
 * Locks the campaigns and content that records name, before the figures are locked.
 * @throws NOT_FOUND naming, among several records, the indexes of those whose campaign or content does not exist;
 * VALIDATION_ERROR naming those whose content belongs to another campaign
 */
async function demandTargets(ctx: Context, records: readonly AnalyticsRecordInput[]): Promise<void> {
  const campaigns = await lockCampaigns(
    ctx,
    records.map(({ campaignId }) => campaignId),
  )
  const content = await lockContent(
    ctx,
    records.flatMap(({ contentId }) => contentId || []),
  )
  const faults = records.flatMap(({ campaignId, contentId }, index): ItemFault[] => {
    if (!campaigns.has(campaignId.toLowerCase())) return [{ index, field: 'campaignId', message: 'Campaign not found' }]
    if (contentId && !content.has(contentId.toLowerCase()))
      return [{ index, field: 'contentId', message: 'Content not found' }]
    return []
  })
  const [first] = faults
  if (!first) return demandOwnContent(records, content)
  if (records.length === 1) throw new ServiceError('NOT_FOUND', first.message)
  const same = faults.filter(({ message }) => message === first.message).map(({ index }) => index)
  throw new ServiceError('NOT_FOUND', `${first.message} (records ${same.join(', ')})`, { errors: faults })
}

function demandOwnContent(
  records: readonly AnalyticsRecordInput[],
  campaignOf: ReadonlyMap<string, string | null>,
): void {
  const faults = records.flatMap(({ campaignId, contentId }, index): ItemFault[] => {
    const owner = contentId ? campaignOf.get(contentId.toLowerCase()) : null
    if (!owner || owner === campaignId.toLowerCase()) return []
    return [{ index, field: 'contentId', message: 'belongs to another campaign' }]
  })
  const [first] = faults
  if (!first) return
  throw records.length === 1 ? invalid({ contentId: first.message }) : invalidItems(faults)
}

const recordOf = (record: AnalyticsRecordInput): Omit<NewRecord, 'suspect'> => ({
  id: newId(),
  campaignId: record.campaignId.toLowerCase(),
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
  const rows = await marked(ctx, records.map(recordOf))
  const ids = await insertRecords(ctx.db, ctx.organizationId, rows)
  const made = rows.filter(({ id }) => ids.has(id))
  const spending = made.filter(({ spendCents }) => spendCents > 0)
  if (spending.length > 0) await tellBudgets(ctx, [...new Set(spending.map(({ campaignId }) => campaignId))])
  const duplicates = rows.flatMap(({ id, key }, index) => (ids.has(id) ? [] : [{ index, key: String(key) }]))
  announceSuspects(ctx, made)
  const suspect = rows.flatMap(({ id, suspect: reasons }, index) =>
    ids.has(id) && reasons.length > 0 ? [{ index, reasons }] : [],
  )
  return { recorded: made.length, ids: made.map(({ id }) => id), duplicates, suspect }
}

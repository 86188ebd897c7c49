import { validate as isUuid } from 'uuid'
import { faultsIn, type ItemFault, invalidFields, invalidItems, itemFault, ServiceError } from '../../common/errors.ts'
import { newId } from '../../data/ids.ts'
import type { Context } from '../../engine/execute/context.ts'
import { validateInput } from '../../graphql/inputs.ts'
import { newValues } from '../../graphql/row-inputs.ts'
import { notifyOfBudgets } from '../campaigns/campaign.budget.ts'
import type { AnalyticsRecordInput } from './analytics.inputs.ts'
import type { IngestReport } from './analytics.outputs.ts'
import { insertRecords, type NewRecord } from './analytics.roll-ups.ts'
import { announceSuspects, marked } from './analytics.suspicion.ts'
import { AnalyticsFigures } from './analytics-record.entity.ts'

type Records = readonly AnalyticsRecordInput[]

/**
 * Validates records. @throws VALIDATION_ERROR. For one record, it contains the fault; for several records, each fault
 * with the index of its record and the field
 */
export function validateRecords(records: Records): void {
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

/** Locks the campaigns of records, so that they exist until the records are written. */
async function lockCampaigns({ db }: Context, records: Records): Promise<ReadonlySet<string>> {
  const asked = uuidsIn(records.map(({ campaignId }) => campaignId))
  if (asked.length === 0) return new Set()
  const query = db.selectFrom('campaign').select('id').where('id', 'in', asked)
  const rows = await query.orderBy('id').forKeyShare().execute()
  return new Set(rows.map(({ id }) => id))
}

/** Locks the content items of records. Returns the campaign of each. */
async function lockContent({ db }: Context, records: Records): Promise<ReadonlyMap<string, string | null>> {
  const asked = uuidsIn(records.flatMap(({ contentId }) => contentId || []))
  if (asked.length === 0) return new Map()
  const query = db.selectFrom('contentItem').select(['id', 'campaignId']).where('id', 'in', asked)
  const rows = await query.orderBy('id').forKeyShare().execute()
  return new Map(rows.map(({ id, campaignId }) => [id, campaignId]))
}

/**
 * Locks the campaigns and content items of the records, before the figures are locked.
 * @throws NOT_FOUND that gives the index of each record whose campaign or content item does not exist; VALIDATION_ERROR
 * that gives the index of each record whose content item belongs to another campaign
 */
async function demandTargets(ctx: Context, records: Records): Promise<void> {
  const campaigns = await lockCampaigns(ctx, records)
  const content = await lockContent(ctx, records)
  const faults = records.flatMap(({ campaignId, contentId }, index) => {
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

function demandOwnContent(records: Records, campaignOf: ReadonlyMap<string, string | null>): void {
  const faults = records.flatMap(({ campaignId, contentId }, index): ItemFault[] => {
    const owner = contentId ? campaignOf.get(contentId.toLowerCase()) : null
    if (!owner || owner === campaignId.toLowerCase()) return []
    return [itemFault(index, 'contentId', 'OF_OTHER_CAMPAIGN')]
  })
  if (faults.length === 0) return
  throw records.length === 1 ? invalidFields({ contentId: 'OF_OTHER_CAMPAIGN' }) : invalidItems(faults)
}

const recordOf = (record: AnalyticsRecordInput): Omit<NewRecord, 'suspect'> => ({
  ...newValues(AnalyticsFigures, record),
  id: newId(),
  campaignId: record.campaignId.toLowerCase(),
  contentId: record.contentId || null,
  day: record.day,
  key: record.key || null,
})

/**
 * Creates records, all or none. A record whose key exists, in the database or earlier in the list, is a duplicate and
 * has no effect.
 */
export async function recordAnalytics(ctx: Context, records: Records): Promise<IngestReport> {
  await demandTargets(ctx, records)
  const rows = await marked(ctx, records.map(recordOf))
  const ids = await insertRecords(ctx.db, ctx.organizationId, rows)
  const made = rows.filter(({ id }) => ids.has(id))
  const spending = made.filter(({ spendCents }) => spendCents > 0)
  if (spending.length > 0) await notifyOfBudgets(ctx, [...new Set(spending.map(({ campaignId }) => campaignId))])
  const duplicates = rows.flatMap(({ id, key }, index) => (ids.has(id) ? [] : [{ index, key: String(key) }]))
  announceSuspects(ctx, made)
  const suspect = rows.flatMap(({ id, suspect: reasons }, index) =>
    ids.has(id) && reasons.length > 0 ? [{ index, reasons }] : [],
  )
  return { recorded: made.length, ids: made.map(({ id }) => id), duplicates, suspect }
}

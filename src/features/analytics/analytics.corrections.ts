import { notFound, refusal } from '../../common/errors.ts'
import { replacing } from '../../data/held-rows.ts'
import { notHeld } from '../../data/hold-refusal.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { changesOf } from '../../engine/write/rows.ts'
import { notifyOfBudgets } from '../campaigns/campaign.budget.ts'
import type { AnalyticsCorrectionInput } from './analytics.inputs.ts'
import { deleteRecords } from './analytics.removal.ts'
import { insertRecords } from './analytics.roll-ups.ts'
import { announceSuspects, marked } from './analytics.suspicion.ts'
import { AnalyticsRecord } from './analytics-record.entity.ts'

/*
 * Callers identify a record by the key that they gave it. A correction takes the old record out of the sums and adds
 * the new one, in the same transaction.
 */

const RESOURCE_NAME = 'Analytics record'

/**
 * The record with a key, or undefined. Locks the campaign, the sums and the record, in the order in which deletions
 * lock them.
 */
const lockedRecord = ({ db }: Context, key: string): Promise<AnalyticsRecord | undefined> =>
  db
    .selectFrom('analyticsRecord')
    .innerJoin('campaign', 'campaign.id', 'analyticsRecord.campaignId')
    .innerJoin('organization', 'organization.organizationId', 'analyticsRecord.organizationId')
    .selectAll('analyticsRecord')
    .where('analyticsRecord.key', '=', key)
    .forKeyShare('campaign')
    .forNoKeyUpdate('organization')
    .forUpdate('analyticsRecord')
    .executeTakeFirst()

/**
 * Locks the record with a key until the end of the transaction.
 * @throws NOT_FOUND `Analytics record not found`; CONFLICT if another transaction corrected it at the same time
 */
async function lockRecord(ctx: Context, key: string): Promise<AnalyticsRecord> {
  const record = await lockedRecord(ctx, key)
  if (record) return record
  const other = await ctx.db.selectFrom('analyticsRecord').select('id').where('key', '=', key).executeTakeFirst()
  if (!other) throw notFound(RESOURCE_NAME)
  throw refusal('CONFLICT', 'ANALYTICS_CHANGED')
}

/** Corrects the figures of a record. Its id, key and creation time stay. */
export async function correctRecord(
  ctx: Context,
  key: string,
  input: AnalyticsCorrectionInput,
): Promise<AnalyticsRecord> {
  const record = await lockRecord(ctx, key)
  const given = Object.entries(input).filter(([, value]) => value !== null)
  const changes = changesOf<AnalyticsRecord>(record, Object.fromEntries(given))
  if (Object.keys(changes).length === 0) return record
  const { organizationId, updatedAt, ...kept } = record
  await replacing(ctx.db, record.id, async () => {
    await deleteRecords(ctx.db, organizationId, [record.id])
    const corrected = await marked(ctx, [{ ...kept, ...changes }])
    await insertRecords(ctx.db, organizationId, corrected)
    announceSuspects(ctx, corrected)
  })
  if ((changes.spendCents ?? 0) > record.spendCents) await notifyOfBudgets(ctx, [record.campaignId])
  return findRow(ctx, AnalyticsRecord, record.id, RESOURCE_NAME)
}

/** Deletes a record, and takes it out of the sums. Returns its id. @throws LEGAL_HOLD */
export async function deleteRecord(ctx: Context, key: string): Promise<string> {
  const record = await lockRecord(ctx, key)
  await notHeld(deleteRecords(ctx.db, ctx.organizationId, [record.id]))
  return record.id
}

import { notFound, ServiceError } from '../../common/errors.ts'
import { replacing } from '../../data/held-rows.ts'
import { notHeld } from '../../data/hold-refusal.ts'
import type { Context } from '../../engine/context.ts'
import { changesOf, findRow } from '../../engine/rows.ts'
import { tellBudgets } from '../campaigns/campaign.budget.ts'
import type { AnalyticsCorrectionInput } from './analytics.inputs.ts'
import { deleteRecords, insertRecords } from './analytics.roll-ups.ts'
import { announceSuspects, marked } from './analytics.suspicion.ts'
import { AnalyticsRecord } from './analytics-record.entity.ts'

/*
 * A record is known by the key that its caller gave it. Sums are of whole records: one that was wrong is taken out of them,
 * and the right one put in, in the same transaction.
 */

const THING = 'Analytics record'

/** The record of a key, or nothing. All is locked in the order in which deletions lock it: the campaign, the sums, the record. */
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
 * The record of a key, which nobody else changes until the end of the transaction.
 * @throws NOT_FOUND `Analytics record not found`; CONFLICT where someone else corrected it at the same time
 */
async function lockRecord(ctx: Context, key: string): Promise<AnalyticsRecord> {
  const record = await lockedRecord(ctx, key)
  if (record) return record
  const other = await ctx.db.selectFrom('analyticsRecord').select('id').where('key', '=', key).executeTakeFirst()
  if (!other) throw notFound(THING)
  throw new ServiceError('CONFLICT', 'The record was changed by someone else at the same time')
}

/** Corrects the figures of a record. It keeps its id, its key and the time of its creation. */
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
  if ((changes.spendCents ?? 0) > record.spendCents) await tellBudgets(ctx, [record.campaignId])
  return findRow(ctx, AnalyticsRecord, record.id, THING)
}

/** Deletes a record, and takes it out of the sums. Returns its id. @throws LEGAL_HOLD */
export async function deleteRecord(ctx: Context, key: string): Promise<string> {
  const record = await lockRecord(ctx, key)
  await notHeld(deleteRecords(ctx.db, ctx.organizationId, [record.id]))
  return record.id
}

import { notFound, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { changesOf, findRow } from '../../engine/rows.ts'
import { tellBudgets } from '../campaigns/campaign.budget.ts'
import type { AnalyticsCorrectionInput } from './analytics.inputs.ts'
import { deleteRecords, insertRecords } from './analytics.roll-ups.ts'
import type { AnalyticsRecord } from './analytics-record.entity.ts'

/*
 * A record is known by the key that its caller gave it. Sums are of whole records: one that was wrong is taken out of them,
 * and the right one put in, in the same transaction.
 */

const THING = 'Analytics record'

/** @throws NOT_FOUND `Analytics record not found` */
async function recordOf({ db }: Context, key: string): Promise<AnalyticsRecord> {
  const record = await db.selectFrom('analyticsRecord').selectAll().where('key', '=', key).executeTakeFirst()
  if (!record) throw notFound(THING)
  return record
}

/** Takes a record away. @throws CONFLICT where someone else was faster */
async function takeOut(ctx: Context, { id }: AnalyticsRecord): Promise<void> {
  const taken = await deleteRecords(ctx.db, ctx.organizationId, [id])
  if (taken === 0) throw new ServiceError('CONFLICT', 'The record was changed by someone else at the same time')
}

/** Corrects the figures of a record. It keeps its id and its key. */
export async function correctRecord(
  ctx: Context,
  key: string,
  input: AnalyticsCorrectionInput,
): Promise<AnalyticsRecord> {
  const record = await recordOf(ctx, key)
  const given = Object.entries(input).filter(([, value]) => value !== null)
  const changes = changesOf<AnalyticsRecord>(record, Object.fromEntries(given))
  if (Object.keys(changes).length === 0) return record
  await ctx.db.selectFrom('campaign').select('id').where('id', '=', record.campaignId).forKeyShare().execute()
  await takeOut(ctx, record)
  const { organizationId, createdAt, updatedAt, ...kept } = record
  await insertRecords(ctx.db, organizationId, [{ ...kept, ...changes }])
  if ((changes.spendCents ?? 0) > record.spendCents) await tellBudgets(ctx, [record.campaignId])
  return findRow(ctx, 'analyticsRecord', record.id, THING)
}

/** Deletes a record, and takes it out of the sums. Returns its id. */
export async function deleteRecord(ctx: Context, key: string): Promise<string> {
  const record = await recordOf(ctx, key)
  await takeOut(ctx, record)
  return record.id
}

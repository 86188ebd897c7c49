import { Arg, Args, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { notFound, refusal } from '../../common/errors.ts'
import { replacing } from '../../data/held-rows.ts'
import { notHeld } from '../../data/hold-refusal.ts'
import { Audit, Cost, Fails, lengthOf, Permit } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { changesOf } from '../../engine/write/rows.ts'
import { InputArg } from '../../graphql/arguments.ts'
import { notifyOfBudgets } from '../campaigns/campaign.budget.ts'
import { recordAnalytics, validateRecords } from './analytics.ingest.ts'
import { AnalyticsCorrectionInput, MOST_RECORDS, RecordsArgs } from './analytics.inputs.ts'
import { IngestReport } from './analytics.outputs.ts'
import { records } from './analytics.queries.ts'
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

/** The records that all figures are computed from. */
@Resolver(() => AnalyticsRecord)
export class AnalyticsRecordResolver {
  @ListRoot(records, 'ANALYTICS_RECORD', 'The analytics records of the organization. Default order: newest day first.')
  declare readonly analyticsRecords: RootField

  @Mutation(() => IngestReport, {
    description:
      `Creates 1 to ${MOST_RECORDS} records, all or none. VALIDATION_ERROR names the index and field of ` +
      'each invalid record in `details.errors`. NOT_FOUND names each record whose campaign or content item ' +
      'does not exist. A record with suspect figures is created, marked, and listed in `suspect`.',
  })
  @Permit('org:analytics:write')
  @Audit('ANALYTICS_RECORD', 'CREATED')
  @Cost(({ records, input = records }) => 5 * lengthOf(input), '100 records count as one request.')
  @Fails('NOT_FOUND')
  recordAnalytics(@Args(() => RecordsArgs) { records }: RecordsArgs, @Ctx() ctx: Context): Promise<IngestReport> {
    validateRecords(records)
    return recordAnalytics(ctx, records)
  }

  @Mutation(() => AnalyticsRecord, {
    description:
      'Corrects the record with this key (POPIA section 16(1)) and updates all figures. The id of the ' +
      'record stays. NOT_FOUND `Analytics record not found`.',
  })
  @Permit('org:analytics:write')
  @Audit('ANALYTICS_RECORD', 'UPDATED')
  @Fails('NOT_FOUND', 'CONFLICT')
  async correctAnalyticsRecord(
    @Arg('key', () => ID, { description: 'Key of the record.' }) key: string,
    @InputArg(AnalyticsCorrectionInput, 'Fields to correct.') input: AnalyticsCorrectionInput,
    @Ctx() ctx: Context,
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

  @Mutation(() => ID, {
    description:
      'Deletes the record with this key and updates all figures. Returns the id of the record. NOT_FOUND ' +
      '`Analytics record not found`.',
  })
  @Permit('org:analytics:delete')
  @Audit('ANALYTICS_RECORD', 'DELETED')
  @Fails('NOT_FOUND', 'CONFLICT', 'LEGAL_HOLD')
  async deleteAnalyticsRecord(
    @Arg('key', () => ID, { description: 'Key of the record.' }) key: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    const record = await lockRecord(ctx, key)
    await notHeld(deleteRecords(ctx.db, ctx.organizationId, [record.id]))
    return record.id
  }
}

import { Arg, Args, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, lengthOf, Permit } from '../../engine/declare/declarations.ts'
import { ExportQuery } from '../../engine/declare/export-query.ts'
import type { Context } from '../../engine/execute/context.ts'
import { type ListArguments, type Listing, ListQuery } from '../../graphql/lists.ts'
import { correctRecord, deleteRecord } from './analytics.corrections.ts'
import { recordAnalytics, validateRecords } from './analytics.ingest.ts'
import { AnalyticsCorrectionInput, type AnalyticsRecordFilter, MOST_RECORDS, RecordsArgs } from './analytics.inputs.ts'
import { IngestReport } from './analytics.outputs.ts'
import { records } from './analytics.queries.ts'
import { AnalyticsRecord } from './analytics-record.entity.ts'

/** The records that all figures are computed from. */
@Resolver(() => AnalyticsRecord)
export class AnalyticsRecordResolver {
  @ListQuery(records, 'The analytics records of the organization. Default order: newest day first.')
  @ExportQuery(records, 'exportedAnalyticsRecords', 'ANALYTICS_RECORD')
  @Audit('ANALYTICS_RECORD', 'LISTED')
  analyticsRecords(...[page, filter, orderBy]: ListArguments<AnalyticsRecordFilter>): Listing {
    return records.page(page, filter, orderBy)
  }

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
  correctAnalyticsRecord(
    @Arg('key', () => ID, { description: 'Key of the record.' }) key: string,
    @Arg('input', () => AnalyticsCorrectionInput, { description: 'Fields to correct.' })
    input: AnalyticsCorrectionInput,
    @Ctx() ctx: Context,
  ): Promise<AnalyticsRecord> {
    return correctRecord(ctx, key, input)
  }

  @Mutation(() => ID, {
    description:
      'Deletes the record with this key and updates all figures. Returns the id of the record. NOT_FOUND ' +
      '`Analytics record not found`.',
  })
  @Permit('org:analytics:delete')
  @Audit('ANALYTICS_RECORD', 'DELETED')
  @Fails('NOT_FOUND', 'CONFLICT', 'LEGAL_HOLD')
  deleteAnalyticsRecord(
    @Arg('key', () => ID, { description: 'Key of the record.' }) key: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return deleteRecord(ctx, key)
  }
}

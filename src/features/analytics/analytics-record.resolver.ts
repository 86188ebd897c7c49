import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../../engine/context.ts'
import { Audit, Cost, Fails, lengthOf, Permit } from '../../engine/guard.ts'
import { type Listing } from '../../graphql/lists.ts'
import { ConnectionArgs, OrderDirection } from '../../graphql/relay.ts'
import { correctRecord, deleteRecord } from './analytics.corrections.ts'
import { recordAnalytics, validateRecords } from './analytics.ingest.ts'
import {
  AnalyticsCorrectionInput,
  AnalyticsRecordFilter,
  AnalyticsRecordOrder,
  AnalyticsRecordOrderField,
  MOST_RECORDS,
  RecordsArgs,
} from './analytics.inputs.ts'
import { AnalyticsRecordConnection, IngestReport } from './analytics.outputs.ts'
import { records } from './analytics.queries.ts'
import { AnalyticsRecord } from './analytics-record.entity.ts'

const BY_DAY = { field: AnalyticsRecordOrderField.DAY, direction: OrderDirection.DESC }

/** The records that all figures come from. */
@Resolver(() => AnalyticsRecord)
export class AnalyticsRecordResolver {
  @Query(() => AnalyticsRecordConnection, {
    description: 'The analytics records of the organization, newest day first unless ordered otherwise.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS_RECORD', 'LISTED')
  analyticsRecords(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Arg('filter', () => AnalyticsRecordFilter, { nullable: true, description: 'Conditions that the items must meet.' })
    filter: AnalyticsRecordFilter | undefined,
    @Arg('orderBy', () => AnalyticsRecordOrder, { nullable: true, description: 'Order of the items.' }) orderBy:
      | AnalyticsRecordOrder
      | undefined,
  ): Listing {
    return records.page(filter, orderBy ?? BY_DAY, page)
  }

  @Mutation(() => IngestReport, {
    description:
      `Creates 1 to ${MOST_RECORDS} records, all or none. VALIDATION_ERROR names each invalid record by index and ` +
      'field in `details.errors`; NOT_FOUND those whose campaign or content item does not exist.',
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
      'Corrects a record by its key (POPIA section 16(1)) and updates all figures. The id stays. NOT_FOUND ' +
      '`Analytics record not found`.',
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
      'Deletes a record by its key and updates all figures. Returns its id. NOT_FOUND `Analytics record not ' +
      'found`.',
  })
  @Permit('org:analytics:delete')
  @Audit('ANALYTICS_RECORD', 'DELETED')
  @Fails('NOT_FOUND', 'CONFLICT')
  deleteAnalyticsRecord(
    @Arg('key', () => ID, { description: 'Key of the record.' }) key: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return deleteRecord(ctx, key)
  }
}

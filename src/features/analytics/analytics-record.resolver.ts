import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { batched, type Context } from '../../engine/context.ts'
import { Audit, Cost, lengthOf, Permit } from '../../engine/guard.ts'
import { ConnectionArgs, OrderDirection, paginate } from '../../graphql/relay.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { campaignOf } from '../campaigns/campaign.queries.ts'
import { ContentItem } from '../content/content-item.entity.ts'
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
import { recordsWhere } from './analytics.queries.ts'
import { AnalyticsRecord } from './analytics-record.entity.ts'

const BY_DAY = { field: AnalyticsRecordOrderField.DAY, direction: OrderDirection.DESC }

const contentOf = batched<ContentItem | null>(null, async (ctx, ids) => {
  const items = await ctx.db
    .selectFrom('contentItem')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return new Map(items.map((item) => [item.id, item]))
})

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
    @Arg('filter', () => AnalyticsRecordFilter, { nullable: true }) filter: AnalyticsRecordFilter | undefined,
    @Arg('orderBy', () => AnalyticsRecordOrder, { nullable: true }) orderBy: AnalyticsRecordOrder | undefined,
    @Ctx() ctx: Context,
  ): Promise<AnalyticsRecordConnection> {
    return paginate(recordsWhere(ctx, filter), 'analytics_record', orderBy ?? BY_DAY, page)
  }

  @Mutation(() => IngestReport, {
    description:
      `Makes 1 to ${MOST_RECORDS} records, all or none. VALIDATION_ERROR names each bad one by index and field in ` +
      '`details.errors`; NOT_FOUND those that name a campaign or content item that is not there.',
  })
  @Permit('org:analytics:write')
  @Audit('ANALYTICS_RECORD', 'CREATED')
  @Cost(({ records, input = records }) => 5 * lengthOf(input), '100 records count as one request.')
  recordAnalytics(@Args(() => RecordsArgs) { records }: RecordsArgs, @Ctx() ctx: Context): Promise<IngestReport> {
    validateRecords(records)
    return recordAnalytics(ctx, records)
  }

  @Mutation(() => AnalyticsRecord, {
    description:
      'Corrects a record by its key (POPIA section 16(1)); all figures follow. It keeps its id. ' +
      'NOT_FOUND `Analytics record not found`.',
  })
  @Permit('org:analytics:write')
  @Audit('ANALYTICS_RECORD', 'UPDATED')
  correctAnalyticsRecord(
    @Arg('key', () => ID) key: string,
    @Arg('input', () => AnalyticsCorrectionInput) input: AnalyticsCorrectionInput,
    @Ctx() ctx: Context,
  ): Promise<AnalyticsRecord> {
    return correctRecord(ctx, key, input)
  }

  @Mutation(() => ID, {
    description:
      'Deletes a record by its key; all figures follow. Returns its id. NOT_FOUND `Analytics record not found`.',
  })
  @Permit('org:analytics:delete')
  @Audit('ANALYTICS_RECORD', 'DELETED')
  deleteAnalyticsRecord(@Arg('key', () => ID) key: string, @Ctx() ctx: Context): Promise<string> {
    return deleteRecord(ctx, key)
  }

  @FieldResolver(() => Campaign, { nullable: true })
  @Permit('org:campaigns:read')
  campaign(@Root() { campaignId }: AnalyticsRecord, @Ctx() ctx: Context): Promise<Campaign | null> {
    return campaignOf(ctx, campaignId)
  }

  @FieldResolver(() => ContentItem, { nullable: true })
  @Permit('org:content:read')
  async content(@Root() { contentId }: AnalyticsRecord, @Ctx() ctx: Context): Promise<ContentItem | null> {
    return contentId ? contentOf(ctx, contentId) : null
  }
}

import { sql } from 'kysely'
import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { refusal } from '../../common/errors.ts'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { atMost, lockOrganization } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../graphql/arguments.ts'
import { contains, listOf } from '../../graphql/lists.ts'
import { NameFilter } from '../../graphql/name-filter.ts'
import { byText, type RowSql } from '../../graphql/sort-keys.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { demandOpen, isRunning, statusAfterEdit, TERMINAL_STATUSES } from '../campaigns/campaign.rules.ts'
import { wakeCampaigns } from '../campaigns/campaign.wake.ts'
import { voidSignOffs } from '../sign-off/sign-off.voiding.ts'
import { Segment } from './segment.entity.ts'
import { SegmentFilterInput, SegmentInput, SegmentPatch, SegmentSize } from './segment.inputs.ts'
import { sizeOf } from './segment.members.ts'

/** The same text for a filter without a channel as for one with the default channel: jsonb has the channel first. */
const conditionsText: RowSql = (column) =>
  `('{"channel": "EMAIL"}'::jsonb || jsonb_strip_nulls(${column('filter')}))::text`

const segments = listOf('segment', Segment, {
  description: 'Page of segments.',
  filter: NameFilter,
  where: { search: contains('name') },
  sortBy: [
    'createdAt',
    'updatedAt',
    'name',
    byText(
      'conditions',
      'Conditions, as JSON: first by channel. Equal conditions are next to each other.',
      conditionsText,
    ),
  ],
})

/** Counting reads all contacts of the organization. */
const COUNT_POINTS = 2000
const COUNT_SECONDS = 30

const demandRoom = atMost(200, Segment, 'TOO_MANY_SEGMENTS')

/** The stored form of a filter: plain data without absent conditions. */
const storedFilter = (filter: SegmentFilterInput): SegmentFilterInput => JSON.parse(JSON.stringify(filter))

/** The organization is locked. Of two transactions with the same name, the second sees the segment of the first. */
async function demandNameFree(ctx: Context, name: string, id?: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from segment
    where organization_id = ${ctx.organizationId} and lower(name) = lower(${name})`.execute(ctx.db)
  const same = rows.find((row) => row.id !== id)
  if (same) throw refusal('CONFLICT', 'SEGMENT_NAME_TAKEN', { segmentId: same.id })
}

/** The campaigns that take their audience from a segment when they start. */
async function waitingCampaigns({ db, organizationId }: Context, segmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from campaign where organization_id = ${organizationId}
    and segment_id = ${segmentId} and segment_frozen_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

@Resolver(() => Segment)
export class SegmentResolver {
  @ListRoot(segments, 'SEGMENT', 'The segments of the organization. Default order: newest first.')
  declare readonly segments: RootField

  @RowRoot(Segment, 'SEGMENT', 'Segment')
  declare readonly segment: RootField

  @Query(() => SegmentSize, { description: 'Number of people who match a filter now.' })
  @Permit('org:campaigns:read')
  @Audit('SEGMENT', 'VIEWED')
  @Cost(COUNT_POINTS)
  async segmentSize(
    @Arg('filter', () => SegmentFilterInput, { description: 'The filter.' }) filter: SegmentFilterInput,
    @Ctx() ctx: Context,
  ): Promise<SegmentSize> {
    await ctx.extend(COUNT_SECONDS)
    return sizeOf(ctx, ctx.organizationId, filter)
  }

  @Mutation(() => Segment, {
    description: 'Creates a segment. CONFLICT for a name that another segment has. At most 200: CONFLICT.',
  })
  @Permit('org:campaigns:write')
  @Audit('SEGMENT', 'CREATED')
  @Fails('CONFLICT')
  async createSegment(
    @InputArg(SegmentInput, 'The segment to create.') { name, filter }: SegmentInput,
    @Ctx() ctx: Context,
  ): Promise<Segment> {
    await demandRoom(ctx)
    await demandNameFree(ctx, name)
    return addRow(ctx, Segment, { name, filter: storedFilter(filter), createdBy: ctx.caller.userId })
  }

  @Mutation(() => Segment, {
    description: 'Changes the given fields. Campaigns that have started keep their audience.',
  })
  @Permit('org:campaigns:write')
  @Audit('SEGMENT', 'UPDATED')
  @Fails('CONFLICT')
  async updateSegment(
    @IdArg('segment') id: string,
    @InputArg(SegmentPatch, 'Fields to change.') { name, filter }: SegmentPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Segment> {
    const segment = await lockRow(ctx, Segment, id, 'Segment', expectedUpdatedAt)
    if (name !== undefined) {
      await lockOrganization(ctx)
      await demandNameFree(ctx, name, segment.id)
    }
    const changed = changeRow(ctx, Segment, segment, { name, filter: filter ? storedFilter(filter) : undefined })
    if (filter) await voidSignOffs(ctx, { campaignIds: await waitingCampaigns(ctx, id) }, 'AUDIENCE_CHANGED')
    return changed
  }

  @Mutation(() => ID, {
    description: 'Deletes a segment. CONFLICT while a campaign that has not started uses it. Returns the id.',
  })
  @Permit('org:campaigns:delete')
  @Audit('SEGMENT', 'DELETED')
  @Cost(statements(7))
  @Fails('CONFLICT', 'LEGAL_HOLD')
  async deleteSegment(@IdArg('segment') id: string, @Ctx() ctx: Context): Promise<string> {
    await lockRow(ctx, Segment, id, 'Segment')
    const { rows } = await sql<{ id: string }>`select id from campaign where organization_id = ${ctx.organizationId}
      and segment_id = ${id} and segment_frozen_at is null and status <> all(${[...TERMINAL_STATUSES]}::text[])
      limit 1`.execute(ctx.db)
    if (rows[0]) throw refusal('CONFLICT', 'SEGMENT_IN_USE', { campaignId: rows[0].id })
    return removeRow(ctx, Segment, id, 'Segment')
  }

  @Mutation(() => Campaign, {
    description:
      'Sets the segment of a campaign. When the campaign becomes ACTIVE, the people who match then are added to its ' +
      'audience, which does not change with the segment afterwards. As with other edits, a campaign that waits for ' +
      'approval becomes a DRAFT. INVALID_STATE_TRANSITION for a campaign that has started.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN', 'UPDATED')
  @Fails('INVALID_STATE_TRANSITION')
  async setCampaignSegment(
    @IdArg('campaign') id: string,
    @Arg('segmentId', () => ID, { nullable: true, description: 'Id of the segment; null: no segment.' })
    segmentId: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
    const segment = segmentId == null ? null : (await findRow(ctx, Segment, segmentId, 'Segment')).id
    if (campaign.segmentId === segment) return campaign
    demandOpen(campaign)
    if (isRunning(campaign.status) || campaign.segmentFrozenAt)
      throw refusal('INVALID_STATE_TRANSITION', 'SEGMENT_TOO_LATE', { status: campaign.status })
    const status = statusAfterEdit(campaign.status, ctx.caller.permissions.has('org:campaigns:start'))
    const changed = changeRow(ctx, Campaign, campaign, { segmentId: segment, status })
    await voidSignOffs(ctx, { campaignIds: [id] }, 'AUDIENCE_CHANGED')
    wakeCampaigns(ctx)
    return changed
  }
}

import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import { ExportQuery } from '../../engine/declare/export-query.ts'
import type { Context } from '../../engine/execute/context.ts'
import { ExpectedUpdatedAt, IdArg } from '../../graphql/arguments.ts'
import { type Listing, ListQuery, listOf, type OrderedArguments } from '../../graphql/lists.ts'
import { Lookup } from '../../graphql/lookup.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { createSegment, deleteSegment, setCampaignSegment, updateSegment } from './segment.changes.ts'
import { Segment } from './segment.entity.ts'
import { SegmentFilterInput, SegmentInput, SegmentPatch, SegmentSize } from './segment.inputs.ts'
import { sizeOf } from './segment.members.ts'

const segments = listOf('segment', Segment, {
  description: 'Page of segments.',
  where: {},
  sortBy: ['createdAt', 'updatedAt', 'name'],
})

/** Counting reads all contacts of the organization. */
const COUNT_POINTS = 2000
const COUNT_SECONDS = 30

@Resolver(() => Segment)
export class SegmentResolver {
  @ListQuery(segments, 'The segments of the organization. Default order: newest first.')
  @ExportQuery(segments, 'exportedSegments', 'SEGMENT')
  @Audit('SEGMENT', 'LISTED')
  segments(...[page, orderBy]: OrderedArguments): Listing {
    return segments.page(page, undefined, orderBy)
  }

  @Query(() => Segment, { description: 'One segment. NOT_FOUND `Segment not found`.' })
  @Audit('SEGMENT', 'VIEWED')
  @Fails('NOT_FOUND')
  segment(@IdArg('segment') id: string): Lookup {
    return new Lookup(id, 'Segment')
  }

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
  createSegment(
    @Arg('input', () => SegmentInput, { description: 'The segment to create.' }) input: SegmentInput,
    @Ctx() ctx: Context,
  ): Promise<Segment> {
    return createSegment(ctx, input)
  }

  @Mutation(() => Segment, {
    description: 'Changes the given fields. Campaigns that have started keep their audience.',
  })
  @Permit('org:campaigns:write')
  @Audit('SEGMENT', 'UPDATED')
  @Fails('CONFLICT')
  updateSegment(
    @IdArg('segment') id: string,
    @Arg('input', () => SegmentPatch, { description: 'Fields to change.' }) input: SegmentPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Segment> {
    return updateSegment(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => ID, {
    description: 'Deletes a segment. CONFLICT while a campaign that has not started uses it. Returns the id.',
  })
  @Permit('org:campaigns:delete')
  @Audit('SEGMENT', 'DELETED')
  @Cost(statements(7))
  @Fails('CONFLICT', 'LEGAL_HOLD')
  deleteSegment(@IdArg('segment') id: string, @Ctx() ctx: Context): Promise<string> {
    return deleteSegment(ctx, id)
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
  setCampaignSegment(
    @IdArg('campaign') id: string,
    @Arg('segmentId', () => ID, { nullable: true, description: 'Id of the segment; null: no segment.' })
    segmentId: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return setCampaignSegment(ctx, id, segmentId ?? null)
  }
}

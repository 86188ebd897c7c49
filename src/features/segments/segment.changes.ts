import { sql } from 'kysely'
import { refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { atMost, lockOrganization } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../engine/write/rows.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { demandOpen, isRunning, statusAfterEdit, TERMINAL_STATUSES } from '../campaigns/campaign.rules.ts'
import { wakeCampaigns } from '../campaigns/campaign.wake.ts'
import { voidSignOffs } from '../sign-off/sign-off.voiding.ts'
import { Segment } from './segment.entity.ts'
import type { SegmentFilterInput, SegmentInput, SegmentPatch } from './segment.inputs.ts'

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

export async function createSegment(ctx: Context, { name, filter }: SegmentInput): Promise<Segment> {
  await demandRoom(ctx)
  await demandNameFree(ctx, name)
  return addRow(ctx, Segment, { name, filter: storedFilter(filter), createdBy: ctx.caller.userId })
}

/** Changes a segment. Campaigns that have already taken their audience from the segment keep that audience. */
export async function updateSegment(
  ctx: Context,
  id: string,
  { name, filter }: SegmentPatch,
  expectedUpdatedAt?: Date,
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

/** The campaigns that take their audience from a segment when they start. */
async function waitingCampaigns({ db, organizationId }: Context, segmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from campaign where organization_id = ${organizationId}
    and segment_id = ${segmentId} and segment_frozen_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes a segment. @throws CONFLICT if a campaign will take its audience from the segment */
export async function deleteSegment(ctx: Context, id: string): Promise<string> {
  await lockRow(ctx, Segment, id, 'Segment')
  const { rows } = await sql<{ id: string }>`select id from campaign where organization_id = ${ctx.organizationId}
    and segment_id = ${id} and segment_frozen_at is null and status <> all(${[...TERMINAL_STATUSES]}::text[])
    limit 1`.execute(ctx.db)
  if (rows[0]) {
    throw refusal('CONFLICT', 'SEGMENT_IN_USE', { campaignId: rows[0].id })
  }
  return removeRow(ctx, Segment, id, 'Segment')
}

/** Sets the segment that a campaign takes its audience from. As with every edit, an approval and a sign-off no longer apply. */
export async function setCampaignSegment(ctx: Context, id: string, segmentId: string | null): Promise<Campaign> {
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  const segment = segmentId === null ? null : (await findRow(ctx, Segment, segmentId, 'Segment')).id
  if (campaign.segmentId === segment) return campaign
  demandOpen(campaign)
  if (isRunning(campaign.status) || campaign.segmentFrozenAt) {
    throw refusal('INVALID_STATE_TRANSITION', 'SEGMENT_TOO_LATE', { status: campaign.status })
  }
  const status = statusAfterEdit(campaign.status, ctx.caller.permissions.has('org:campaigns:start'))
  const changed = changeRow(ctx, Campaign, campaign, { segmentId: segment, status })
  await voidSignOffs(ctx, { campaignIds: [id] }, 'AUDIENCE_CHANGED')
  wakeCampaigns(ctx)
  return changed
}

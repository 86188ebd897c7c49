import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import { refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import type { Campaign } from '../campaigns/campaign.entity.ts'
import type { ContentItem } from '../content/content-item.entity.ts'

/** Content as the reviewers see it. */
export type SeenContent = Pick<ContentItem, 'id' | 'version' | 'type' | 'language' | 'title' | 'body'>

type SeenCampaign = Pick<Campaign, 'id' | 'name' | 'type' | 'description' | 'channels' | 'purpose'> & {
  budgetCents?: number | null
  startsAt?: string | null
  endsAt?: string | null
}

/** All that the reviewers see: of a campaign, its details and its content. */
export interface Snapshot {
  campaign: SeenCampaign | null
  contents: SeenContent[]
}

/** The size of a snapshot that a phone can show. */
const MOST_BYTES = 1_048_576

/** SHA-256, in hexadecimal, of the canonical JSON (RFC 8785) of a value. A decision is bound to that of the snapshot. */
export const digestOf = (value: unknown): string => hash('sha256', canonicalize(value) ?? '', 'hex')

export const snapshotOfContent = ({ id, version, type, language, title, body }: ContentItem): Snapshot => ({
  campaign: null,
  contents: [{ id, version, type, language, title, body }],
})

/** Money and dates are part of the snapshot only if the reviewers see them. */
const seenCampaign = (campaign: Campaign, sharesBudget: boolean): SeenCampaign => {
  const { id, name, type, description, channels, purpose, budgetCents, startsAt, endsAt } = campaign
  const shown = { id, name, type, description, channels: [...channels], purpose }
  const [starts, ends] = [startsAt?.toISOString() ?? null, endsAt?.toISOString() ?? null]
  return sharesBudget ? { ...shown, budgetCents, startsAt: starts, endsAt: ends } : shown
}

/** The content of a campaign, locked against changes until the commit if `isLocked`. Archived content is not used. */
async function contentsOf({ db, organizationId }: Context, campaignId: string, isLocked: boolean) {
  const { rows } = await sql<SeenContent>`select id, version, type, language, title, body from content_item
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and status <> 'ARCHIVED' and not is_template
    order by created_at, id ${isLocked ? sql`for share` : sql``}`.execute(db)
  return rows
}

/** @throws INVALID_STATE_TRANSITION if the snapshot is too large */
export async function snapshotOfCampaign(
  ctx: Context,
  campaign: Campaign,
  sharesBudget: boolean,
  { isLocked = false } = {},
): Promise<Snapshot> {
  const contents = await contentsOf(ctx, campaign.id, isLocked)
  const snapshot = { campaign: seenCampaign(campaign, sharesBudget), contents }
  const bytes = Buffer.byteLength(JSON.stringify(snapshot))
  if (bytes <= MOST_BYTES) return snapshot
  throw refusal('INVALID_STATE_TRANSITION', 'SIGN_OFF_TOO_LARGE', { bytes, most: MOST_BYTES })
}

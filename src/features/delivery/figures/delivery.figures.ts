import { sql } from 'kysely'
import { anyOf } from '../../../data/any-of.ts'
import { batched, type Context } from '../../../engine/execute/context.ts'
import { MessageStatus } from '../messages/message.entity.ts'
import type { CampaignDelivery } from './delivery.outputs.ts'

interface Counted {
  id: string
  status: MessageStatus | null
  reason: string | null
  count: number
  opened: number
  clicked: number
  unsubscribed: number
  complained: number
  startedAt: Date | null
  endedAt: Date | null
  lastMinute: number
}

const emptyOf = (campaignId: string): CampaignDelivery => ({
  campaignId,
  ...{ queued: 0, sending: 0, sent: 0, delivered: 0, bounced: 0, failed: 0, skipped: 0, unknown: 0 },
  ...{
    opened: 0,
    clicked: 0,
    unsubscribed: 0,
    complained: 0,
    skippedBy: [],
    startedAt: null,
    finishedAt: null,
    perMinute: 0,
  },
})

const FIELDS = {
  [MessageStatus.QUEUED]: 'queued',
  [MessageStatus.SENDING]: 'sending',
  [MessageStatus.SENT]: 'sent',
  [MessageStatus.DELIVERED]: 'delivered',
  [MessageStatus.BOUNCED]: 'bounced',
  [MessageStatus.FAILED]: 'failed',
  [MessageStatus.SKIPPED]: 'skipped',
  [MessageStatus.UNKNOWN]: 'unknown',
} as const

function add(to: CampaignDelivery, row: Counted): CampaignDelivery {
  const { status, reason, count, opened, clicked, unsubscribed, complained, startedAt, endedAt, lastMinute } = row
  // Recipients without a message have no status yet, and count as queued.
  const field = status ? FIELDS[status] : 'queued'
  const isSkip = status === MessageStatus.SKIPPED
  return {
    ...to,
    [field]: to[field] + count,
    opened: to.opened + opened,
    clicked: to.clicked + clicked,
    unsubscribed: to.unsubscribed + unsubscribed,
    complained: to.complained + complained,
    skippedBy: isSkip ? [...to.skippedBy, { reason: reason ?? 'NO_GROUND', count }] : to.skippedBy,
    startedAt: earliest(to.startedAt, startedAt),
    finishedAt: latest(to.finishedAt, endedAt),
    perMinute: to.perMinute + lastMinute,
  }
}

const earliest = (a: Date | null, b: Date | null) => (a && b ? (a < b ? a : b) : (a ?? b))
const latest = (a: Date | null, b: Date | null) => (a && b ? (a > b ? a : b) : (a ?? b))

/** The progress of campaigns that have messages, or recipients that wait for a message. */
const progressOf = batched<CampaignDelivery | null, number>(null, async ({ db, organizationId }, ids) => {
  const { rows } = await sql<Counted>`
    select campaign_id as id, status, reason, count(*) as count, count(opened_at) as opened, count(clicked_at) as clicked, count(unsubscribed_at) as unsubscribed,
      count(complained_at) as complained, min(created_at) as started_at, max(updated_at) as ended_at,
      count(*) filter (where sent_at > now() - interval '1 minute') as last_minute
    from message where organization_id = ${organizationId} and campaign_id = ${anyOf(ids)}
    group by campaign_id, status, reason
    union all
    select campaign.id, null, null, count(*), 0, 0, 0, 0, null, null, 0
    from campaign join campaign_recipient r on r.organization_id = ${organizationId} and r.campaign_id = campaign.id
      and r.channel = 'EMAIL' and r.queued_at is null
    where campaign.organization_id = ${organizationId} and campaign.id = ${anyOf(ids)}
      and campaign.sender_id is not null and campaign.status in ('ACTIVE', 'PAUSED')
    group by campaign.id`.execute(db)
  const found = new Map<string, CampaignDelivery>()
  for (const row of rows) found.set(row.id, add(found.get(row.id) ?? emptyOf(row.id), row))
  for (const [id, each] of found) if (each.queued + each.sending > 0) found.set(id, { ...each, finishedAt: null })
  return found
})

/** The progress of a campaign: all figures are zero if the service has nothing to send. */
export const deliveryOf = async (ctx: Context, campaignId: string): Promise<CampaignDelivery> =>
  (await progressOf(ctx, campaignId, ctx.writes)) ?? emptyOf(campaignId)

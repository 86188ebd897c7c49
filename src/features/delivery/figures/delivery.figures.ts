import { sql } from 'kysely'
import { notFound } from '../../../common/errors.ts'
import { anyOf } from '../../../data/any-of.ts'
import { batched, type Context } from '../../../engine/execute/context.ts'
import { MessageStatus } from '../messages/message.entity.ts'
import type { CampaignDelivery } from './delivery.outputs.ts'

/** The number of messages with a status, as a field with its name. */
const numberOf = (status: MessageStatus) =>
  sql`coalesce(sum(count) filter (where counted.status = ${status}), 0)::bigint as ${sql.ref(status.toLowerCase())}`

const sumOf = (field: string) => sql`coalesce(sum(${sql.ref(field)}), 0)::bigint as ${sql.ref(field)}`

/**
 * The progress of campaigns. Recipients without a message count as queued. A message that the mail server accepted or
 * bounced ended then: later reports and clicks change its row.
 */
const progressOf = batched<CampaignDelivery | undefined, number>(undefined, async ({ db, organizationId }, ids) => {
  const { rows } = await sql<CampaignDelivery>`
    with counted as (
      select campaign_id, status, reason, count(*) as count, count(opened_at) as opened, count(clicked_at) as clicked,
        count(unsubscribed_at) as unsubscribed, count(complained_at) as complained, min(created_at) as started_at,
        max(coalesce(least(sent_at, bounced_at), updated_at)) as ended_at, count(*) filter (where sent_at > now() - interval '1 minute') as per_minute
      from message where organization_id = ${organizationId} and campaign_id = ${anyOf(ids)}
      group by campaign_id, status, reason
      union all
      select campaign.id, 'QUEUED', null, count(*), 0, 0, 0, 0, null, null, 0
      from campaign join campaign_recipient r on r.organization_id = ${organizationId} and r.campaign_id = campaign.id
        and r.channel = 'EMAIL' and r.queued_at is null
      where campaign.organization_id = ${organizationId} and campaign.id = ${anyOf(ids)}
        and campaign.sender_id is not null and campaign.status in ('ACTIVE', 'PAUSED')
      group by campaign.id
    )
    select campaign.id as campaign_id, ${sql.join(Object.values(MessageStatus).map(numberOf))},
      ${sql.join(['opened', 'clicked', 'unsubscribed', 'complained', 'per_minute'].map(sumOf))},
      coalesce(jsonb_agg(jsonb_build_object('reason', coalesce(reason, 'NO_GROUND'), 'count', count))
        filter (where counted.status = 'SKIPPED'), '[]') as skipped_by,
      min(started_at) as started_at,
      case when not bool_or(counted.status in ('QUEUED', 'SENDING')) then max(ended_at) end as finished_at
    from campaign left join counted on counted.campaign_id = campaign.id
    where campaign.organization_id = ${organizationId} and campaign.id = ${anyOf(ids)}
    group by campaign.id`.execute(db)
  return new Map(rows.map((row) => [row.campaignId, row]))
})

/** The progress of a campaign: all figures are zero if the service has nothing to send. @throws NOT_FOUND */
export async function deliveryOf(ctx: Context, campaignId: string): Promise<CampaignDelivery> {
  const found = await progressOf(ctx, campaignId, ctx.writes)
  if (!found) throw notFound('Campaign')
  return found
}

import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../data/transaction.ts'
import { approvedContent, isSentHere, variablesOf } from './delivery.readiness.ts'

/**
 * Number of recipients for whom one transaction queues messages. Memory use does not grow with the number of
 * recipients.
 */
export const QUEUED_AT_ONCE = 2000

/** Queues messages for recipients of active campaigns, each recipient once. Returns the number of recipients. */
export async function queueMessages({ db }: Transaction, organizationId: string): Promise<number> {
  const id = sql.ref('r.campaign_id')
  const { rows } = await sql`
    with chosen as materialized (
      select r.organization_id, r.id, r.campaign_id, r.contact, r.language from campaign_recipient r
      join campaign on campaign.organization_id = ${organizationId} and campaign.id = r.campaign_id
        and campaign.status = 'ACTIVE' and ${isSentHere}
      where r.organization_id = ${organizationId} and r.channel = 'EMAIL' and r.queued_at is null
        and exists (select 1 from ${approvedContent(organizationId, id)})
      order by r.campaign_id, r.id limit ${sql.lit(QUEUED_AT_ONCE)} for update of r skip locked
    ), made as (
      insert into message (organization_id, id, campaign_id, content_id, content_version, channel, contact, domain,
        language, status, not_before, created_at, updated_at)
      select r.organization_id, r.id, r.campaign_id, content.id, content.version, 'EMAIL', r.contact,
        lower(substring(r.contact from '[^@]*$')), coalesce(r.language, content.language), 'QUEUED', now(), now(), now()
      from chosen r cross join lateral (
        -- The language of the recipient, otherwise English, otherwise the first.
        select item.id, item.version, item.language from ${approvedContent(organizationId, id)}
        order by item.language = coalesce(r.language, 'en') desc, item.language = 'en' desc, item.created_at, item.id limit 1
      ) as content
      on conflict do nothing
    )
    update campaign_recipient set queued_at = now() from chosen
    where campaign_recipient.organization_id = ${organizationId} and campaign_recipient.id = chosen.id
    returning chosen.id`.execute(db)
  return rows.length
}

/** Active campaigns with a recipient who lacks a variable of the content. Such a campaign must not send any message. */
export async function campaignsLackingVariables({ db }: Transaction, organizationId: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select campaign.id, min(variable.name) as name from campaign
    cross join lateral (${variablesOf(organizationId, sql.ref('campaign.id'))}) as variable
    where campaign.organization_id = ${organizationId} and campaign.status = 'ACTIVE' and ${isSentHere}
      and variable.name <> 'unsubscribeUrl' and exists (
        select 1 from campaign_recipient r where r.organization_id = ${organizationId} and r.campaign_id = campaign.id
          and r.channel = 'EMAIL' and r.queued_at is null and not r.attributes ? variable.name)
    group by campaign.id`.execute(db)
  return rows
}

/** Marks messages as UNKNOWN whose process ended before the mail server answered: they may have arrived. */
export async function endExpired({ db }: Transaction, organizationId: string): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`update message set status = 'UNKNOWN', leased_until = null, updated_at = now(),
      reason = 'The process ended before the mail server answered'
    where organization_id = ${organizationId} and id = any(array(
      select id from message where organization_id = ${organizationId} and status = 'SENDING'
        and (leased_until is null or leased_until <= now()) for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows)
}

/** The time from which a sender may send: its resting time is over, and its rate permits another message. */
const senderAt = sql`greatest(sender.resting_until, case when sender.paced_until > now() then sender.paced_until end)`

/** Polling interval in seconds, for domains that rest and for warm-ups at the end of a day. */
const LOOK_SECONDS = 5

/** The time at which the next message of an organization is due. */
export const nextMessage = (organizationId: string): RawBuilder<{ at: Date | null }> => sql`
  select min(at) as at from (
    select min(message.leased_until) as at from message
    where message.organization_id = ${organizationId} and message.status = 'SENDING'
    union all
    select case when waiting.at <= now()
      then coalesce(${senderAt}, now() + make_interval(secs => case when sender.per_second is null then ${LOOK_SECONDS} else 1.0 / sender.per_second end))
      else waiting.at end
    from campaign join sender on sender.organization_id = ${organizationId} and sender.id = campaign.sender_id
    cross join lateral (
      select min(message.not_before) as at from message where message.organization_id = ${organizationId}
        and message.campaign_id = campaign.id and message.status = 'QUEUED'
    ) as waiting
    where campaign.organization_id = ${organizationId} and campaign.status = 'ACTIVE' and sender.status = 'VERIFIED'
      and waiting.at is not null
    union all
    select now() where exists (
      select 1 from campaign join campaign_recipient r on r.organization_id = ${organizationId}
        and r.campaign_id = campaign.id and r.channel = 'EMAIL' and r.queued_at is null
      where campaign.organization_id = ${organizationId} and campaign.status = 'ACTIVE' and ${isSentHere}
        and exists (select 1 from ${approvedContent(organizationId, sql.ref('campaign.id'))}))
  ) as times`

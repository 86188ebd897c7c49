import { type RawBuilder, sql } from 'kysely'
import { shuffled } from '../../../common/shuffled.ts'
import { storedNow } from '../../../data/due-times.ts'
import { planLookups } from '../../../data/plans.ts'
import { commitWithoutSync } from '../../../data/sync.ts'
import type { Transaction } from '../../../data/transaction.ts'
import { approvedContent, isSentHere, variablesOf } from '../launch/launch-check.ts'

/** Number of campaigns that one transaction queues messages for. */
const MOST_CAMPAIGNS = 10
/** Number of recipients for whom one transaction queues messages. An embedded database answers no request during it. */
export const QUEUED_AT_ONCE = 64

/** What a look for campaigns with few waiting messages did. */
export interface Queued {
  /** Number of recipients whose message was queued. */
  recipients: number
  /** Campaigns with a recipient who lacks this variable of the content. No message was queued for them. */
  lacking: { id: string; name: string }[]
}

/**
 * The first recipients of a campaign without a message, as `r`, in the order of the index of these recipients. Its range
 * of channels leaves only this index: for an order by id alone, PostgreSQL may read all recipients of the organization.
 */
const unqueued = (organizationId: string, campaignId: RawBuilder<unknown>, most: number) => sql`campaign_recipient r
  where r.organization_id = ${organizationId} and r.campaign_id = ${campaignId}
    and r.channel between 'EMAIL' and 'EMAIL' and r.queued_at is null
  order by r.channel, r.id limit ${sql.lit(most)}`

/** A campaign of which few messages wait, and the end of its quiet hours; null when its messages may be sent now. */
interface Short {
  id: string
  opensAt: Date | null
}

/**
 * Campaigns with recipients who have no message yet, of which fewer than `least` messages wait. Each subquery ends after a
 * few rows. As joins, PostgreSQL would read all recipients.
 * @param quietUntil the end of the quiet hours; null when messages may be sent now
 */
async function shortOf({ db }: Transaction, organizationId: string, least: number, quietUntil: Date | null) {
  const { rows } = await sql<Short>`
    select campaign.id, open.opens_at from campaign
    join sender on sender.organization_id = ${organizationId} and sender.id = campaign.sender_id
    cross join lateral (select case when sender.quiet_hours then ${quietUntil}::timestamptz end as opens_at) as open
    cross join lateral (
      select 1 from ${unqueued(organizationId, sql.ref('campaign.id'), 1)}
    ) as unqueued
    cross join lateral (
      select count(*) as count from (
        select 1 from message where message.organization_id = ${organizationId} and message.campaign_id = campaign.id
          and message.status = 'QUEUED' and message.not_before <= coalesce(open.opens_at, now())
        order by message.not_before limit ${sql.lit(least)}
      ) as first
    ) as waiting
    where campaign.organization_id = ${organizationId} and campaign.status = 'ACTIVE' and ${isSentHere}
      and waiting.count < ${least} and exists (select 1 from ${approvedContent(organizationId, sql.ref('campaign.id'))})`.execute(
    db,
  )
  return shuffled(rows).slice(0, MOST_CAMPAIGNS)
}

/**
 * Locks the next recipients without a message, at most `most` of each campaign, and `QUEUED_AT_ONCE`. Returns them as a
 * JSON array of rows; null when there are none.
 */
async function nextRecipients({ db }: Transaction, organizationId: string, short: readonly Short[], most: number) {
  const { rows } = await sql<{ recipients: string | null }>`
    select jsonb_agg(next)::text as recipients from (
      select first.* from unnest(${short.map(({ id }) => id)}::uuid[]) as short(id) cross join lateral (
        select r.id, r.campaign_id, r.contact, r.language, r.attributes
        from ${unqueued(organizationId, sql.ref('short.id'), Math.min(most, QUEUED_AT_ONCE))} for update skip locked
      ) as first limit ${sql.lit(QUEUED_AT_ONCE)}
    ) as next`.execute(db)
  return rows[0]?.recipients ?? null
}

/**
 * Queues messages for the next recipients of active campaigns of which fewer than `size` messages wait, at most
 * `QUEUED_AT_ONCE`. So a large audience does not become messages long before they are sent, and no campaign waits for
 * the audience of another one.
 */
export async function queueMessages(
  unit: Transaction,
  organizationId: string,
  size: number,
  quietUntil: Date | null,
): Promise<Queued> {
  // The limit is a literal, because PostgreSQL keeps no plan for a limit that is a parameter. It is a power of two, so
  // that there are few different statements.
  const least = 2 ** Math.ceil(Math.log2(size))
  planLookups(unit.db)
  // A crash may lose the messages together with the marks of their recipients. Then they are queued again. The commit of a
  // claim syncs earlier commits too.
  commitWithoutSync(unit.db)
  const short = await shortOf(unit, organizationId, least, quietUntil)
  const recipients = short.length > 0 ? await nextRecipients(unit, organizationId, short, least) : null
  if (recipients === null) return { recipients: 0, lacking: [] }
  const campaigns = JSON.stringify(short.map(({ id, opensAt }) => ({ id, opens_at: opensAt })))
  const { rows } = await sql<Queued>`
    with short as materialized (
      select * from jsonb_to_recordset(${campaigns}::jsonb) as short(id uuid, opens_at timestamptz)
    ), named as materialized (
      select short.id as campaign_id, variable.name
      from short cross join lateral (${variablesOf(organizationId, sql.ref('short.id'))}) as variable
      where variable.name <> 'unsubscribeUrl'
    ), chosen as materialized (
      select r.id, r.campaign_id, r.contact, r.language, short.opens_at, (
        select min(named.name) from named where named.campaign_id = r.campaign_id and not r.attributes ? named.name
      ) as lacks
      -- Values, because a lookup by id may read all recipients of an organization: with statistics from before they came,
      -- each index seems to lead to one row.
      from jsonb_to_recordset(${recipients}::jsonb)
        as r(id uuid, campaign_id uuid, contact text, language text, attributes jsonb)
      join short on short.id = r.campaign_id
    ), lacking as materialized (
      select campaign_id, min(lacks) as name from chosen where lacks is not null group by campaign_id
    ), complete as materialized (
      select * from chosen where campaign_id not in (select campaign_id from lacking)
    ), made as (
      insert into message (organization_id, id, campaign_id, content_id, content_version, channel, contact, domain,
        language, status, not_before, created_at, updated_at)
      select content.organization_id, r.id, r.campaign_id, content.id, content.version, 'EMAIL', r.contact,
        lower(substring(r.contact from '[^@]*$')), coalesce(r.language, content.language), 'QUEUED',
        coalesce(r.opens_at, now()), now(), now()
      from complete r cross join lateral (
        -- The language of the recipient, otherwise English, otherwise the first.
        select item.organization_id, item.id, item.version, item.language from ${approvedContent(organizationId, sql.ref('r.campaign_id'))}
        order by item.language = coalesce(r.language, 'en') desc, item.language = 'en' desc, item.created_at, item.id limit 1
      ) as content
      on conflict do nothing
    ), noted as (
      -- A list, because PostgreSQL may read all recipients for a join.
      update campaign_recipient set queued_at = now()
      where organization_id = ${organizationId} and id = any(array(select id from complete))
      returning id
    )
    select (select count(*)::int from noted) as recipients,
      (select coalesce(jsonb_agg(jsonb_build_object('id', campaign_id, 'name', name)), '[]') from lacking) as lacking`.execute(
    unit.db,
  )
  return rows[0] ?? { recipients: 0, lacking: [] }
}

/** Marks messages as UNKNOWN whose process ended before the mail server answered: they may have arrived. */
export async function endExpired({ db }: Transaction, organizationId: string): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`update message set status = 'UNKNOWN', leased_until = null, updated_at = now(),
      reason = 'The process ended before the mail server answered'
    where organization_id = ${organizationId} and id = any(array(
      select id from message where organization_id = ${organizationId} and status = 'SENDING'
        and (leased_until is null or leased_until <= ${storedNow}) for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows)
}

/** The time from which a sender may send: its resting time is over, and its rate permits another message. */
const senderAt = sql`greatest(case when sender.resting_until > now() then sender.resting_until end,
  case when sender.paced_until > now() then sender.paced_until end)`

/** Polling interval in seconds, for warm-ups at the end of a day. */
const LOOK_SECONDS = 5

/** The time at which the next message of an organization is due. Recipients who have no message yet are due now. */
export const nextMessage = (organizationId: string): RawBuilder<{ at: Date | null }> => sql`
  select min(at) as at from (
    select min(coalesce(message.leased_until, now())) as at from message
    where message.organization_id = ${organizationId} and message.status = 'SENDING'
    union all
    select case when waiting.at <= now()
      then coalesce(${senderAt}, now() + make_interval(secs => case when sender.per_second is null then ${LOOK_SECONDS} else 1.0 / sender.per_second end))
      else waiting.at end
    from campaign join sender on sender.organization_id = ${organizationId} and sender.id = campaign.sender_id
    cross join lateral (
      select least(
        (select min(message.not_before) from message where message.organization_id = ${organizationId}
          and message.campaign_id = campaign.id and message.status = 'QUEUED'),
        (select now() where ${isSentHere} and exists (select 1 from ${approvedContent(organizationId, sql.ref('campaign.id'))})
          and exists (select 1 from (select 1 from ${unqueued(organizationId, sql.ref('campaign.id'), 1)}) as first))
      ) as at
    ) as waiting
    where campaign.organization_id = ${organizationId} and campaign.status = 'ACTIVE' and sender.status = 'VERIFIED'
      and waiting.at is not null
  ) as times`

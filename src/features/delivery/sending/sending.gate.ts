import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../data/transaction.ts'
import { purposeKeyOf } from '../../privacy/consents/consent.purposes.ts'
import type { Addressed } from '../messages/message.mime.ts'
import type { Sender } from '../senders/sender.entity.ts'

/*
 * The gate. One statement checks whether each message may be sent now, and claims or skips the message. It requires a
 * consent or an existing customer (POPIA section 69), no suppression, no block in the registry, enough budget (read
 * before, in `sending.budget.ts`), and an active campaign. The legal ground and the price are stored with the message. A
 * message to a domain that asked to wait is postponed to the end of that wait, so that later batches do not read it.
 */

/** A message that this process has claimed to send. */
export interface Claim extends Addressed {
  contentId: string
  contentVersion: number
  domain: string
  attempts: number
  lease: string
}

interface Asked {
  id: string
  /** The keyed marks of its address, as suppressions store them. */
  marks: readonly string[]
  /** The end of a wait, for the domain of the address or for the budget; null when it may be sent now. */
  restsUntil: string | null
  isOverBudget: boolean
}

/**
 * The legal ground for the message `m` of the campaign `c`: a consent has priority over a customer, and the latest is
 * first.
 */
const groundOf = (organizationId: string): RawBuilder<unknown> => sql`
  select kind, id, at from (
    select 'CONSENT' as kind, consent.id, consent.granted_at as at, 0 as place from consent
    where consent.organization_id = ${organizationId} and consent.channel = m.channel
      and consent.contact_key = m.contact_key and consent.status = 'GRANTED' and ${purposeKeyOf('consent')} = c.purpose
      and (consent.expires_at is null or consent.expires_at > now())
    union all
    select 'EXISTING_CUSTOMER', basis.id, basis.created_at, 1 from contact_basis basis
    where basis.organization_id = ${organizationId} and basis.channel = m.channel
      and basis.contact_key = m.contact_key and basis.kind = 'EXISTING_CUSTOMER' and basis.ended_at is null
  ) as grounds order by place, at desc limit 1`

/** The cause of a suppression that applies to the message. Blocks in the registry are first. */
const causeOf = (organizationId: string): RawBuilder<unknown> => sql`
  select suppression.cause from suppression
  where suppression.organization_id = ${organizationId} and suppression.withdrawn_at is null
    and suppression.email_mark = any(asked.marks)
    and (suppression.purpose is null or suppression.purpose = c.purpose)
    and (suppression.channel is null or suppression.channel = m.channel)
  order by suppression.cause = 'REGISTRY' desc limit 1`

/** The last comparison of the contacts with the opt-out registry, for direct marketing. */
const cleansingOf = (organizationId: string): RawBuilder<unknown> => sql`
  select cleansing.id from registry_cleansing cleansing
  where cleansing.organization_id = ${organizationId} and cleansing.completed_at is not null and c.purpose = 'MARKETING'
  order by cleansing.completed_at desc limit 1`

/**
 * Claims, skips or postpones messages that this transaction has locked. Returns the claimed messages. (Citus does not
 * allow functions such as `now()` in a `case` of an update.)
 */
export async function gate(
  { db }: Transaction,
  { organizationId, id: senderId, pricePerThousandCents }: Sender,
  asked: readonly Asked[],
  { lease, seconds }: { lease: string; seconds: number },
): Promise<Claim[]> {
  const statement = sql<Omit<Claim, 'organizationId' | 'lease'> & { status: string }>`
    with asked as (
      select id, marks, "restsUntil" as rests_until, "isOverBudget" as is_over_budget
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as asked(id uuid, marks text[], "restsUntil" timestamptz, "isOverBudget" boolean)
    ), judged as (
      select m.id, asked.rests_until, r.attributes, coalesce(c.tracks_messages and o.tracks_messages, false) as is_tracked,
        now() + make_interval(secs => ${seconds}) as lease_end,
        jsonb_build_object('kind', ground.kind, 'id', ground.id,
          'at', to_char(ground.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'cleansingId', cleansing.id) as ground,
        case
        when stop.cause = 'REGISTRY' then 'REGISTRY'
        when stop.cause is not null then 'SUPPRESSED'
        when ground.kind is null or r.id is null then 'NO_GROUND'
        when asked.is_over_budget then 'OVER_BUDGET'
      end as refusal
      from asked
      -- One lookup each. The order leaves only the key: with statistics from before these messages, PostgreSQL might
      -- take another index, and read all messages of the organization for each lookup.
      cross join lateral (
        select id, campaign_id, channel, contact_key, status from message
        where organization_id = ${organizationId} and id >= asked.id order by id limit 1
      ) as m
      join organization o on o.organization_id = ${organizationId}
      join campaign c on c.organization_id = ${organizationId} and c.id = m.campaign_id
        and c.sender_id = ${senderId} and c.status = 'ACTIVE'
      left join campaign_recipient r on r.organization_id = ${organizationId} and r.id = m.id
      left join lateral (${groundOf(organizationId)}) as ground on true
      left join lateral (${causeOf(organizationId)}) as stop on true
      left join lateral (${cleansingOf(organizationId)}) as cleansing on true
      where m.id = asked.id and m.status = 'QUEUED'
    ), decided as materialized (
      select *, case when rests_until is not null then 'QUEUED' when refusal is null then 'SENDING' else 'SKIPPED' end as next
      from judged
    )
    update message set
      status = next,
      reason = case when next = 'QUEUED' then message.reason else refusal end,
      not_before = coalesce(rests_until, message.not_before),
      ground = case when next = 'SENDING' then decided.ground end,
      sender_id = ${senderId},
      price_per_thousand_cents = case when next = 'SENDING' then ${pricePerThousandCents}::bigint else message.price_per_thousand_cents end,
      attempts = message.attempts + case when next = 'SENDING' then 1 else 0 end,
      lease = case when next = 'SENDING' then ${lease} end,
      leased_until = case when next = 'SENDING' then decided.lease_end end,
      updated_at = now()
    from decided
    where message.organization_id = ${organizationId} and message.id = decided.id
    returning message.id, message.campaign_id, message.contact, message.language, message.content_id,
      message.content_version, message.domain, message.attempts, message.status, decided.attributes,
      decided.is_tracked`
  const { rows } = await statement.execute(db)
  return rows.flatMap(({ status, ...claim }) => (status === 'SENDING' ? [{ ...claim, organizationId, lease }] : []))
}

/** Checks the gate again for a claimed message: its ground, suppressions, the status of its campaign, and its lease. */
export async function isStillAllowed(
  { db }: Transaction,
  { organizationId, id, lease }: Claim,
  marks: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from message m
    join campaign c on c.organization_id = ${organizationId} and c.id = m.campaign_id and c.status = 'ACTIVE'
    cross join (select ${[...marks]}::text[] as marks) as asked
    where m.organization_id = ${organizationId} and m.id = ${id} and m.status = 'SENDING' and m.lease = ${lease}
      and exists (${groundOf(organizationId)}) and not exists (${causeOf(organizationId)})`.execute(db)
  return rows.length > 0
}

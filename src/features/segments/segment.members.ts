import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../data/transaction.ts'
import { purposeKeyOf } from '../privacy/consents/consent.purposes.ts'
import { type EngagementCondition, type SegmentFilterInput, SegmentOutcome } from './segment.inputs.ts'

/*
 * The people of a segment. Filters are data: each field has its own condition here, and all values are parameters.
 */

/** The column of `message` that shows an outcome. */
const OUTCOME_COLUMNS: Readonly<Record<SegmentOutcome, string>> = {
  [SegmentOutcome.SENT]: 'sent_at',
  [SegmentOutcome.DELIVERED]: 'delivered_at',
  [SegmentOutcome.OPENED]: 'opened_at',
  [SegmentOutcome.CLICKED]: 'clicked_at',
  [SegmentOutcome.BOUNCED]: 'bounced_at',
  [SegmentOutcome.UNSUBSCRIBED]: 'unsubscribed_at',
  [SegmentOutcome.COMPLAINED]: 'complained_at',
}

/**
 * The known contacts of a channel, each once. The latest row of an audience has priority, because only audiences have
 * languages and attributes.
 */
const knownContacts = (organizationId: string, channel: string) => sql`
  select distinct on (contact_key) contact_key, contact, language, attributes from (
    select r.contact_key, r.contact, r.language, r.attributes, 0 as place, r.created_at, r.id from campaign_recipient r
    where r.organization_id = ${organizationId} and r.channel = ${channel}
    union all
    -- The key of a phone number is the number itself.
    select c.contact_key, case ${channel}::text when 'EMAIL' then lower(btrim(coalesce(c.address, c.subject ->> 'email')))
      else c.contact_key end, null, '{}', 1, c.created_at, c.id from consent c
    where c.organization_id = ${organizationId} and c.channel = ${channel} and c.contact_key is not null
      and (c.contact_key like '%@%') = (${channel}::text = 'EMAIL')
    union all
    select b.contact_key, b.contact, null, '{}', 1, b.created_at, b.id from contact_basis b
    where b.organization_id = ${organizationId} and b.channel = ${channel} and b.ended_at is null
      and b.kind = 'EXISTING_CUSTOMER'
  ) as contacts
  -- An erasure leaves pseudonyms in evidence.
  where contact_key not like 'erased-%'
  order by contact_key, place, created_at desc, id desc`

/** The condition that the contact `k` has a consent for a purpose, or is an existing customer. */
const hasGround = (organizationId: string, channel: string, purpose: string) => sql<boolean>`(exists (
    select 1 from consent c where c.organization_id = ${organizationId} and c.channel = ${channel}
      and c.contact_key = k.contact_key and c.status = 'GRANTED' and ${purposeKeyOf('c')} = ${purpose}
      and (c.expires_at is null or c.expires_at > now())
  ) or exists (
    select 1 from contact_basis b where b.organization_id = ${organizationId} and b.channel = ${channel}
      and b.contact_key = k.contact_key and b.kind = 'EXISTING_CUSTOMER' and b.ended_at is null
  ))`

/** The condition that the contact `k` has a message with an outcome. */
const hasMessage = (organizationId: string, channel: string, { outcome, campaignIds, days }: EngagementCondition) =>
  sql<boolean>`exists (
    select 1 from message m where m.organization_id = ${organizationId} and m.channel = ${channel}
      and m.contact_key = k.contact_key and m.${sql.ref(OUTCOME_COLUMNS[outcome])} is not null
      and (${campaignIds ?? null}::text[] is null or m.campaign_id::text = any(${campaignIds ?? null}::text[]))
      and (${days ?? null}::int is null or m.created_at > now() - make_interval(days => ${days ?? null}::int))
  )`

const channelOf = ({ channel }: SegmentFilterInput): string => channel ?? 'EMAIL'

/** The conditions of a filter on the contact `k`. */
function conditionsOf(organizationId: string, filter: SegmentFilterInput): RawBuilder<boolean>[] {
  const { languages, attributes, clientIds, consentFor, engaged, notEngaged } = filter
  const channel = channelOf(filter)
  return [
    sql<boolean>`true`,
    ...(languages ? [sql<boolean>`k.language = any(${languages}::text[])`] : []),
    ...(attributes ?? []).map(
      ({ name, values }) =>
        sql<boolean>`lower(k.attributes ->> ${name}) = any(${values.map((value) => value.toLowerCase())}::text[])`,
    ),
    ...(clientIds
      ? [
          sql<boolean>`exists (select 1 from campaign_recipient r
            join campaign c on c.organization_id = ${organizationId} and c.id = r.campaign_id
            where r.organization_id = ${organizationId} and r.channel = ${channel} and r.contact_key = k.contact_key
              and c.client_id::text = any(${clientIds}::text[]))`,
        ]
      : []),
    ...(consentFor ? [hasGround(organizationId, channel, consentFor)] : []),
    ...(engaged ? [hasMessage(organizationId, channel, engaged)] : []),
    ...(notEngaged ? [sql<boolean>`not ${hasMessage(organizationId, channel, notEngaged)}`] : []),
  ]
}

/** The contacts `k` that match a filter. */
const matching = (organizationId: string, filter: SegmentFilterInput) => sql`
  (${knownContacts(organizationId, channelOf(filter))}) as k
  where ${sql.join(conditionsOf(organizationId, filter), sql` and `)}`

/** The numbers of people who match a filter. */
export async function sizeOf({ db }: Pick<Transaction, 'db'>, organizationId: string, filter: SegmentFilterInput) {
  const { rows } = await sql<{ people: number; contactable: number }>`select count(*)::int as people,
      count(*) filter (where ${hasGround(organizationId, channelOf(filter), 'MARKETING')})::int as contactable
    from ${matching(organizationId, filter)}`.execute(db)
  return rows[0] ?? { people: 0, contactable: 0 }
}

/**
 * Adds the people of a segment to the audience of a campaign that the transaction has locked. Later changes of the
 * people or of the segment do not change the audience.
 */
export async function freezeSegment(
  { db }: Pick<Transaction, 'db'>,
  organizationId: string,
  { id, segmentId }: { id: string; segmentId: string | null },
): Promise<void> {
  if (!segmentId) return
  const segments = db.selectFrom('segment').select('filter').where('id', '=', segmentId)
  const { filter } = await segments.executeTakeFirstOrThrow()
  const channel = channelOf(filter)
  await sql`insert into campaign_recipient (organization_id, id, campaign_id, channel, contact, language, attributes,
      created_at, updated_at)
    select ${organizationId}, gen_random_uuid(), ${id}, ${channel}, k.contact, k.language, k.attributes, now(), now()
    from ${matching(organizationId, filter)} and not exists (
      select 1 from campaign_recipient present where present.organization_id = ${organizationId}
        and present.campaign_id = ${id} and present.channel = ${channel} and present.contact_key = k.contact_key)
    on conflict do nothing`.execute(db)
  await sql`update campaign set segment_frozen_at = now() where organization_id = ${organizationId} and id = ${id}`.execute(
    db,
  )
}

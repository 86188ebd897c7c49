import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../../../common/errors.ts'
import { anyOf } from '../../../data/any-of.ts'
import { batched, type Context } from '../../../engine/context.ts'
import { ContactBasisKind } from '../contacts/contact-basis.entity.ts'
import { ConsentChannel, ConsentStatus } from './consent.entity.ts'
import { ContactPurpose, purposeKeyOf } from './consent.purposes.ts'

/*
 * Direct marketing by electronic means needs consent, or an existing customer (POPIA section 69). A direct channel of a
 * campaign is covered while everybody in its audience there is; a channel without an audience, while there is anybody at
 * all whom the campaign could reach.
 */

export const DIRECT: readonly ConsentChannel[] = [ConsentChannel.EMAIL, ConsentChannel.SMS, ConsentChannel.WHATSAPP]

const directs = sql`${[...DIRECT]}::text[]`

/** Whether the consent `c` allows marketing now. */
const covers = sql<boolean>`c.status = ${ConsentStatus.GRANTED} and ${purposeKeyOf('c')} = ${ContactPurpose.MARKETING}
  and (c.expires_at is null or c.expires_at > now())`

/** Whether the row of `campaign` at hand uses a direct channel. */
export const usesDirectChannel: RawBuilder<boolean> = sql<boolean>`array_append(campaign.channels, campaign.type) && ${directs}`

/** Whether anybody could be reached on the channel `used`; with the contact of the recipient `r`, whether that person can. */
const isReachable = (organizationId: string, isOfRecipient: boolean) => sql<boolean>`(exists (
    select 1 from consent c where c.organization_id = ${organizationId} and c.channel = used.channel and ${covers}
    ${isOfRecipient ? sql`and c.contact_key = r.contact_key` : sql``}
  ) or exists (
    select 1 from contact_basis b where b.organization_id = ${organizationId} and b.channel = used.channel
    and b.kind = ${ContactBasisKind.EXISTING_CUSTOMER} and b.ended_at is null
    ${isOfRecipient ? sql`and b.contact_key = r.contact_key` : sql``}
  ))`

const recipients = (organizationId: string, campaignId: RawBuilder<unknown>) => sql`campaign_recipient r
  where r.organization_id = ${organizationId} and r.campaign_id = ${campaignId} and r.channel = used.channel`

/** The condition for recipients of a campaign that are not covered, on the aliases `r` and `used`. */
export const isUncovered = (organizationId: string): RawBuilder<boolean> =>
  sql<boolean>`not ${isReachable(organizationId, true)}`

/** Whether the channel `used` of a campaign is covered. */
const isChannelCovered = (organizationId: string, campaignId: RawBuilder<unknown>) => sql<boolean>`
  case when exists (select 1 from ${recipients(organizationId, campaignId)})
    then not exists (select 1 from ${recipients(organizationId, campaignId)} and ${isUncovered(organizationId)})
    else ${isReachable(organizationId, false)} end`

/**
 * Whether every direct channel of the row of `campaign` at hand is covered, as a condition: for whom many campaigns of
 * an organization concern at once.
 */
export const isCampaignCovered = (organizationId: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1 from unnest(array_append(campaign.channels, campaign.type)) as used(channel)
  where used.channel = any(${directs}) and not ${isChannelCovered(organizationId, sql.ref('campaign.id'))}
)`

/** Which channels of the row of `campaign` at hand are not covered, as a sentence. */
export const lackOfCoverage = (organizationId: string): RawBuilder<string> => sql<string>`(
  select 'Not everybody may be contacted on ' || string_agg(distinct used.channel, ', ' order by used.channel)
  from unnest(array_append(campaign.channels, campaign.type)) as used(channel)
  where used.channel = any(${directs}) and not ${isChannelCovered(organizationId, sql.ref('campaign.id'))}
)`

/** Whether consent for a channel may be what a campaign waits for. */
export const isDirect = (channel: ConsentChannel): boolean => DIRECT.includes(channel)

/**
 * Demands coverage of the direct channels among some, of a campaign or of one that is not there yet.
 * @throws CONSENT_REQUIRED that names those that are not covered
 */
export async function demandConsent(ctx: Context, channels: readonly string[], campaignId?: string): Promise<void> {
  const direct = DIRECT.filter((channel) => channels.includes(channel))
  if (direct.length === 0) return
  const { rows } = await sql<{ channel: string }>`
    select used.channel from unnest(${direct}::text[]) as used(channel)
    where not ${isChannelCovered(ctx.organizationId, sql`${campaignId ?? null}::uuid`)}`.execute(ctx.db)
  refuseUncovered(rows.map(({ channel }) => channel))
}

/** The direct channels of campaigns that are not covered. */
const uncoveredOf = batched<readonly string[], number>([], async ({ db, organizationId }, ids) => {
  const { rows } = await sql<{ id: string; uncovered: string[] }>`
    select campaign.id, array_agg(used.channel) as uncovered
    from campaign cross join lateral unnest(array_append(campaign.channels, campaign.type)) as used(channel)
    where campaign.organization_id = ${organizationId} and campaign.id = ${anyOf(ids)} and used.channel = any(${directs})
      and not ${isChannelCovered(organizationId, sql.ref('campaign.id'))}
    group by campaign.id`.execute(db)
  return new Map(rows.map(({ id, uncovered }) => [id, uncovered]))
})

/** The same of a campaign as it is stored: of many that are asked about at once, by one statement. */
export async function demandCoveredCampaign(
  ctx: Context,
  { id, type, channels }: { id: string; type: string; channels: readonly string[] },
): Promise<void> {
  if (!DIRECT.some((channel) => channel === type || channels.includes(channel))) return
  // What was found before a change of the same operation is asked for again.
  refuseUncovered(await uncoveredOf(ctx, id, ctx.writes))
}

function refuseUncovered(channels: readonly string[]): void {
  const uncovered = DIRECT.filter((channel) => channels.includes(channel))
  if (uncovered.length === 0) return
  const message = `Not everybody may be contacted for marketing on ${uncovered.join(', ')}: record consent, or take the recipients out who gave none`
  throw new ServiceError('CONSENT_REQUIRED', message, { channels: uncovered })
}

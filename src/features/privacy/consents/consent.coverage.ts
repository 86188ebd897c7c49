import { type RawBuilder, sql } from 'kysely'
import { refusal } from '../../../common/errors.ts'
import type { Cause } from '../../../common/texts.ts'
import { anyOf } from '../../../data/any-of.ts'
import { batched, type Context } from '../../../engine/execute/context.ts'
import { ContactBasisKind } from '../contacts/contact-basis.entity.ts'
import { ConsentChannel, ConsentStatus } from './consent.entity.ts'
import { ContactPurpose, purposeKeyOf } from './consent.purposes.ts'

/*
 * Electronic direct marketing requires consent or an existing customer (POPIA section 69). A direct channel of a
 * campaign is covered if everybody in its audience may be contacted. A channel without an audience is covered if there
 * is anybody whom the campaign may contact.
 */

export const DIRECT: readonly ConsentChannel[] = [ConsentChannel.EMAIL, ConsentChannel.SMS, ConsentChannel.WHATSAPP]

const directs = sql`${[...DIRECT]}::text[]`

/** Whether the consent `c` permits marketing now. */
const covers = sql<boolean>`c.status = ${ConsentStatus.GRANTED} and ${purposeKeyOf('c')} = ${ContactPurpose.MARKETING}
  and (c.expires_at is null or c.expires_at > now())`

/**
 * Whether the service sends the messages of the current row of `campaign` on the channel `used`. The gate then checks
 * the legal ground of each message.
 */
const isSentByService = sql<boolean>`(used.channel = 'EMAIL' and campaign.sender_id is not null)`

/** Whether the current row of `campaign` uses a direct channel. */
export const usesDirectChannel: RawBuilder<boolean> = sql<boolean>`array_append(campaign.channels, campaign.type) && ${directs}`

/** Whether anybody may be contacted on the channel `used`. With `isOfRecipient`: whether the recipient `r` may be. */
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

/** The condition for uncovered recipients of a campaign, on the aliases `r` and `used`. */
export const isUncovered = (organizationId: string): RawBuilder<boolean> =>
  sql<boolean>`not ${isReachable(organizationId, true)}`

/** Whether the channel `used` of a campaign is covered. */
const isChannelCovered = (organizationId: string, campaignId: RawBuilder<unknown>) => sql<boolean>`
  case when exists (select 1 from ${recipients(organizationId, campaignId)})
    then not exists (select 1 from ${recipients(organizationId, campaignId)} and ${isUncovered(organizationId)})
    else ${isReachable(organizationId, false)} end`

/** Source and condition of the uncovered direct channels of the current row of `campaign`, with the alias `used`. */
const uncoveredChannels = (
  organizationId: string,
) => sql`unnest(array_append(campaign.channels, campaign.type)) as used(channel)
  where used.channel = any(${directs}) and not ${isSentByService} and not ${isChannelCovered(organizationId, sql.ref('campaign.id'))}`

/**
 * The condition that every direct channel of the current row of `campaign` is covered. For statements over many
 * campaigns.
 */
export const isCampaignCovered = (organizationId: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from ${uncoveredChannels(organizationId)})`

/** The cause with the uncovered channels of the current row of `campaign`. Null if there are none. */
export const lackOfCoverage = (organizationId: string): RawBuilder<Cause | null> => sql<Cause | null>`(
  select jsonb_build_object('code', 'NOT_COVERED', 'channels', jsonb_agg(distinct used.channel order by used.channel))
  from ${uncoveredChannels(organizationId)} having count(*) > 0
)`

/** Whether a campaign may depend on consent for a channel. */
export const isDirect = (channel: ConsentChannel): boolean => DIRECT.includes(channel)

/**
 * Checks the coverage of the direct channels among `channels`, for an existing campaign or for a new one.
 * @throws CONSENT_REQUIRED that names the uncovered channels
 */
export async function demandConsent(ctx: Context, channels: readonly string[], campaignId?: string): Promise<void> {
  const direct = DIRECT.filter((channel) => channels.includes(channel))
  if (direct.length === 0) return
  const { rows } = await sql<{ channel: string }>`
    select used.channel from unnest(${direct}::text[]) as used(channel)
    where not ${isChannelCovered(ctx.organizationId, sql`${campaignId ?? null}::uuid`)}`.execute(ctx.db)
  refuseUncovered(rows.map(({ channel }) => channel))
}

/** The uncovered direct channels of campaigns. */
const uncoveredOf = batched<readonly string[], number>([], async ({ db, organizationId }, ids) => {
  const { rows } = await sql<{ id: string; uncovered: string[] }>`
    select campaign.id, array(select used.channel from ${uncoveredChannels(organizationId)}) as uncovered
    from campaign where campaign.organization_id = ${organizationId} and campaign.id = ${anyOf(ids)}`.execute(db)
  return new Map(rows.map(({ id, uncovered }) => [id, uncovered]))
})

/** Checks the coverage of a stored campaign. Calls for several campaigns share one statement. */
export async function demandCoveredCampaign(
  ctx: Context,
  { id, type, channels }: { id: string; type: string; channels: readonly string[] },
): Promise<void> {
  if (!DIRECT.some((channel) => channel === type || channels.includes(channel))) return
  // Results from before a change in the same operation are not reused.
  refuseUncovered(await uncoveredOf(ctx, id, ctx.writes))
}

function refuseUncovered(channels: readonly string[]): void {
  const uncovered = DIRECT.filter((channel) => channels.includes(channel))
  if (uncovered.length === 0) return
  throw refusal('CONSENT_REQUIRED', 'CONSENT_MISSING', { channels: uncovered })
}

import { sql } from 'kysely'
import { invalidItems } from '../../common/errors.ts'
import { newId } from '../../data/ids.ts'
import type { Context } from '../../engine/context.ts'
import { findRow, lockRow } from '../../engine/rows.ts'
import { isUncovered } from '../privacy/consents/consent.coverage.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'
import { addressToSend, type Contact, contactOf, hasKey, keysOf } from '../privacy/contacts/contact.ts'
import type { AudienceInput } from './audience.inputs.ts'
import type { CampaignAudience, ChannelAudience } from './audience.outputs.ts'
import { demandCoverage } from './campaign.changes.ts'
import { Campaign } from './campaign.entity.ts'

/** Whom a campaign is for, by channel. */
export async function audienceOf(ctx: Context, campaignId: string): Promise<CampaignAudience> {
  const { id } = await findRow(ctx, Campaign, campaignId, 'Campaign')
  const { organizationId } = ctx
  const { rows } = await sql<ChannelAudience>`
    select r.channel, count(distinct r.contact_key) as recipients,
      count(distinct r.contact_key) filter (where ${isUncovered(organizationId)}) as uncovered
    from campaign_recipient r cross join lateral (select r.channel) as used(channel)
    where r.organization_id = ${organizationId} and r.campaign_id = ${id}
    group by r.channel order by r.channel`.execute(ctx.db)
  return { campaignId: id, channels: rows }
}

/** A person, and the address to send to. */
interface Recipient {
  keys: string[]
  contact: string
}

/** Each person once. @throws VALIDATION_ERROR naming each contact that the channel does not reach */
function recipientsOn(channel: ConsentChannel, { contacts }: AudienceInput): Recipient[] {
  const field = channel === ConsentChannel.EMAIL ? 'email' : 'phone'
  const none: Contact = { email: null, phone: null }
  const people = contacts.map((given) => {
    return { keys: keysOf({ ...none, [field]: contactOf(given)[field] }), contact: addressToSend(given[field] ?? '') }
  })
  const faults = people.flatMap(({ keys }, index) =>
    keys.length > 0 ? [] : [{ index, field, message: `is needed for the channel ${channel}` }],
  )
  if (faults.length > 0) throw invalidItems(faults)
  return [...new Map(people.map((person) => [person.keys[0], person])).values()]
}

/** Adds people to the audience of a campaign. Of one that runs or will, everybody must be covered. */
export async function addRecipients(ctx: Context, id: string, input: AudienceInput): Promise<CampaignAudience> {
  const { now, organizationId } = ctx
  // The lock keeps two who add the same person by two addresses apart.
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  const channel = ConsentChannel[input.channel]
  const people = recipientsOn(channel, input)
  const present = await ctx.db
    .selectFrom('campaignRecipient')
    .select(sql<string>`contact_key`.as('key'))
    .where('campaignId', '=', campaign.id)
    .where('channel', '=', channel)
    .where(
      hasKey(
        ['contactKey'],
        people.flatMap(({ keys }) => keys),
      ),
    )
    .execute()
  const known = new Set(present.map(({ key }) => key))
  const rows = people
    .filter(({ keys }) => !keys.some((key) => known.has(key)))
    .map(({ contact }) => {
      return { id: newId(), organizationId, campaignId: campaign.id, channel, contact, createdAt: now, updatedAt: now }
    })
  if (rows.length > 0) await ctx.db.insertInto('campaignRecipient').values(rows).execute()
  await demandCoverage(ctx, campaign)
  return audienceOf(ctx, campaign.id)
}

/** Takes out of the audience of a campaign whoever may not be contacted now. */
export async function dropUncovered(ctx: Context, id: string): Promise<CampaignAudience> {
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  await sql`delete from campaign_recipient r using (values ('EMAIL'), ('SMS'), ('WHATSAPP')) as used(channel)
    where r.organization_id = ${ctx.organizationId} and r.campaign_id = ${campaign.id}
      and r.channel = used.channel and ${isUncovered(ctx.organizationId)}`.execute(ctx.db)
  ctx.makeDue('campaigns')
  return audienceOf(ctx, campaign.id)
}

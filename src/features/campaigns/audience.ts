import { sql } from 'kysely'
import { invalidItems } from '../../common/errors.ts'
import { newId } from '../../data/ids.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { lockRow } from '../../engine/write/rows.ts'
import type { Language } from '../content/content-item.entity.ts'
import { demandReady } from '../delivery/delivery.readiness.ts'
import { isUncovered } from '../privacy/consents/consent.coverage.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'
import { addressToSend, type Contact, contactOf, hasKey, keysOf } from '../privacy/contacts/contact.ts'
import type { AudienceInput } from './audience.inputs.ts'
import type { CampaignAudience, ChannelAudience } from './audience.outputs.ts'
import { demandCoverage } from './campaign.changes.ts'
import { Campaign } from './campaign.entity.ts'
import { isStart } from './campaign.rules.ts'

/** The audience of a campaign, by channel. */
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
  language: Language | null
  attributes: Record<string, unknown>
}

/**
 * The recipients without duplicates. @throws VALIDATION_ERROR that names each contact without an address for the
 * channel
 */
function recipientsOn(channel: ConsentChannel, { contacts }: AudienceInput): Recipient[] {
  const field = channel === ConsentChannel.EMAIL ? 'email' : 'phone'
  const none: Contact = { email: null, phone: null }
  const people = contacts.map((given) => {
    return {
      keys: keysOf({ ...none, [field]: contactOf(given)[field] }),
      contact: addressToSend(given[field] ?? ''),
      language: given.language ?? null,
      attributes: given.attributes ?? {},
    }
  })
  const complex = contacts.flatMap(({ attributes }, index) =>
    Object.entries(attributes ?? {}).flatMap(([name, value]) =>
      value === null || typeof value === 'object'
        ? [{ index, field: `attributes.${name}`, message: 'must be a text, a number or a boolean' }]
        : [],
    ),
  )
  const faults = people.flatMap(({ keys }, index) =>
    keys.length > 0 ? [] : [{ index, field, message: `is needed for the channel ${channel}` }],
  )
  if (faults.length + complex.length > 0) throw invalidItems([...faults, ...complex])
  return [...new Map(people.map((person) => [person.keys[0], person])).values()]
}

/**
 * Adds people to the audience of a campaign. If the campaign is running or scheduled, each of them must have consented.
 */
export async function addRecipients(ctx: Context, id: string, input: AudienceInput): Promise<CampaignAudience> {
  const { now, organizationId } = ctx
  // The lock prevents two transactions from adding the same person with two addresses.
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
    .map(({ contact, language, attributes }) => {
      const person = { contact, language, attributes: JSON.stringify(attributes) as never, queuedAt: null }
      return {
        id: newId(),
        organizationId,
        campaignId: campaign.id,
        channel,
        ...person,
        createdAt: now,
        updatedAt: now,
      }
    })
  if (rows.length > 0) await ctx.db.insertInto('campaignRecipient').values(rows).execute()
  if (isStart(campaign.status)) await demandReady(ctx, campaign, { isRecord: true })
  ctx.makeDue('delivery')
  await demandCoverage(ctx, campaign)
  return audienceOf(ctx, campaign.id)
}

/** Removes the people who may not be contacted now from the audience of a campaign. */
export async function dropUncovered(ctx: Context, id: string): Promise<CampaignAudience> {
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  await sql`delete from campaign_recipient r using (values ('EMAIL'), ('SMS'), ('WHATSAPP')) as used(channel)
    where r.organization_id = ${ctx.organizationId} and r.campaign_id = ${campaign.id}
      and r.channel = used.channel and ${isUncovered(ctx.organizationId)}`.execute(ctx.db)
  ctx.makeDue('campaigns')
  return audienceOf(ctx, campaign.id)
}

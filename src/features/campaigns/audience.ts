import { sql } from 'kysely'
import { invalidItems } from '../../common/errors.ts'
import { newId } from '../../data/ids.ts'
import type { Context } from '../../engine/context.ts'
import { findRow, lockRow } from '../../engine/rows.ts'
import { isUncovered } from '../privacy/consents/consent.coverage.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'
import { contactOf } from '../privacy/contacts/contact.ts'
import type { AudienceInput } from './audience.inputs.ts'
import type { CampaignAudience, ChannelAudience } from './audience.outputs.ts'
import { demandCoverage } from './campaign.changes.ts'
import { Campaign } from './campaign.entity.ts'

/** Whom a campaign is for, by channel. */
export async function audienceOf(ctx: Context, campaignId: string): Promise<CampaignAudience> {
  const { id } = await findRow(ctx, Campaign, campaignId, 'Campaign')
  const { organizationId } = ctx
  const { rows } = await sql<ChannelAudience>`
    select r.channel, count(*) as recipients, count(*) filter (where ${isUncovered(organizationId)}) as uncovered
    from campaign_recipient r cross join lateral (select r.channel) as used(channel)
    where r.organization_id = ${organizationId} and r.campaign_id = ${id}
    group by r.channel order by r.channel`.execute(ctx.db)
  return { campaignId: id, channels: rows }
}

/** @throws VALIDATION_ERROR naming each contact that the channel does not reach */
function keysOn(channel: ConsentChannel, { contacts }: AudienceInput): string[] {
  const field = channel === ConsentChannel.EMAIL ? 'email' : 'phone'
  const keys = contacts.map((contact) => contactOf(contact)[field])
  const faults = keys.flatMap((key, index) =>
    key ? [] : [{ index, field, message: `is needed for the channel ${channel}` }],
  )
  if (faults.length > 0) throw invalidItems(faults)
  return [...new Set(keys.filter((key) => key !== null))].sort()
}

/** Adds people to the audience of a campaign. Of one that runs or will, everybody must be covered. */
export async function addRecipients(ctx: Context, id: string, input: AudienceInput): Promise<CampaignAudience> {
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  const channel = ConsentChannel[input.channel]
  const rows = keysOn(channel, input).map((contact) => {
    const { now, organizationId } = ctx
    return { id: newId(), organizationId, campaignId: campaign.id, channel, contact, createdAt: now, updatedAt: now }
  })
  await ctx.db
    .insertInto('campaignRecipient')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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

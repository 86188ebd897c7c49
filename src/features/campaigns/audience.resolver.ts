import { sql } from 'kysely'
import { Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { invalidItems, itemFault } from '../../common/errors.ts'
import { Audit, Cost, Fails, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { lockRow } from '../../engine/write/rows.ts'
import { IdArg, InputArg } from '../../graphql/arguments.ts'
import { Output, SafeInt } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'
import { demandReady } from '../delivery/launch/launch-check.ts'
import { isUncovered } from '../privacy/consents/consent.coverage.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'
import { voidSignOffs } from '../sign-off/sign-off.voiding.ts'
import { AudienceInput } from './audience.inputs.ts'
import { insertRecipients, type NewRecipient, recipientOf } from './audience.ts'
import { demandCoverage } from './campaign.changes.ts'
import { Campaign } from './campaign.entity.ts'
import { demandOpen, isStart } from './campaign.rules.ts'
import { wakeCampaigns } from './campaign.wake.ts'
import { importRecipients } from './recipient-import.changes.ts'
import { RecipientImport } from './recipient-import.entity.ts'
import { RecipientImportInput } from './recipient-import.inputs.ts'

@Output('Audience of a campaign on one direct channel.')
class ChannelAudience extends fields({
  channel: field(ConsentChannel, 'The channel.'),
  recipients: field(SafeInt, 'Number of people in the audience.'),
  uncovered: field(SafeInt, 'Number of people in the audience who may not be contacted now.'),
}) {}

@Output('Audience of a campaign. The campaign runs only while everybody in its audience may be contacted.')
class CampaignAudience extends fields({
  campaignId: field(ID, 'Id of the campaign.'),
  channels: field([ChannelAudience], 'Counts by channel. Channels without recipients are left out.'),
}) {}

/** The audience of a campaign, by channel. */
async function audienceOf(ctx: Context, campaignId: string): Promise<CampaignAudience> {
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

/**
 * The recipients that an input describes. @throws VALIDATION_ERROR that names each contact without an address for the
 * channel, and attributes that are lists or objects
 */
function recipientsOn(channel: ConsentChannel, { contacts }: AudienceInput): NewRecipient[] {
  const field = channel === ConsentChannel.EMAIL ? 'email' : 'phone'
  const people = contacts.map((given) => recipientOf(channel, given))
  const complex = contacts.flatMap(({ attributes }, index) =>
    Object.entries(attributes ?? {}).flatMap(([name, value]) =>
      value === null || typeof value === 'object' ? [itemFault(index, `attributes.${name}`, 'NOT_SIMPLE')] : [],
    ),
  )
  const faults = people.flatMap(({ keys }, index) =>
    keys.length > 0 ? [] : [itemFault(index, field, { code: 'ADDRESS_NEEDED', channel })],
  )
  if (faults.length + complex.length > 0) throw invalidItems([...faults, ...complex])
  return people
}

@Resolver(() => CampaignAudience)
export class AudienceResolver {
  @Query(() => CampaignAudience, {
    description: 'Number of people in the audience of a campaign, and number of people in it who may not be contacted.',
  })
  @Permit('org:campaigns:read')
  @Audit('CAMPAIGN_AUDIENCE', 'VIEWED')
  campaignAudience(@IdArg('campaign') id: string, @Ctx() ctx: Context): Promise<CampaignAudience> {
    return audienceOf(ctx, id)
  }

  @Mutation(() => CampaignAudience, {
    description:
      'Adds people to the audience of a campaign. People already in it stay. CONSENT_REQUIRED if the ' +
      'campaign is running or scheduled and one of the people may not be contacted. INVALID_STATE_TRANSITION for a ' +
      'campaign that is COMPLETED, CANCELLED or ARCHIVED.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN_AUDIENCE', 'UPDATED')
  @Cost(500)
  @Fails('CONSENT_REQUIRED', 'INVALID_STATE_TRANSITION')
  async addCampaignRecipients(
    @IdArg('campaign') id: string,
    @InputArg(AudienceInput, 'People to add.') input: AudienceInput,
    @Ctx() ctx: Context,
  ): Promise<CampaignAudience> {
    const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
    demandOpen(campaign)
    const channel = ConsentChannel[input.channel]
    const audience = { organizationId: ctx.organizationId, campaignId: campaign.id, channel }
    const added = await insertRecipients(ctx, audience, recipientsOn(channel, input))
    if (added > 0) await voidSignOffs(ctx, { campaignIds: [id] }, 'AUDIENCE_CHANGED')
    if (isStart(campaign.status)) await demandReady(ctx, campaign, { isRecord: true })
    wakeCampaigns(ctx)
    await demandCoverage(ctx, campaign)
    return audienceOf(ctx, campaign.id)
  }

  @Mutation(() => RecipientImport, {
    description:
      'Imports recipients from a CSV file of at most 1,000,000 rows, in the background. A file that does not fit in one ' +
      'request is sent in pieces. The first answer has the `id` that the other pieces need as `importId`. Only the last piece ' +
      'has `isLast: true`. Sending a piece again is safe. `Campaign.recipientImports` shows the progress and the ' +
      'invalid rows. People already in the audience stay as they are. INVALID_STATE_TRANSITION for a campaign that is ' +
      'SCHEDULED, ACTIVE, COMPLETED, CANCELLED or ARCHIVED; CONFLICT for a piece that is not the next one.',
  })
  @Permit('org:campaigns:write')
  @Audit('RECIPIENT_IMPORT', 'UPDATED')
  @Cost(500)
  @Fails('INVALID_STATE_TRANSITION', 'CONFLICT')
  importRecipients(
    @IdArg('campaign') id: string,
    @InputArg(RecipientImportInput, 'The file, or a piece of it.') input: RecipientImportInput,
    @Ctx() ctx: Context,
  ): Promise<RecipientImport> {
    return importRecipients(ctx, id, input)
  }

  @Mutation(() => CampaignAudience, {
    description: 'Removes everybody who may not be contacted now from the audience of a campaign.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN_AUDIENCE', 'UPDATED')
  @Cost(500)
  @Fails('LEGAL_HOLD')
  async removeUncoveredRecipients(@IdArg('campaign') id: string, @Ctx() ctx: Context): Promise<CampaignAudience> {
    const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
    await sql`delete from campaign_recipient r using (values ('EMAIL'), ('SMS'), ('WHATSAPP')) as used(channel)
      where r.organization_id = ${ctx.organizationId} and r.campaign_id = ${campaign.id}
        and r.channel = used.channel and ${isUncovered(ctx.organizationId)}`.execute(ctx.db)
    ctx.makeDue('campaigns')
    return audienceOf(ctx, campaign.id)
  }
}

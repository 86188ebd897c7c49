import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { AudienceInput } from './audience.inputs.ts'
import { CampaignAudience } from './audience.outputs.ts'
import { addRecipients, audienceOf, dropUncovered } from './audience.ts'

/** The audiences of campaigns. */
@Resolver(() => CampaignAudience)
export class AudienceResolver {
  @Query(() => CampaignAudience, {
    description: 'Number of people in the audience of a campaign, and number of those who may not be contacted.',
  })
  @Permit('org:campaigns:read')
  @Audit('CAMPAIGN_AUDIENCE', 'VIEWED')
  campaignAudience(
    @Arg('id', () => ID, { description: 'Id of the campaign.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<CampaignAudience> {
    return audienceOf(ctx, id)
  }

  @Mutation(() => CampaignAudience, {
    description:
      'Adds people to the audience of a campaign. People already in it stay. CONSENT_REQUIRED if the ' +
      'campaign is running or scheduled and one of the people may not be contacted.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN_AUDIENCE', 'UPDATED')
  @Cost(500)
  @Fails('CONSENT_REQUIRED')
  addCampaignRecipients(
    @Arg('id', () => ID, { description: 'Id of the campaign.' }) id: string,
    @Arg('input', () => AudienceInput, { description: 'People to add.' }) input: AudienceInput,
    @Ctx() ctx: Context,
  ): Promise<CampaignAudience> {
    return addRecipients(ctx, id, input)
  }

  @Mutation(() => CampaignAudience, {
    description: 'Removes everybody who may not be contacted now from the audience of a campaign.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN_AUDIENCE', 'UPDATED')
  @Cost(500)
  @Fails('LEGAL_HOLD')
  removeUncoveredRecipients(
    @Arg('id', () => ID, { description: 'Id of the campaign.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<CampaignAudience> {
    return dropUncovered(ctx, id)
  }
}

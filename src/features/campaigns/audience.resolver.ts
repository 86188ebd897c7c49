import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { AudienceInput } from './audience.inputs.ts'
import { CampaignAudience } from './audience.outputs.ts'
import { addRecipients, audienceOf, dropUncovered } from './audience.ts'
import { importRecipients } from './recipient-import.changes.ts'
import { RecipientImport } from './recipient-import.entity.ts'
import { RecipientImportInput } from './recipient-import.inputs.ts'

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
  addCampaignRecipients(
    @IdArg('campaign') id: string,
    @Arg('input', () => AudienceInput, { description: 'People to add.' }) input: AudienceInput,
    @Ctx() ctx: Context,
  ): Promise<CampaignAudience> {
    return addRecipients(ctx, id, input)
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
    @Arg('input', () => RecipientImportInput, { description: 'The file, or a piece of it.' })
    input: RecipientImportInput,
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
  removeUncoveredRecipients(@IdArg('campaign') id: string, @Ctx() ctx: Context): Promise<CampaignAudience> {
    return dropUncovered(ctx, id)
  }
}

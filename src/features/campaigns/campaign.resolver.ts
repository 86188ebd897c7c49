import { Arg, Ctx, FieldResolver, ID, Info, Mutation, Resolver, Root } from 'type-graphql'
import { Audit, Cost, Fails, GraphqlOnly, Permit, statements } from '../../engine/declare/declarations.ts'
import { ExportQuery, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import type { PlanInfo } from '../../engine/execute/resolve-info.ts'
import type { StoredPage } from '../../engine/execute/stored-rows.ts'
import { REASON, transitionsOf } from '../../engine/write/lifecycle.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../graphql/arguments.ts'
import { ListQuery } from '../../graphql/lists.ts'
import type { Order, WholeArgs } from '../../graphql/relay.ts'
import { Reads } from '../../graphql/selection.ts'
import { TRANSITIONS, type Transition } from '../../graphql/transition.ts'
import { findOrganization } from '../organization/organization.queries.ts'
import { bulkCampaigns, bulkPoints } from './campaign.bulk.ts'
import {
  changeCampaignStatus,
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  updateCampaign,
} from './campaign.changes.ts'
import { Campaign, CampaignStatus } from './campaign.entity.ts'
import { BulkInput, type CampaignFilter, CampaignInput, CampaignPatch } from './campaign.inputs.ts'
import { campaignLifecycle, DECIDING } from './campaign.lifecycle.ts'
import { BulkReport, CampaignTransition } from './campaign.outputs.ts'
import { campaigns } from './campaign.queries.ts'

@Resolver(() => Campaign)
export class CampaignResolver {
  @ListQuery(
    campaigns,
    'The campaigns of the organization. Default order: newest first. With `page`, `limit` or `all`: ' +
      'ORGANIZATION_NOT_FOUND until the organization has a record. Its first write creates the record.',
  )
  @ExportQuery(campaigns, 'exportedCampaigns', 'CAMPAIGN')
  @Audit('CAMPAIGN', 'LISTED')
  @Fails('ORGANIZATION_NOT_FOUND')
  async campaigns(
    page: WholeArgs,
    filter: CampaignFilter | undefined,
    orderBy: Order<string> | undefined,
    @Ctx() ctx: Context,
    @Info() info: PlanInfo,
  ): Promise<StoredPage> {
    const listing = campaigns.page(page, filter, orderBy)
    const found = await info.read(listing)
    // A found row proves that the organization exists, so only an empty list needs this check.
    const { page: number, size } = listing.range
    if (found.size === 0 && (number !== null || size === undefined)) await findOrganization(ctx)
    return found
  }

  @RowRoot(Campaign, 'CAMPAIGN', 'Campaign')
  declare readonly campaign: RootField

  @Mutation(() => Campaign, {
    description:
      'Creates a campaign, by default as a DRAFT. Absent fields are empty. SCHEDULED and ACTIVE require the permission ' +
      'org:campaigns:start. They fail with CONSENT_REQUIRED if the campaign uses EMAIL, SMS or WHATSAPP and there is no ' +
      'marketing consent for that channel, and with INVALID_STATE_TRANSITION if a sign-off is required.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN', 'CREATED')
  @Fails('CONSENT_REQUIRED', 'INVALID_STATE_TRANSITION')
  createCampaign(
    @InputArg(CampaignInput, 'The campaign to create.') input: CampaignInput,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return createCampaign(ctx, input)
  }

  @Mutation(() => Campaign, {
    description:
      'Changes the given fields. A PENDING_APPROVAL campaign becomes a DRAFT again. A SCHEDULED campaign ' +
      'becomes a DRAFT again if the caller lacks the permission org:campaigns:start. An approved campaign ' +
      'becomes PENDING_APPROVAL again if its budget is raised by more than `budgetTolerancePercent` of the ' +
      'organization, unless the caller may approve it. INVALID_STATE_TRANSITION for a COMPLETED, CANCELLED ' +
      'or ARCHIVED campaign. CONSENT_REQUIRED if a SCHEDULED or ACTIVE campaign would use a channel without marketing ' +
      'consent.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN', 'UPDATED')
  @Fails('INVALID_STATE_TRANSITION', 'CONSENT_REQUIRED')
  updateCampaign(
    @IdArg('campaign') id: string,
    @InputArg(CampaignPatch, 'Fields to change.') input: CampaignPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return updateCampaign(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => ID, {
    description:
      'Deletes a campaign and its analytics records. Its content stays. `restoreFromTrash` restores it for ' +
      '30 days, or for the retention period of the resource TRASH. Returns the id of the campaign.',
  })
  @Permit('org:campaigns:delete')
  @Audit('CAMPAIGN', 'DELETED')
  @Cost(statements(14))
  @Fails('LEGAL_HOLD')
  deleteCampaign(@IdArg('campaign') id: string, @Ctx() ctx: Context): Promise<string> {
    return deleteCampaign(ctx, id)
  }

  @Mutation(() => Campaign, {
    description:
      'Changes the status of a campaign. SCHEDULED and ACTIVE require the permission org:campaigns:start. ' +
      'The author of a PENDING_APPROVAL campaign cannot approve it. INVALID_STATE_TRANSITION names the ' +
      'allowed statuses. CONSENT_REQUIRED if the campaign uses EMAIL, SMS or WHATSAPP and there is no ' +
      'marketing consent for that channel. ' +
      'A campaign with a sender, and one of the type EMAIL with an audience, starts only with approved ' +
      'content, an audience and a VERIFIED sender: INVALID_STATE_TRANSITION names in `details.missing` what it lacks.',
  })
  @Permit(campaignLifecycle.permit)
  @Audit('CAMPAIGN', 'STATUS_CHANGED')
  @Fails('CONSENT_REQUIRED', 'INVALID_STATE_TRANSITION')
  changeCampaignStatus(
    @IdArg('campaign') id: string,
    @Arg('status', () => CampaignStatus, { description: 'New status.' }) status: CampaignStatus,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Arg('isSentElsewhere', () => Boolean, {
      defaultValue: false,
      description:
        'Whether another system sends the campaign, so that the service only keeps its record. Without effect for a ' +
        'campaign with a sender.',
    })
    isSentElsewhere: boolean,
    @Arg('reason', () => String, { nullable: true, description: REASON }) reason: string | undefined,
    @Ctx() ctx: Context,
  ): Promise<Campaign> {
    return changeCampaignStatus(ctx, id, status, { expectedUpdatedAt, reason, isRecord: isSentElsewhere })
  }

  @Mutation(() => Campaign, { description: 'Copies a campaign with its content, as a DRAFT of the caller.' })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN', 'CREATED')
  @Cost(statements(6))
  duplicateCampaign(@IdArg('campaign') id: string, @Ctx() ctx: Context): Promise<Campaign> {
    return duplicateCampaign(ctx, id)
  }

  @Mutation(() => BulkReport, {
    description:
      'Applies one operation to several campaigns. Each campaign succeeds or fails on its own. CONFLICT if ' +
      '`expectedCount` differs from the number of campaigns that match; nothing is changed then.',
  })
  @Permit('org:campaigns:write')
  @Audit('CAMPAIGN', 'BULK_CHANGED')
  @Cost(
    ({ input }) => Math.max(statements(7), bulkPoints(input)),
    '50 campaigns count as one request. `filter` and `all` count as 20 until the matching campaigns are counted.',
  )
  @Fails('CONFLICT')
  bulkCampaigns(
    @InputArg(BulkInput, 'The operation, and the campaigns it applies to.') input: BulkInput,
    @Ctx() ctx: Context,
  ): Promise<BulkReport> {
    return bulkCampaigns(ctx, input)
  }

  @FieldResolver(() => [CampaignTransition], { description: TRANSITIONS })
  @GraphqlOnly()
  @Reads(...DECIDING)
  transitions(@Root() campaign: Campaign, @Ctx() ctx: Context): Promise<Transition<CampaignStatus>[]> {
    return transitionsOf(ctx, campaignLifecycle, campaign)
  }
}

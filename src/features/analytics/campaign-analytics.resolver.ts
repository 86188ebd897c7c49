import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Audit, Fails, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { Reads } from '../../graphql/selection.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { rangeOf } from './analytics.days.ts'
import { addSums, Figures, withRates } from './analytics.figures.ts'
import { RangeArgs } from './analytics.inputs.ts'
import { CampaignAnalytics, DayFigures, PeriodFigures } from './analytics.outputs.ts'
import { daysOf, totalsOf } from './analytics.queries.ts'

/** The analytics of a campaign, as one of its fields. */
@Resolver(() => Campaign)
export class CampaignAnalyticsField {
  @FieldResolver(() => CampaignAnalytics, { description: 'Figures of the campaign. Default: the last 30 days.' })
  @Permit('org:analytics:read')
  @Reads('id')
  analytics(@Root() { id }: Campaign, @Args(() => RangeArgs) asked: RangeArgs): CampaignAnalytics {
    return { id, ...rangeOf(asked, 30) }
  }
}

/** The figures of one campaign. */
@Resolver(() => CampaignAnalytics)
export class CampaignAnalyticsResolver {
  @Query(() => CampaignAnalytics, {
    description: 'Figures of one campaign. Default: the last 30 days. NOT_FOUND `Campaign not found`.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Fails('NOT_FOUND')
  async campaignAnalytics(
    @IdArg('campaign') id: string,
    @Args(() => RangeArgs) asked: RangeArgs,
    @Ctx() ctx: Context,
  ): Promise<CampaignAnalytics> {
    const campaign = await findRow(ctx, Campaign, id, 'Campaign')
    return { id: campaign.id, ...rangeOf(asked, 30) }
  }

  @FieldResolver(() => Figures, { description: 'Figures of all time.' })
  async totals(@Root() { id }: CampaignAnalytics, @Ctx() ctx: Context): Promise<Figures> {
    return withRates(await totalsOf(ctx, id))
  }

  @FieldResolver(() => PeriodFigures, { description: 'From `from` to `to`.' })
  async period(@Root() { id, from, to }: CampaignAnalytics, @Ctx() ctx: Context): Promise<PeriodFigures> {
    return { ...withRates(addSums(await daysOf(ctx, id, { from, to }))), from, to }
  }

  @FieldResolver(() => [DayFigures], {
    description: 'Figures by day from `from` to `to`, oldest first. Days without records are left out.',
  })
  async days(@Root() { id, from, to }: CampaignAnalytics, @Ctx() ctx: Context): Promise<DayFigures[]> {
    return (await daysOf(ctx, id, { from, to })).map(withRates)
  }
}

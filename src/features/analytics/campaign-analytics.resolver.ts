import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../engine/context.ts'
import { Audit, Fails, Permit } from '../../engine/guard.ts'
import { findRow } from '../../engine/rows.ts'
import { Reads } from '../../graphql/selection.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { rangeOf } from './analytics.days.ts'
import { addSums, Figures, withRates } from './analytics.figures.ts'
import { RangeArgs } from './analytics.inputs.ts'
import { CampaignAnalytics, DayFigures, PeriodFigures } from './analytics.outputs.ts'
import { daysOf, totalsOf } from './analytics.queries.ts'

/** What a campaign shows of its analytics. */
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
    @Arg('id', () => ID, { description: 'Id of the campaign.' }) id: string,
    @Args(() => RangeArgs) asked: RangeArgs,
    @Ctx() ctx: Context,
  ): Promise<CampaignAnalytics> {
    const campaign = await findRow(ctx, Campaign, id, 'Campaign')
    return { id: campaign.id, ...rangeOf(asked, 30) }
  }

  @FieldResolver(() => Figures, { description: 'Figures since the beginning.' })
  async totals(@Root() { id }: CampaignAnalytics, @Ctx() ctx: Context): Promise<Figures> {
    return withRates(await totalsOf(ctx, id))
  }

  @FieldResolver(() => PeriodFigures, { description: 'From `from` to `to`.' })
  async period(@Root() { id, from, to }: CampaignAnalytics, @Ctx() ctx: Context): Promise<PeriodFigures> {
    return { ...withRates(addSums(await daysOf(ctx, id, { from, to }))), from, to }
  }

  @FieldResolver(() => [DayFigures], {
    description: 'Figures by day from `from` to `to`, without days that have no records, oldest first.',
  })
  async days(@Root() { id, from, to }: CampaignAnalytics, @Ctx() ctx: Context): Promise<DayFigures[]> {
    return (await daysOf(ctx, id, { from, to })).map(withRates)
  }
}

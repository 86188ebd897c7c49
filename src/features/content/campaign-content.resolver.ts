import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql'
import { invalid } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { Permit } from '../../engine/guard.ts'
import { Reads } from '../../graphql/selection.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { newestContent } from './content.queries.ts'
import { ContentItem } from './content-item.entity.ts'

/** What a campaign shows of its content. */
@Resolver(() => Campaign)
export class CampaignContentResolver {
  @FieldResolver(() => [ContentItem], { description: 'Newest content of the campaign.' })
  @Permit('org:content:read')
  @Reads('id')
  async content(
    @Root() { id }: Campaign,
    @Arg('first', () => Int, { defaultValue: 10, description: 'Maximum number of items, 1 to 100.' }) first: number,
    @Ctx() ctx: Context,
  ): Promise<ContentItem[]> {
    if (first < 1 || first > 100) throw invalid({ first: 'must be an integer from 1 to 100' })
    return newestContent(ctx, id, first)
  }
}

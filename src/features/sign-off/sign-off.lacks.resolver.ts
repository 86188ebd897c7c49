import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { Reads } from '../../graphql/selection.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { ContentItem } from '../content/content-item.entity.ts'
import { campaignLacks, contentLacks } from './sign-off.demand.ts'

/** Fields of campaigns and content that tell clients of the API before a refusal that a sign-off is needed. */
@Resolver(() => Campaign)
export class CampaignLacksSignOff {
  @FieldResolver(() => Boolean, {
    description: 'Whether it needs a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and does not have one.',
  })
  @GraphqlOnly()
  @Reads('id')
  lacksSignOff(@Root() { id }: Campaign, @Ctx() ctx: Context): Promise<boolean> {
    return campaignLacks(ctx, id, ctx.writes)
  }
}

@Resolver(() => ContentItem)
export class ContentLacksSignOff {
  @FieldResolver(() => Boolean, {
    description:
      'Whether it needs a sign-off (`requestSignOff`) to become PUBLISHED, and neither it nor its campaign has one.',
  })
  @GraphqlOnly()
  @Reads('id')
  lacksSignOff(@Root() { id }: ContentItem, @Ctx() ctx: Context): Promise<boolean> {
    return contentLacks(ctx, id, ctx.writes)
  }
}

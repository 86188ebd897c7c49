import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { Reads } from '../../graphql/selection.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { ContentItem } from '../content/content-item.entity.ts'
import { campaignLacks, contentLacks } from './sign-off.demand.ts'

/**
 * Fields that show whether a campaign or content item still needs a sign-off, so that a client knows it before a
 * refusal.
 */
@Resolver(() => Campaign)
export class CampaignLacksSignOff {
  @FieldResolver(() => Boolean, {
    description:
      'Whether the campaign needs a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and does not have one.',
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
      'Whether the content needs a sign-off (`requestSignOff`) to become PUBLISHED, and neither the content nor its campaign has one.',
  })
  @GraphqlOnly()
  @Reads('id')
  lacksSignOff(@Root() { id }: ContentItem, @Ctx() ctx: Context): Promise<boolean> {
    return contentLacks(ctx, id, ctx.writes)
  }
}

import type { GraphQLResolveInfo } from 'graphql'
import { expressionBuilder, sql } from 'kysely'
import { Arg, Ctx, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql'
import { invalid } from '../../common/errors.ts'
import type { Tables } from '../../data/transaction.ts'
import { batched, type Context } from '../../engine/context.ts'
import { Permit } from '../../engine/guard.ts'
import { type Embed, Embedded } from '../../engine/row-text.ts'
import { Reads, selectedColumns } from '../../graphql/selection.ts'
import { Client } from '../clients/client.entity.ts'
import { Campaign } from './campaign.entity.ts'

interface Asked {
  first: number
  /** All when undefined. */
  columns: (keyof Campaign)[] | undefined
}

/** The newest campaigns of the client that an outer query calls `owner`. */
const newestOf = (owner: string, first: number) =>
  expressionBuilder<Tables>()
    .selectFrom('campaign')
    .where('campaign.clientId', '=', sql.ref<string>(`${owner}.id`))
    .orderBy('campaign.createdAt', 'desc')
    .orderBy('campaign.id', 'desc')
    .limit(first)

/** Those of each client: one query for all clients of the operation. */
const newestCampaigns = batched<Partial<Campaign>[], Asked>([], async (ctx, ids, { first, columns }) => {
  const campaigns = await ctx.db
    .selectFrom(sql<{ id: string }>`unnest(${[...ids]}::uuid[])`.as<'owner'>(sql`owner(id)`))
    .innerJoinLateral(
      newestOf('owner', first)
        .$if(!columns, (query) => query.selectAll())
        .$if(Boolean(columns), (query) => query.select(columns ?? []))
        .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('newest')
    .execute()
  return Map.groupBy(campaigns, ({ clientId }) => String(clientId))
})

const isSize = (first: unknown) => typeof first === 'number' && first >= 1 && first <= 100

/** The same, along with the clients. */
const embedded: Embed = {
  accepts: ({ first }) => isSize(first),
  rows: (owner, { first }, columns) => newestOf(owner, Number(first)).select(columns('campaign') as never),
}

/** What a client shows of its campaigns. */
@Resolver(() => Client)
export class ClientCampaignsResolver {
  @FieldResolver(() => [Campaign], { description: 'Newest campaigns of the client.' })
  @Permit('org:campaigns:read')
  @Reads('id')
  @Embedded(embedded)
  async campaigns(
    @Root() { id }: Client,
    @Arg('first', () => Int, { defaultValue: 10, description: 'Maximum number of items, 1 to 100.' }) first: number,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Partial<Campaign>[]> {
    if (!isSize(first)) throw invalid({ first: 'must be an integer from 1 to 100' })
    const columns = selectedColumns(info, ['clientId']) as (keyof Campaign)[] | undefined
    return newestCampaigns(ctx, id, { first, columns })
  }
}

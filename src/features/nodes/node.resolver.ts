import { ArrayMaxSize, ArrayMinSize } from 'class-validator'
import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, Extensions, ID, Info, Query, Resolver } from 'type-graphql'
import { notFound } from '../../common/errors.ts'
import { CHECKS_ROWS, Cost, lengthOf } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { field, fields } from '../../graphql/fields.ts'
import { Arguments } from '../../graphql/inputs.ts'
import { Node } from '../../graphql/node.ts'
import { findNodes } from './node.queries.ts'

const MOST_NODES = 100

@Arguments()
class NodesArgs extends fields({
  ids: field([ID], `Ids of the objects, 1 to ${MOST_NODES}.`, {
    rules: [
      ArrayMaxSize(MOST_NODES, { message: `must hold at most ${MOST_NODES} ids` }),
      ArrayMinSize(1, { message: 'must hold at least 1 id' }),
    ],
  }),
}) {}

/** Relay uses these fields to read any object with an id again. */
@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    description: 'One object of any type. NOT_FOUND `Node not found`, also for an object that the caller may not read.',
  })
  @Extensions(CHECKS_ROWS)
  @Cost(20)
  async node(@IdArg('object') id: string, @Ctx() ctx: Context, @Info() info: GraphQLResolveInfo): Promise<Node> {
    const [node] = await findNodes(ctx, info, [{ id }])
    if (!node) throw notFound('Node')
    return node
  }

  @Query(() => [Node], {
    nullable: 'items',
    description:
      'Objects of any types, in the order of the ids. Null for an object that does not exist or that the caller may not read.',
  })
  @Extensions(CHECKS_ROWS)
  @Cost(({ ids }) => 20 + lengthOf(ids))
  nodes(
    @Args(() => NodesArgs) { ids }: NodesArgs,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(Node | undefined)[]> {
    return findNodes(
      ctx,
      info,
      ids.map((id) => ({ id })),
    )
  }
}

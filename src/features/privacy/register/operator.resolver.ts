import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { Audit, Permit } from '../../../engine/declare/declarations.ts'
import { ExportQuery } from '../../../engine/declare/export-query.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { IdArg } from '../../../graphql/arguments.ts'
import { type Listing, ListQuery, listOf, type OrderedArguments } from '../../../graphql/lists.ts'
import { Operator } from './operator.entity.ts'
import { addOperator, updateOperator } from './register.changes.ts'
import { OperatorInput } from './register.inputs.ts'

const operators = listOf('operator', Operator, {
  description: 'Page of operators.',
  where: {},
  sortBy: ['createdAt', 'updatedAt', 'name', 'country', 'endedAt'],
})

@Resolver(() => Operator)
export class OperatorResolver {
  @ListQuery(operators, 'The operators of the organization. Default order: newest first.')
  @ExportQuery(operators, 'exportedOperators', 'OPERATOR')
  @Audit('OPERATOR', 'LISTED')
  operators(...[page, orderBy]: OrderedArguments): Listing {
    return operators.page(page, undefined, orderBy)
  }

  @Mutation(() => Operator, {
    description: 'Adds an operator. An operator without an agreement causes a compliance alert.',
  })
  @Permit('org:privacy:write')
  @Audit('OPERATOR', 'CREATED')
  addOperator(
    @Arg('input', () => OperatorInput, { description: 'The operator to add.' }) input: OperatorInput,
    @Ctx() ctx: Context,
  ): Operator {
    return addOperator(ctx, input)
  }

  @Mutation(() => Operator, { description: 'Replaces an operator. `endedAt` ends the use of the operator.' })
  @Permit('org:privacy:write')
  @Audit('OPERATOR', 'UPDATED')
  updateOperator(
    @IdArg('operator') id: string,
    @Arg('input', () => OperatorInput, { description: 'The operator with its new values. Absent fields become empty.' })
    input: OperatorInput,
    @Ctx() ctx: Context,
  ): Promise<Operator> {
    return updateOperator(ctx, id, input)
  }
}

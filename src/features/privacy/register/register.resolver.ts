import { Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import { type CodedFault, type FaultCode, invalidFields, notFound } from '../../../common/errors.ts'
import { anyOf } from '../../../data/any-of.ts'
import { Audit, Cost, Permit } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../../engine/declare/root-fields.ts'
import { batched, type Context } from '../../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../../graphql/arguments.ts'
import { contains, listOf } from '../../../graphql/lists.ts'
import { NameFilter } from '../../../graphql/name-filter.ts'
import { declareFields } from '../../../graphql/row-fields.ts'
import { newValues } from '../../../graphql/row-inputs.ts'
import { byText } from '../../../graphql/sort-keys.ts'
import { informationOfficer } from '../information-officer.ts'
import { ProcessingActivity, ProcessingActivityDetails } from './activity.entity.ts'
import { Operator, OperatorDetails } from './operator.entity.ts'
import { PaiaArgs, PaiaFigures, paiaFigures } from './paia.ts'
import { OperatorInput, ProcessingActivityInput } from './register.inputs.ts'
import { noticeOf } from './register.notice.ts'
import { activityFaults, operatorFaults } from './register.rules.ts'

const operators = listOf('operator', Operator, {
  description: 'Page of operators.',
  filter: NameFilter,
  where: { search: contains('name') },
  sortBy: ['createdAt', 'updatedAt', 'name', 'country', 'endedAt', 'services', 'agreementReference'],
})

function demand(faults: Record<string, FaultCode | CodedFault>): void {
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}

/** Blank texts are absent. */
const withoutBlanks = <Input extends object>(input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== '')) as Input

/** The columns of an operator. @throws VALIDATION_ERROR for fields that contradict each other */
function operatorFields(input: OperatorInput) {
  demand(operatorFaults(input))
  return newValues(OperatorDetails, withoutBlanks(input))
}

const operatorsOf = batched<Operator | null>(null, async (ctx, ids) => {
  const rows = await ctx.db.selectFrom('operator').selectAll().where('id', '=', anyOf(ids)).execute()
  return new Map(rows.map((row) => [row.id, row]))
})

/** @throws NOT_FOUND for an operator that the organization does not have */
async function demandOperators(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const known = await Promise.all(ids.map((id) => (isUuid(id) ? operatorsOf(ctx, id) : null)))
  return known.map((operator) => {
    if (!operator) throw notFound('Operator')
    return operator.id
  })
}

/** The columns of an activity. @throws VALIDATION_ERROR for fields that contradict each other; NOT_FOUND like `demandOperators` */
async function activityFields(ctx: Context, input: ProcessingActivityInput) {
  demand(activityFaults(input))
  return {
    ...newValues(ProcessingActivityDetails, withoutBlanks(input)),
    operatorIds: await demandOperators(ctx, input.operatorIds ?? []),
    transfers: (input.transfers ?? []).map(({ country, recipient, ground }) => ({ country, recipient, ground })),
  }
}

@Resolver(() => Operator)
export class OperatorResolver {
  @ListRoot(operators, 'OPERATOR', 'The operators of the organization. Default order: newest first.')
  declare readonly operators: RootField

  @Mutation(() => Operator, {
    description: 'Adds an operator. An operator without an agreement causes a compliance alert.',
  })
  @Permit('org:privacy:write')
  @Audit('OPERATOR', 'CREATED')
  addOperator(@InputArg(OperatorInput, 'The operator to add.') input: OperatorInput, @Ctx() ctx: Context): Operator {
    return addRow(ctx, Operator, { ...operatorFields(input), createdBy: ctx.caller.userId })
  }

  @Mutation(() => Operator, { description: 'Replaces an operator. `endedAt` ends the use of the operator.' })
  @Permit('org:privacy:write')
  @Audit('OPERATOR', 'UPDATED')
  async updateOperator(
    @IdArg('operator') id: string,
    @InputArg(OperatorInput, 'The operator with its new values. Absent fields become empty.') input: OperatorInput,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Operator> {
    const operator = await lockRow(ctx, Operator, id, 'Operator', expectedUpdatedAt)
    return changeRow(ctx, Operator, operator, operatorFields(input))
  }
}

const activities = listOf('processingActivity', ProcessingActivity, {
  description: 'Page of processing activities.',
  where: {},
  sortBy: [
    'createdAt',
    'updatedAt',
    'name',
    'ground',
    'purpose',
    byText(
      'categories',
      'The categories, one after the other.',
      (column) => `array_to_string(${column('categories')}, ', ')`,
    ),
  ],
})

declareFields(ProcessingActivity, ({ many }) => ({
  operatorsConnection: many(operators, 'id', {
    among: 'operatorIds',
    description: 'Operators that process the information, newest first.',
  }),
}))

@Resolver(() => ProcessingActivity)
export class ProcessingActivityResolver {
  @ListRoot(activities, 'PROCESSING_ACTIVITY', 'The register of processing. Default order: newest first.')
  declare readonly processingActivities: RootField

  @Mutation(() => ProcessingActivity, {
    description:
      'Adds a processing activity to the register. Special information and information of children require a ' +
      'ground of their own, and prior authorisation for transfers without adequate protection.',
  })
  @Permit('org:privacy:write')
  @Audit('PROCESSING_ACTIVITY', 'CREATED')
  async addProcessingActivity(
    @InputArg(ProcessingActivityInput, 'The activity to add.') input: ProcessingActivityInput,
    @Ctx() ctx: Context,
  ): Promise<ProcessingActivity> {
    return addRow(ctx, ProcessingActivity, { ...(await activityFields(ctx, input)), createdBy: ctx.caller.userId })
  }

  @Mutation(() => ProcessingActivity, { description: 'Replaces a processing activity. `endedAt` ends the activity.' })
  @Permit('org:privacy:write')
  @Audit('PROCESSING_ACTIVITY', 'UPDATED')
  async updateProcessingActivity(
    @IdArg('processing activity') id: string,
    @InputArg(ProcessingActivityInput, 'The activity with its new values. Absent fields become empty.')
    input: ProcessingActivityInput,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<ProcessingActivity> {
    const activity = await lockRow(ctx, ProcessingActivity, id, 'Processing activity', expectedUpdatedAt)
    return changeRow(ctx, ProcessingActivity, activity, await activityFields(ctx, input))
  }

  @Query(() => PaiaFigures, { description: 'Figures for the manual and the yearly report under PAIA.' })
  @Permit('org:privacy:read')
  @Audit('PAIA_FIGURES', 'VIEWED')
  @Cost(400)
  paiaFigures(@Args(() => PaiaArgs) period: PaiaArgs, @Ctx() ctx: Context): Promise<PaiaFigures> {
    return paiaFigures(ctx, period)
  }

  @FieldResolver(() => [Operator], {
    description: 'Operators that process the information.',
    deprecationReason: 'Use `operatorsConnection`, a connection over the same rows. Removed after 2027-06-30.',
  })
  async operators(@Root() { operatorIds }: ProcessingActivity, @Ctx() ctx: Context): Promise<Operator[]> {
    const found = await Promise.all(operatorIds.map((id) => operatorsOf(ctx, id)))
    return found.filter((operator) => operator !== null)
  }

  @FieldResolver(() => String, {
    description: 'Draft of a notice to the affected people (POPIA section 18). A person must review it.',
  })
  async notice(@Root() activity: ProcessingActivity, @Ctx() ctx: Context): Promise<string> {
    return noticeOf(activity, await informationOfficer(ctx))
  }
}

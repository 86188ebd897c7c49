import { validate as isUuid } from 'uuid'
import { type CodedFault, type FaultCode, invalidFields, notFound } from '../../../common/errors.ts'
import { anyOf } from '../../../data/any-of.ts'
import { batched, type Context } from '../../../engine/execute/context.ts'
import { newValues } from '../../../graphql/row-inputs.ts'
import { ProcessingActivityDetails } from './activity.entity.ts'
import { type Operator, OperatorDetails } from './operator.entity.ts'
import type { OperatorInput, ProcessingActivityInput } from './register.inputs.ts'
import { activityFaults, operatorFaults } from './register.rules.ts'

function demand(faults: Record<string, FaultCode | CodedFault>): void {
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}

/** Blank texts are absent. */
const withoutBlanks = <Input extends object>(input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== '')) as Input

/** The columns of an operator. @throws VALIDATION_ERROR for fields that contradict each other */
export function operatorFields(input: OperatorInput) {
  demand(operatorFaults(input))
  return newValues(OperatorDetails, withoutBlanks(input))
}

export const operatorsOf = batched<Operator | null>(null, async (ctx, ids) => {
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
export async function activityFields(ctx: Context, input: ProcessingActivityInput) {
  demand(activityFaults(input))
  return {
    ...newValues(ProcessingActivityDetails, withoutBlanks(input)),
    operatorIds: await demandOperators(ctx, input.operatorIds ?? []),
    transfers: (input.transfers ?? []).map(({ country, recipient, ground }) => ({ country, recipient, ground })),
  }
}

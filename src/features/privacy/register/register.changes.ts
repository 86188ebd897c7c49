import { validate as isUuid } from 'uuid'
import { type CodedFault, type FaultCode, invalidFields, notFound } from '../../../common/errors.ts'
import { anyOf } from '../../../data/any-of.ts'
import { batched, type Context } from '../../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { ProcessingActivity } from './activity.entity.ts'
import { Operator } from './operator.entity.ts'
import type { OperatorInput, ProcessingActivityInput } from './register.inputs.ts'
import { activityFaults, operatorFaults } from './register.rules.ts'

function demand(faults: Record<string, FaultCode | CodedFault>): void {
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}

function operatorFields(input: OperatorInput) {
  demand(operatorFaults(input))
  return {
    name: input.name,
    services: input.services,
    country: input.country,
    contact: input.contact || null,
    agreementReference: input.agreementReference || null,
    agreementSignedOn: input.agreementSignedOn ?? null,
    agreementEndsOn: input.agreementEndsOn ?? null,
    safeguards: input.safeguards || null,
    endedAt: input.endedAt ?? null,
  }
}

export const addOperator = (ctx: Context, input: OperatorInput): Operator =>
  addRow(ctx, Operator, { ...operatorFields(input), createdBy: ctx.caller.userId })

export async function updateOperator(ctx: Context, id: string, input: OperatorInput): Promise<Operator> {
  return changeRow(ctx, Operator, await lockRow(ctx, Operator, id, 'Operator'), operatorFields(input))
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

async function activityFields(ctx: Context, input: ProcessingActivityInput) {
  demand(activityFaults(input))
  return {
    name: input.name,
    purpose: input.purpose,
    ground: input.ground,
    retention: input.retention,
    subjects: input.subjects ?? [],
    categories: input.categories ?? [],
    recipients: input.recipients ?? [],
    security: input.security || null,
    isVoluntary: input.isVoluntary ?? false,
    specialCategories: input.specialCategories ?? [],
    specialGround: input.specialGround ?? null,
    concernsChildren: input.concernsChildren ?? false,
    childrenGround: input.childrenGround ?? null,
    operatorIds: await demandOperators(ctx, input.operatorIds ?? []),
    transfers: (input.transfers ?? []).map(({ country, recipient, ground }) => ({ country, recipient, ground })),
    priorAuthorisation: input.priorAuthorisation || null,
    endedAt: input.endedAt ?? null,
  }
}

export async function addActivity(ctx: Context, input: ProcessingActivityInput): Promise<ProcessingActivity> {
  return addRow(ctx, ProcessingActivity, { ...(await activityFields(ctx, input)), createdBy: ctx.caller.userId })
}

export async function updateActivity(
  ctx: Context,
  id: string,
  input: ProcessingActivityInput,
): Promise<ProcessingActivity> {
  const activity = await lockRow(ctx, ProcessingActivity, id, 'Processing activity')
  return changeRow(ctx, ProcessingActivity, activity, await activityFields(ctx, input))
}

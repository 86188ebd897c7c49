import type { Unit } from '../data/transaction.ts'
import type { Refusals } from '../security/audit/refusals.ts'
import { type AnswerRoom, inRoom } from './answer-room.ts'
import type { Admitted } from './authorizer.ts'
import { Context } from './context.ts'
import { prepare } from './guard.ts'
import { factsOf, type Parts } from './parts.ts'
import { refuseFaults } from './presentable.ts'
import type { OperationRequest } from './request.ts'
import { type OperationResult, presented } from './results.ts'

/** Executes a query in a transaction that only reads. Its records are durable before the answer leaves. */
export async function executeQuery(
  parts: Parts & { refusals: Refusals },
  { operation, caller }: Admitted,
  { request, variables, takesText, answer }: OperationRequest,
): Promise<OperationResult> {
  const { database, replica, services, audit, refusals, log } = parts
  const { organizationId } = caller
  const party = operation.isOutside ? `outside ${caller.userId}` : organizationId
  const session = { role: 'gateway_tenant', organizationId, party, readOnly: true, deadline: request.deadline } as const
  await prepare(operation.fields, caller, services)
  const work = (room: AnswerRoom) => async (unit: Unit) => {
    const context = new Context(caller, request, unit, { services, room })
    const result = await operation.execute(variables, context, takesText)
    room.demandWhole()
    refuseFaults(result.errors)
    return { context, result }
  }
  const { context, result } = await inRoom(answer, (room) =>
    operation.isExport && replica
      ? replica.read(database, session, work(room))
      : database.transaction(session, work(room)),
  )
  // An operation that begins in no organization may have entered one.
  await audit.append(context.trail.map((entry) => factsOf(parts, entry, context.caller, request)))
  await refusals.record(caller, request, context.refusals)
  return { ...presented(result, request.id, log), wholeRows: context.room.wholeRows }
}

import type { Transaction } from '../../data/transaction.ts'
import type { AuthorizedOperation } from '../access/authorizer.ts'
import { type AnswerRoom, inRoom } from './answer-room.ts'
import { Context } from './context.ts'
import { type EngineDependencies, factsOf } from './dependencies.ts'
import { execute } from './executor.ts'
import { prepare } from './preparation.ts'
import type { OperationRequest } from './request.ts'
import { type OperationResult, presented } from './results.ts'
import { refuseFaults } from './service-errors.ts'

/** Executes a query in a read-only transaction. Its audit records are durable before the response is sent. */
export async function executeQuery(
  parts: EngineDependencies,
  { operation, caller }: AuthorizedOperation,
  { request, variables, takesText, answer, recordsFor }: OperationRequest,
): Promise<OperationResult> {
  const { database, replica, services, audit, refusals, log } = parts
  const { organizationId } = caller
  const poolUser = operation.isOutside ? `outside ${caller.userId}` : organizationId
  const session = {
    role: 'gateway_tenant',
    organizationId,
    poolUser,
    readOnly: true,
    deadline: request.deadline,
  } as const
  await prepare(operation, caller, services)
  const work = (room: AnswerRoom) => async (unit: Transaction) => {
    const context = new Context(caller, request, unit, { services, room })
    const result = await execute(operation, variables, context, takesText)
    room.demandWhole()
    refuseFaults(result.errors)
    return { context, result }
  }
  // The bytes stay reserved until the records are stored: until then, the result of a client that has left is in memory too.
  return inRoom(answer, async (room) => {
    const { context, result } = await (operation.isExport && replica
      ? replica.read(database, session, work(room))
      : database.transaction(session, work(room)))
    // An operation that started without an organization may have entered one.
    const { trail } = context
    const entries = recordsFor && result.data && !result.errors ? recordsFor(trail, result.data) : trail
    await audit.append(entries.map((entry) => factsOf(parts, entry, context.caller, request)))
    await refusals.record(caller, request, context.refusals)
    return { ...presented(result, request.id, log), wholeRows: room.wholeRows }
  })
}

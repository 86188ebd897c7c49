import { createSourceEventStream } from 'graphql'
import type { Refusals } from '../security/audit/refusals.ts'
import type { Caller } from '../security/auth/caller.ts'
import type { Admitted } from './authorizer.ts'
import { Context } from './context.ts'
import { eventResults, type ReadPage, type ShowEvents } from './event-results.ts'
import { readsBeyondEvents } from './guard.ts'
import { labelOf } from './operation.ts'
import { factsOf, type Parts } from './parts.ts'
import { presentable } from './presentable.ts'
import type { OperationRequest } from './request.ts'
import { type OperationResult, presented } from './results.ts'
import { StreamContext } from './stream-context.ts'

type AllParts = Parts & { refusals: Refusals }

/** The events of a subscription, or the result that says why there are none. */
export type Begun = AsyncIterableIterator<OperationResult> | OperationResult

/** Starts a subscription. The start is recorded before the first event. `confirm` throws if the caller may no more. */
export async function beginSubscription(
  parts: AllParts,
  admitted: Admitted,
  asked: OperationRequest,
  confirm: () => Promise<void>,
): Promise<Begun> {
  const { operation, caller } = admitted
  const contextValue = new StreamContext(caller, asked.request, parts.streams)
  const { document, name: operationName } = operation
  const asks = { schema: parts.schema, document, operationName, variableValues: asked.variables }
  const source = await createSourceEventStream({ ...asks, contextValue })
  if (!(Symbol.asyncIterator in source)) return presented(source, asked.request.id, parts.log)
  const events = eventsOf(parts, source, admitted, asked)
  try {
    await confirm()
    await parts.audit.append(contextValue.trail.map((entry) => factsOf(parts, entry, caller, asked.request)))
  } catch (error) {
    await events.return?.()
    throw error
  }
  return events
}

function eventsOf(
  parts: AllParts,
  source: AsyncIterable<unknown>,
  { operation, caller }: Admitted,
  asked: OperationRequest,
): AsyncIterableIterator<OperationResult> {
  const { id: requestId } = asked.request
  const show: ShowEvents = (events, context) => operation.executeEvents(asked.variables, context, events)
  return eventResults(show, source[Symbol.asyncIterator]() as AsyncIterator<readonly unknown[]>, {
    read: readsBeyondEvents(parts.schema, operation.document) ? reader(parts, caller, asked) : undefined,
    present: (result) => presented(result, requestId, parts.log),
    refuse: (error) => ({ errors: [{ error: presentable(error, requestId, parts.log) }] }),
    skipped: (err) => {
      parts.metrics.eventSkipped(labelOf(operation))
      const where = { err, requestId, operation: labelOf(operation) }
      parts.log.error(where, 'an event could not be shown; its stream went on without it')
    },
  })
}

/** What a subscription reads beyond its events is read in transactions that end before the client reads. */
const reader =
  ({ database, services, refusals }: AllParts, caller: Caller, { request }: OperationRequest): ReadPage =>
  async (work) => {
    const session = { role: 'gateway_tenant', organizationId: caller.organizationId, readOnly: true } as const
    const done = await database.transaction(session, async (unit) => {
      const context = new Context(caller, request, unit, { services })
      return { refused: context.refusals, results: await work(context) }
    })
    await refusals.record(caller, request, done.refused)
    return done.results
  }

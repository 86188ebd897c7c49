import {
  BREAK,
  createSourceEventStream,
  type DocumentNode,
  type GraphQLSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { rowFieldOf } from '../../graphql/row-fields.ts'
import type { Caller } from '../../security/auth/caller.ts'
import type { AuthorizedOperation } from '../access/authorizer.ts'
import { labelOf } from '../declare/operation.ts'
import { Context } from '../execute/context.ts'
import { type EngineDependencies, factsOf } from '../execute/dependencies.ts'
import { executeEvents } from '../execute/executor.ts'
import type { OperationRequest } from '../execute/request.ts'
import { type OperationResult, presented } from '../execute/results.ts'
import { toServiceError } from '../execute/service-errors.ts'
import { eventResults, type ReadPage, type ShowEvents } from './event-results.ts'
import { StreamContext } from './stream-context.ts'

/** The events of a subscription, or a result with the error. */
export type SubscriptionStart = AsyncIterableIterator<OperationResult> | OperationResult

/**
 * Starts a subscription. The start is recorded before the first event. `confirm` throws if the caller's permissions
 * have changed.
 */
export async function beginSubscription(
  parts: EngineDependencies,
  authorized: AuthorizedOperation,
  asked: OperationRequest,
  confirm: () => Promise<void>,
): Promise<SubscriptionStart> {
  const { operation, caller } = authorized
  const follower = { ...caller, expiresAt: await parts.policies.endOf(caller) }
  const contextValue = new StreamContext(follower, asked.request, parts.streams)
  const { document, name: operationName } = operation
  const asks = { schema: parts.schema, document, operationName, variableValues: asked.variables }
  const source = await createSourceEventStream({ ...asks, contextValue })
  if (!(Symbol.asyncIterator in source)) return presented(source, asked.request.id, parts.log)
  const events = eventsOf(parts, source, authorized, asked)
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
  parts: EngineDependencies,
  source: AsyncIterable<unknown>,
  { operation, caller }: AuthorizedOperation,
  asked: OperationRequest,
): AsyncIterableIterator<OperationResult> {
  const { id: requestId } = asked.request
  const show: ShowEvents = (events, context) => executeEvents(operation, asked.variables, context, events)
  return eventResults(show, source[Symbol.asyncIterator]() as AsyncIterator<readonly unknown[]>, {
    read: readsBeyondEvents(parts.schema, operation.document) ? reader(parts, caller, asked) : undefined,
    present: (result) => presented(result, requestId, parts.log),
    refuse: (error) => ({ errors: [{ error: toServiceError(error, requestId, parts.log) }] }),
    skipped: (err) => {
      parts.metrics.eventSkipped(labelOf(operation))
      const where = { err, requestId, operation: labelOf(operation) }
      parts.log.error(where, 'an event could not be shown; its stream continues without it')
    },
  })
}

/** Reads data that events do not contain. Each transaction ends before the client reads. */
const reader =
  ({ database, services, refusals }: EngineDependencies, caller: Caller, { request }: OperationRequest): ReadPage =>
  async (work) => {
    const done = await database.read(caller.organizationId, async (unit) => {
      const context = new Context(caller, request, unit, { services })
      return { refused: context.refusals, results: await work(context) }
    })
    await refusals.record(caller, request, done.refused)
    return done.results
  }

/** Whether a subscription selects computed fields: they need more data than the event contains. */
function readsBeyondEvents(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema)
  let isBeyond = false
  const Field = () => {
    const field = types.getFieldDef()
    const isOwn = !field?.resolve && !(field && rowFieldOf(field))
    if (isOwn || types.getParentType() === schema.getSubscriptionType()) return undefined
    isBeyond = true
    return BREAK
  }
  visit(document, visitWithTypeInfo(types, { Field }))
  return isBeyond
}

import { type ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql'
import type { Operation } from '../declare/operation.ts'
import { planOf } from '../plan/operation-plan.ts'
import type { ObjectPlan, Variables } from '../plan/plan.ts'
import type { Context } from './context.ts'
import { Execution, Failure, type ResponsePaths } from './execution.ts'
import { executeInTurn, executeObjects } from './objects.ts'
import { jsonText, plainValue } from './stored-rows.ts'

/**
 * The result of an operation. `text` is its data as JSON, if the database wrote the data and the caller accepts text.
 */
export type Executed = ExecutionResult & { text?: string }

/** Executes an operation with the given variables and context. */
export async function execute(
  operation: Operation,
  variables: Variables,
  context: Context | undefined,
  takesText = false,
): Promise<Executed> {
  const plan = planOf(operation, variables)
  if (!('root' in plan)) return plan
  const execution = new Execution(plan, context, executeObjects)
  return shownAs(execution, await executeRoot(execution, plan.root), takesText)
}

/** Executes a subscription for several events together, with one read for all of them. */
export async function executeEvents(
  operation: Operation,
  variables: Variables,
  context: Context | undefined,
  events: readonly unknown[],
): Promise<ExecutionResult[]> {
  const plan = planOf(operation, variables)
  if (!('root' in plan)) return events.map(() => plan)
  const execution = new Execution(plan, context, executeObjects)
  // Each event has its own path, so that an error identifies its event.
  const paths: ResponsePaths = (index) => ({ prev: undefined, key: index, typename: undefined })
  const values = await executeObjects(execution, plan.root, events, paths)
  return values.map((value, index) => eventResult(execution, value, index))
}

async function executeRoot(execution: Execution, root: ObjectPlan): Promise<unknown> {
  if (execution.source.operation.operation === OperationTypeNode.MUTATION) return executeInTurn(execution, root)
  const [value] = await executeObjects(execution, root, [undefined], () => undefined)
  return value
}

function shownAs(execution: Execution, value: unknown, takesText: boolean): Executed {
  if (value instanceof Failure) return { data: null, errors: [...execution.errors, value.error] }
  const errors = execution.errors.length > 0 ? { errors: execution.errors } : {}
  if (!execution.hasParts) return { data: value as Variables, ...errors }
  if (takesText && execution.errors.length === 0) return { text: jsonText(value) }
  return { data: plainValue(value) as Variables, ...errors }
}

function eventResult(execution: Execution, value: unknown, index: number): ExecutionResult {
  const own = [...execution.errors, ...(value instanceof Failure ? [value.error] : [])].filter(
    ({ path }) => path?.[0] === index,
  )
  const errors = own.map(
    ({ message, nodes, path, originalError, extensions }) =>
      new GraphQLError(message, {
        nodes: nodes ?? null,
        path: path?.slice(1) ?? null,
        originalError: originalError ?? null,
        extensions,
      }),
  )
  const data = value instanceof Failure ? null : (plainValue(value) as Variables)
  return errors.length > 0 ? { data, errors } : { data }
}

import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  OperationTypeNode,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Context } from './context.ts'
import { executeInTurn, executeObjects } from './execute.ts'
import { type ObjectPlan, Planner, type Source } from './plan.ts'
import { Failure, type Places, Run } from './run.ts'
import { jsonText, plainValue } from './stored-rows.ts'

const NAMELESS = 'Must provide operation name if query contains multiple operations.'

/** At most this many errors about variables, as graphql-js has it. */
const MOST_ERRORS = 50

/** What an operation came to; its data as JSON text, where the database wrote it and the caller takes that. */
export type Executed = ExecutionResult & { text?: string }

type Variables = Record<string, unknown>

/** Executes an operation with the given variables and context. */
export type Execute = (variables: Variables, context: Context | undefined, takesText?: boolean) => Promise<Executed>

/** Executes a subscription for several events together: what all of them need is read once. */
export type ExecuteEvents = (
  variables: Variables,
  context: Context | undefined,
  events: readonly unknown[],
) => Promise<ExecutionResult[]>

interface OperationPlan {
  root: ObjectPlan
  size: number
}

/** The plans that were used last. All documents share the room, so that nobody fills the memory with them. */
const plans = new LRUCache<string, OperationPlan>({
  maxSize: 30_000,
  maxEntrySize: 10_000,
  sizeCalculation: ({ size }) => size + 1,
})
let operations = 0

/** Prepares an operation of a valid document to be executed again and again. */
export function executor(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): { execute: Execute; executeEvents: ExecuteEvents } {
  const operation = getOperationAST(document, operationName)
  if (!operation) {
    const nameless = { errors: [new GraphQLError(NAMELESS)] }
    return { execute: async () => nameless, executeEvents: async (_, __, events) => events.map(() => nameless) }
  }
  const source: Source = { schema, operation, fragments: fragmentsOf(document) }
  const { variableDefinitions = [] } = operation
  const conditions = conditionsOf(document)
  const id = ++operations

  /** What directives leave out is another plan. */
  function planFor(variables: Variables): ObjectPlan {
    const key = `${id} ${conditions.map((name) => variables[name])}`
    const known = plans.get(key)
    if (known) return known.root
    const planner = new Planner(source, variables)
    const root = planner.root()
    plans.set(key, { root, size: planner.size })
    return root
  }

  /** A run, and its plan, unless the variables or the document do not allow one. */
  function begin(given: Variables, context: Context | undefined): { run: Run; plan: ObjectPlan } | ExecutionResult {
    const { errors, coerced } = getVariableValues(schema, variableDefinitions, given, { maxErrors: MOST_ERRORS })
    if (errors) return { errors }
    try {
      return { run: new Run(source, coerced, context, executeObjects), plan: planFor(coerced) }
    } catch (error) {
      // A directive that cannot be read, by a variable that is null.
      if (error instanceof GraphQLError) return { data: null, errors: [error] }
      throw error
    }
  }

  return {
    async execute(variables, context, takesText = false) {
      const begun = begin(variables, context)
      return 'run' in begun ? shownAs(begun.run, await executeRoot(begun.run, begun.plan), takesText) : begun
    },
    async executeEvents(variables, context, events) {
      const begun = begin(variables, context)
      if (!('run' in begun)) return events.map(() => begun)
      // A place of its own each, so that errors tell whose they are.
      const places: Places = (index) => ({ prev: undefined, key: index, typename: undefined })
      const values = await executeObjects(begun.run, begun.plan, events, places)
      return values.map((value, index) => eventResult(begun.run, value, index))
    },
  }
}

async function executeRoot(run: Run, root: ObjectPlan): Promise<unknown> {
  if (run.source.operation.operation === OperationTypeNode.MUTATION) return executeInTurn(run, root)
  const [value] = await executeObjects(run, root, [undefined], () => undefined)
  return value
}

function shownAs(run: Run, value: unknown, takesText: boolean): Executed {
  if (value instanceof Failure) return { data: null, errors: [...run.errors, value.error] }
  const errors = run.errors.length > 0 ? { errors: run.errors } : {}
  if (!run.hasParts) return { data: value as Variables, ...errors }
  if (takesText && run.errors.length === 0) return { text: jsonText(value) }
  return { data: plainValue(value) as Variables, ...errors }
}

function eventResult(run: Run, value: unknown, index: number): ExecutionResult {
  const own = [...run.errors, ...(value instanceof Failure ? [value.error] : [])].filter(
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

const fragmentsOf = (document: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )

/** The variables that directives ask for. */
function conditionsOf(document: DocumentNode): string[] {
  const found = new Set<string>()
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) found.add(value.name.value)
    },
  })
  return [...found].sort()
}

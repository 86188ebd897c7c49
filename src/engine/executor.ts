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
import { Failure, Run } from './run.ts'
import { jsonText, plainValue } from './stored-rows.ts'

const NAMELESS = 'Must provide operation name if query contains multiple operations.'

/** At most this many errors about variables, as graphql-js has it. */
const MOST_ERRORS = 50

/** What an operation came to; its data as JSON text, where the database wrote it and the caller takes that. */
export type Executed = ExecutionResult & { text?: string }

interface Options {
  takesText?: boolean
  /** The event, of a subscription. */
  rootValue?: unknown
}

/** Executes one operation with the given variables and context. */
export type Execute = (
  variables: Record<string, unknown>,
  context: Context | undefined,
  options?: Options,
) => Promise<Executed>

interface OperationPlan {
  root: ObjectPlan
  size: number
}

/** The plans that were used last. All documents share the room, so that nobody fills the memory with them. */
const plans = new LRUCache<string, OperationPlan>({
  maxSize: 100_000,
  maxEntrySize: 20_000,
  sizeCalculation: ({ size }) => size + 1,
})
let operations = 0

/** Prepares an operation of a valid document to be executed again and again. */
export function executor(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): Execute {
  const operation = getOperationAST(document, operationName)
  if (!operation) return async () => ({ errors: [new GraphQLError(NAMELESS)] })
  const source: Source = { schema, operation, fragments: fragmentsOf(document) }
  const conditions = conditionsOf(document)
  const id = ++operations

  /** What directives leave out is another plan. */
  function planFor(variables: Record<string, unknown>): ObjectPlan {
    const key = `${id} ${conditions.map((name) => variables[name])}`
    const known = plans.get(key)
    if (known) return known.root
    const planner = new Planner(source, variables)
    const root = planner.root()
    plans.set(key, { root, size: planner.size })
    return root
  }

  return async (given, context, { takesText = false, rootValue } = {}) => {
    const { variableDefinitions = [] } = operation
    const { errors, coerced } = getVariableValues(schema, variableDefinitions, given, { maxErrors: MOST_ERRORS })
    if (errors) return { errors }
    const run = new Run(source, coerced, context, rootValue, executeObjects)
    try {
      return shownAs(run, await executeRoot(run, planFor(coerced)), takesText)
    } catch (error) {
      if (isOfDocument(error)) return { data: null, errors: [error] }
      throw error
    }
  }
}

async function executeRoot(run: Run, root: ObjectPlan): Promise<unknown> {
  if (run.source.operation.operation === OperationTypeNode.MUTATION) return executeInTurn(run, root)
  const [value] = await executeObjects(run, root, [run.rootValue], () => undefined)
  return value
}

function shownAs(run: Run, value: unknown, takesText: boolean): Executed {
  if (value instanceof Failure) return { data: null, errors: [...run.errors, value.error] }
  const errors = run.errors.length > 0 ? { errors: run.errors } : {}
  if (!run.hasParts) return { data: value as Record<string, unknown>, ...errors }
  if (takesText && run.errors.length === 0) return { text: jsonText(value) }
  return { data: plainValue(value) as Record<string, unknown>, ...errors }
}

/** A directive that cannot be read, by a variable that is null. */
const isOfDocument = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError' && 'nodes' in error && error.nodes !== undefined

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

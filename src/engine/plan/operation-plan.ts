import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Operation } from '../declare/operation.ts'
import type { ObjectPlan, Source, Variables } from './plan.ts'
import { Planner } from './planner.ts'

const NAMELESS = 'Must provide operation name if query contains multiple operations.'

/** Maximum number of errors about variables, as in graphql-js. */
const MOST_ERRORS = 50

/** The plan of an operation for certain variables. */
export interface OperationPlan {
  readonly source: Source
  /** The variables, coerced to their types. */
  readonly variables: Variables
  readonly root: ObjectPlan
}

/** The request errors that prevent a plan, in the form of a result. */
interface PlanErrors {
  readonly data?: null
  readonly errors: readonly GraphQLError[]
}

/** The last used plans. All documents share this cache, so that no caller can fill the memory with plans. */
const plans = new LRUCache<string, { root: ObjectPlan; size: number }>({
  maxSize: 30_000,
  maxEntrySize: 10_000,
  sizeCalculation: ({ size }) => size + 1,
})

/** The part that all plans of an operation share. */
interface Planned {
  readonly id: number
  readonly source: Source
  /** Variables in directives. Each combination of their values has a plan of its own. */
  readonly conditions: readonly string[]
}

let operations = 0
const planned = new WeakMap<Operation, Planned>()

function plannedOf(operation: Operation): Planned | undefined {
  const known = planned.get(operation)
  if (known) return known
  const { schema, document, name } = operation
  const node = getOperationAST(document, name)
  if (!node) return undefined
  const source = { schema, operation: node, fragments: fragmentsOf(document) }
  const made = { id: ++operations, source, conditions: conditionsOf(document) }
  planned.set(operation, made)
  return made
}

/** The plan of an operation of a valid document, cached. */
export function planOf(operation: Operation, given: Variables): OperationPlan | PlanErrors {
  const common = plannedOf(operation)
  if (!common) return { errors: [new GraphQLError(NAMELESS)] }
  const { source } = common
  const { variableDefinitions = [] } = source.operation
  const { errors, coerced } = getVariableValues(source.schema, variableDefinitions, given, { maxErrors: MOST_ERRORS })
  if (errors) return { errors }
  try {
    return { source, variables: coerced, root: rootOf(common, coerced) }
  } catch (error) {
    // The condition of a directive is a variable with the value null.
    if (error instanceof GraphQLError) return { data: null, errors: [error] }
    throw error
  }
}

function rootOf({ id, source, conditions }: Planned, variables: Variables): ObjectPlan {
  const key = `${id} ${conditions.map((name) => variables[name])}`
  const known = plans.get(key)
  if (known) return known.root
  const planner = new Planner(source, variables)
  const root = planner.root()
  plans.set(key, { root, size: planner.size })
  return root
}

const fragmentsOf = (document: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )

/** The names of the variables in directives. */
function conditionsOf(document: DocumentNode): string[] {
  const found = new Set<string>()
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) found.add(value.name.value)
    },
  })
  return [...found].sort()
}

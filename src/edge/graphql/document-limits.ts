import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type TypeNode,
} from 'graphql'
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity'
import { invalid, ServiceError } from '../../common/errors.ts'
import { demandShallowValues } from '../../common/shape.ts'
import { costsByArguments, declared, declaredCost } from '../../engine/declare/declarations.ts'
import { PAGE_ITEMS, USUAL_ITEMS } from '../../graphql/page-range.ts'
import { demandFittingVariables } from './variables.ts'

/** Limits of a document with its fragments expanded. The parser counts the tokens. */
export const LIMITS = {
  tokens: 2000,
  depth: 16,
  aliases: 30,
  directives: 30,
  rootFields: 20,
  selections: 4000,
  complexity: 20_000,
} as const

/** Estimated rows of a list that is requested with `all`. */
const ALL_ROWS = 400
/** Maximum rows of a page. */
const MOST_ROWS = 100
/** Estimated items of a list of introspection, which needs no database. */
const USUAL_PARTS = 3

type Size = Record<'depth' | 'aliases' | 'directives' | 'rootFields' | 'selections', number>

function demand(limit: keyof typeof LIMITS, value: number, what: string): void {
  if (value <= LIMITS[limit]) return
  throw new ServiceError('QUERY_TOO_COMPLEX', `${what}: ${value} (limit ${LIMITS[limit]})`, {
    limit: LIMITS[limit],
    [limit]: value,
  })
}

/**
 * Measures the operations with their fragments expanded. Each fragment is measured once: expanding a chain of fragments
 * that each spread the next one twice would take exponential time. Validation has already refused cycles.
 */
function sizeOf(document: DocumentNode): Size {
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations: OperationDefinitionNode[] = []
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
    else if (node.kind === Kind.OPERATION_DEFINITION) operations.push(node)
  }
  const measured = new Map<string, Size>()
  const ofFragment = (name: string): Size => {
    const size = measured.get(name) ?? ofSelections(fragments.get(name)?.selectionSet.selections)
    measured.set(name, size)
    return size
  }
  const ofSelection = (node: SelectionNode): Size => {
    const isField = node.kind === Kind.FIELD
    const inner =
      node.kind === Kind.FRAGMENT_SPREAD ? ofFragment(node.name.value) : ofSelections(node.selectionSet?.selections)
    return {
      depth: inner.depth + (isField ? 1 : 0),
      aliases: inner.aliases + (isField && node.alias ? 1 : 0),
      directives: inner.directives + (node.directives?.length ?? 0),
      rootFields: isField ? 1 : inner.rootFields,
      selections: inner.selections + 1,
    }
  }
  const ofSelections = (selections: readonly SelectionNode[] = []): Size =>
    selections.map(ofSelection).reduce(
      (sum, { depth, aliases, directives, rootFields, selections }) => ({
        depth: Math.max(sum.depth, depth),
        aliases: sum.aliases + aliases,
        directives: sum.directives + directives,
        rootFields: sum.rootFields + rootFields,
        selections: sum.selections + selections,
      }),
      { depth: 0, aliases: 0, directives: 0, rootFields: 0, selections: 0 },
    )
  return ofSelections(operations.flatMap(({ selectionSet }) => selectionSet.selections))
}

/** Whether a type is a page of rows: a Relay connection. */
function isPage(type: GraphQLOutputType | GraphQLCompositeType): boolean {
  const bare = getNullableType(type)
  return isObjectType(bare) && 'pageInfo' in bare.getFields()
}

type Estimate = Parameters<ComplexityEstimator>[0]

/** The factor by which the cost of a field's selections is multiplied: its expected rows. */
function rowsOf({ type, field, args }: Estimate): number {
  const asked = args.first ?? args.last ?? args.limit ?? undefined
  // A negative or zero size is refused later. Until then it must not lower the cost of the document.
  if (asked !== undefined) return Math.min(Math.max(Number(asked), 1), MOST_ROWS)
  if (isPage(field.type)) {
    if ((args.page ?? undefined) !== undefined) return PAGE_ITEMS
    return args.all === true ? ALL_ROWS : USUAL_ITEMS
  }
  // The rows of a page are counted at the field that returns the page.
  if (!isListType(getNullableType(field.type)) || isPage(type)) return 1
  return type.name.startsWith('__') ? USUAL_PARTS : USUAL_ITEMS
}

/** The cost of a document, in points of complexity. */
interface Price {
  points: number
  /** The cost without the estimate of long texts, whose real cost is known from the size of the response. */
  least: number
}

/**
 * The cost of a field: one point, its declared cost, the estimate of its text, and its rows times the cost of its
 * selections.
 */
const byRows =
  (pointsOfText: (field: Estimate['field']) => number): ComplexityEstimator =>
  (estimate) =>
    1 +
    declaredCost(estimate.field, estimate.args) +
    pointsOfText(estimate.field) +
    estimate.childComplexity * rowsOf(estimate)

/** The costs of a document that passed the limits. */
interface Measured {
  /** The variables that change the cost; undefined if any argument may. */
  readonly counted: readonly string[] | undefined
  /** By the values of these variables. */
  readonly prices: Map<string, Price>
}

const measured = new WeakMap<DocumentNode, Measured>()

const MOST_PRICES = 50

const COUNTED = ['Int', 'Boolean']

/** Whether a variable may set a number of rows or leave fields out. A list cannot. */
const isCounted = (type: TypeNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE
    ? isCounted(type.type)
    : type.kind === Kind.NAMED_TYPE && COUNTED.includes(type.name.value)

/** The variables that change the cost of a document. Undefined for several operations, and if any argument may change it. */
function countedIn(schema: GraphQLSchema, query: DocumentNode): string[] | undefined {
  const [operation, ...others] = query.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const { variableDefinitions = [] } = operation ?? {}
  if (others.length > 0 || (variableDefinitions.length > 0 && costsByArguments(schema, query))) return undefined
  return variableDefinitions.filter(({ type }) => isCounted(type)).map(({ variable }) => variable.name.value)
}

/** The key of the values of variables. A variable that is absent has its default, unlike one that is null. */
const keyOf = ({ counted }: Measured, variables: Record<string, unknown>): string | undefined =>
  counted?.map((name) => JSON.stringify(variables[name]) ?? '').join()

function keep(known: Measured, variables: Record<string, unknown>, price: Price): void {
  const key = keyOf(known, variables)
  if (key === undefined) return
  if (known.prices.size >= MOST_PRICES) known.prices.clear()
  known.prices.set(key, price)
}

/**
 * Computes the cost of a valid document in points of complexity, before it is executed. The values of variables count
 * too, because they may set the number of rows.
 * @throws QUERY_TOO_COMPLEX with the value and the limit; VALIDATION_ERROR for variables of another type
 */
export function demandAffordable(
  schema: GraphQLSchema,
  query: DocumentNode,
  variables: Record<string, unknown>,
  operationName: string | undefined,
): Price {
  const known = measured.get(query)
  if (known === undefined) demandShallowValues(query)
  demandFittingVariables(schema, query, variables, operationName)
  const kept = known?.prices.get(keyOf(known, variables) ?? '')
  if (kept) return kept
  if (known === undefined) demandSize(query)
  const cost = priceOf(schema, query, variables, operationName)
  demand('complexity', cost.points, 'Query too complex')
  const found = known ?? { counted: countedIn(schema, query), prices: new Map() }
  measured.set(query, found)
  keep(found, variables, cost)
  return cost
}

function demandSize(query: DocumentNode): void {
  const size = sizeOf(query)
  demand('depth', size.depth, 'Query nested too deep')
  demand('aliases', size.aliases, 'Too many aliases')
  demand('directives', size.directives, 'Too many directives')
  demand('rootFields', size.rootFields, 'Too many root fields')
  demand('selections', size.selections, 'Too many selections')
}

function priceOf(...asked: Parameters<typeof demandAffordable>): Price {
  let hasTexts = false
  const points = costOf(asked, (field) => {
    const { textPoints = 0 } = declared(field)
    hasTexts ||= textPoints > 0
    return textPoints
  })
  return { points, least: hasTexts ? costOf(asked, () => 0) : points }
}

function costOf(
  [schema, query, variables, operationName]: Parameters<typeof demandAffordable>,
  pointsOfText: (field: Estimate['field']) => number,
): number {
  try {
    const named = operationName === undefined ? {} : { operationName }
    return getComplexity({ schema, query, variables, ...named, estimators: [byRows(pointsOfText)] })
  } catch (error) {
    // A query whose cost is unknown must not run: invalid variables would bypass the limit.
    throw invalid({ variables: error instanceof Error ? error.message : String(error) })
  }
}

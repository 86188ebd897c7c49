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
import { invalid, ServiceError } from '../common/errors.ts'
import { demandShallowValues } from '../common/shape.ts'
import { costsByArguments, declared, declaredCost } from '../engine/guard.ts'
import { PAGE_ITEMS, USUAL_ITEMS } from '../graphql/span.ts'
import { demandFittingVariables } from './variables.ts'

/** What a document may ask for at most, fragments spelled out. The parser counts the tokens. */
export const LIMITS = {
  tokens: 2000,
  depth: 16,
  aliases: 30,
  directives: 30,
  rootFields: 20,
  selections: 4000,
  complexity: 20_000,
} as const

/** Rows that a list is taken for when it is asked for as a whole. */
const ALL_ROWS = 400
/** No page has more. */
const MOST_ROWS = 100
/** The same for the lists of introspection, which no database answers. */
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
 * Measures operations with their fragments spelled out. Each fragment is measured once: a chain of fragments that
 * each spread the next one twice would take forever to walk. Validation has refused cycles before.
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

/** How many times over a field costs what is selected of it. */
function rowsOf({ type, field, args }: Estimate): number {
  const asked = args.first ?? args.last ?? args.limit ?? undefined
  // What is not a page at all is refused later; until then it must not make up for the rest of the document.
  if (asked !== undefined) return Math.min(Math.max(Number(asked), 1), MOST_ROWS)
  if (isPage(field.type)) {
    if ((args.page ?? undefined) !== undefined) return PAGE_ITEMS
    return args.all === true ? ALL_ROWS : USUAL_ITEMS
  }
  // The rows of a page were counted where the page was asked for.
  if (!isListType(getNullableType(field.type)) || isPage(type)) return 1
  return type.name.startsWith('__') ? USUAL_PARTS : USUAL_ITEMS
}

/** What a document costs, in points of complexity. */
interface Price {
  points: number
  /** Without the estimate of its long texts: the size of the answer says what those cost. */
  least: number
}

/** A field costs one, what it declares, its text by an estimate, and its rows times what is selected of each. */
const byRows =
  (pointsOfText: (field: Estimate['field']) => number): ComplexityEstimator =>
  (estimate) =>
    1 +
    declaredCost(estimate.field, estimate.args) +
    pointsOfText(estimate.field) +
    estimate.childComplexity * rowsOf(estimate)

/** What documents cost that were found within the limits, where that is the same each time. */
const measured = new WeakMap<DocumentNode, Price | 'varies'>()

/** Types of variables that ask for a number of rows, or leave fields out. */
const COUNTED = ['Int', 'Boolean']

const namedType = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type))

/** Whether a document is one operation whose cost no variable changes. */
function costsTheSame(schema: GraphQLSchema, query: DocumentNode): boolean {
  const [operation, ...others] = query.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const { variableDefinitions = [] } = operation ?? {}
  if (others.length > 0 || variableDefinitions.some(({ type }) => COUNTED.includes(namedType(type)))) return false
  return variableDefinitions.length === 0 || !costsByArguments(schema, query)
}

/**
 * What a valid document costs, in points of complexity. Refuses what it asks too much of, before anything runs. Variables count: they may ask for the rows.
 * @throws QUERY_TOO_COMPLEX naming the value and the limit; VALIDATION_ERROR for variables that do not fit
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
  if (typeof known === 'object') return known
  if (known === undefined) demandSize(query)
  const cost = priceOf(schema, query, variables, operationName)
  demand('complexity', cost.points, 'Query too complex')
  if (known === undefined) measured.set(query, costsTheSame(schema, query) ? cost : 'varies')
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
    // A query whose cost is unknown must not run: variables that fit nowhere would be a way around the limit.
    throw invalid({ variables: error instanceof Error ? error.message : String(error) })
  }
}

import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isObjectType,
  Kind,
  typeFromAST,
} from 'graphql'
import type { Operation } from '../src/engine/declare/operation.ts'
import type { Gateway } from '../src/engine/gateway.ts'
import { leafFields } from '../src/graphql/coerce.ts'
import type { Route } from './route.ts'

/** A variable of a route's document, and the part of the request that supplies its value. */
export interface Variable {
  name: string
  type: GraphQLInputType
  required: boolean
  source: 'path' | 'query' | 'field' | 'body'
}

/** An operation that reads the resource that a route shows or changes. */
export interface Reader {
  operation: Operation
  /** The name of the root field that returns the data. */
  field: string
  /** The type that the root field returns. */
  output: GraphQLOutputType
}

/** A route with everything that is derived from it. */
export interface CompiledRoute extends Route, Reader {
  variables: Variable[]
  /**
   * The type of `$input`, if the document has that variable. For a list, the type of its items: the body is then one
   * item or a list of items.
   */
  input: GraphQLInputObjectType | undefined
  /** Reads the resource of a PUT when the legacy API has no GET for it. */
  reader: Reader | undefined
  /** Names of the output fields. A body that repeats them is accepted. */
  outputFields: ReadonlySet<string>
  /** Whether the answer is wrapped as JSON text. */
  takesText: boolean
  envelope: 'item' | 'page' | 'stream' | 'events' | 'none'
  successStatus: number
  /** For streams: the fields of a row, in the order of the CSV columns. */
  columns: string[]
}

function leafSelection(type: GraphQLObjectType): string {
  const selections = leafFields(type).map((field) => {
    const named = getNamedType(field.type)
    return isObjectType(named) ? `${field.name} { ${leafSelection(named)} }` : field.name
  })
  return selections.join(' ')
}

const spreadsOf = (document: string): string[] => [...new Set(document.match(/(?<=\.\.\.)[A-Z]\w*/g) ?? [])]

function fragment(schema: GraphQLSchema, name: string): string {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`the schema has no object type ${name}`)
  return `fragment ${name} on ${name} { ${leafSelection(type)} }`
}

const STATUS: Record<Route['method'], number> = { get: 200, post: 201, put: 200, delete: 204 }

/** Dependencies of the compilation: the schema and the parser of documents. */
export type Documents = Pick<Gateway, 'schema' | 'parse'>

/** Literal path segments match before parameters. */
const byLiteralsFirst = (a: Route, b: Route) =>
  a.path.replaceAll('[', '\uffff').localeCompare(b.path.replaceAll('[', '\uffff'), 'en')

/** Compiles every route, in matching order. @throws Error that names an invalid route and stops the start */
export const compileRoutes = (gateway: Documents, routes: readonly Route[]): CompiledRoute[] =>
  [...routes].sort(byLiteralsFirst).map((route) => compileRoute(gateway, route))

function compileRoute(documents: Documents, route: Route): CompiledRoute {
  const { schema, parse } = documents
  const { reads, ...alone } = route
  try {
    const fragments = spreadsOf(route.document).map((name) => fragment(schema, name))
    const source = [route.document, ...fragments].join('\n')
    const operation = parse(source)
    const [root] = operation.fields
    if (!root || operation.fields.length > 1) throw new Error('the document must have exactly one root field')
    const variables = variablesOf(schema, route, operation)
    const named = getNamedType(root.type)
    const input = variables.find(({ name }) => name === 'input')?.type
    const inputType = input && getNamedType(input)
    return {
      ...route,
      operation,
      field: root.name,
      variables,
      input: isInputObjectType(inputType) ? inputType : undefined,
      // Non-null: when the root field is null, the response is an error.
      output: new GraphQLNonNull(getNullableType(root.type)),
      reader: reads ? compileRoute(documents, { ...alone, method: 'get', document: reads }) : undefined,
      outputFields: new Set(isObjectType(named) ? leafFields(named).map((field) => field.name) : []),
      takesText: !route.stream && isWrapped(root.type, source, operation),
      envelope: envelopeOf(route, root.type, operation),
      successStatus: route.status ?? STATUS[route.method],
      columns: route.stream ? columnsOf(root.type) : [],
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${route.method.toUpperCase()} ${route.path}: ${reason}`)
  }
}

/**
 * The route that reads the resource that `route` shows or changes: the GET of the same path or, for `PUT .../status`,
 * of the parent path.
 */
export function siblingOf(
  { path, method, output }: CompiledRoute,
  all: readonly CompiledRoute[],
): CompiledRoute | undefined {
  const reads = (at: string) =>
    all.find((each) => each.path === at && each.method === 'get' && each.envelope === 'item')
  const above = method === 'put' ? reads(path.replace(/\/[^/]+$/, '')) : undefined
  return reads(path) ?? (above && getNamedType(above.output) === getNamedType(output) ? above : undefined)
}

function columnsOf(type: GraphQLOutputType): string[] {
  const named = getNamedType(type)
  const rows = isObjectType(named) ? getNamedType(named.getFields().rows?.type) : undefined
  return rows && isObjectType(rows) ? leafFields(rows).map((field) => field.name) : []
}

function envelopeOf(route: Route, type: GraphQLOutputType, operation: Operation): CompiledRoute['envelope'] {
  if (operation.type === 'subscription') return 'events'
  if (route.stream) return 'stream'
  if (route.method === 'delete') return 'none'
  const named = getNamedType(type)
  const fields = isObjectType(named) ? named.getFields() : {}
  return 'pageInfo' in fields ? 'page' : 'item'
}

const NUMBERS = ['Int', 'SafeInt']

/**
 * Whether the answer is wrapped as JSON text (`envelope.ts`). An answer with `attributes` is not, because these fields
 * of the caller move to the top level. A page is wrapped only if its first field is `nodes` and all others are numbers.
 */
function isWrapped(type: GraphQLOutputType, source: string, { document }: Operation): boolean {
  const named = getNamedType(type)
  const fields = isObjectType(named) ? named.getFields() : {}
  if (/\battributes\b/.test(source)) return false
  if (!('pageInfo' in fields)) return true
  const [query] = document.definitions
  const [root] = query?.kind === Kind.OPERATION_DEFINITION ? query.selectionSet.selections : []
  const selected = root?.kind === Kind.FIELD ? (root.selectionSet?.selections ?? []) : []
  const [first, ...others] = selected.map((node) => (node.kind === Kind.FIELD ? node.name.value : node.kind))
  return first === 'nodes' && others.every((name) => NUMBERS.includes(getNamedType(fields[name]?.type)?.name ?? ''))
}

function variablesOf(schema: GraphQLSchema, route: Route, { document }: Operation): Variable[] {
  const definitions = document.definitions.flatMap((node) =>
    node.kind === 'OperationDefinition' ? (node.variableDefinitions ?? []) : [],
  )
  const names = definitions.map((definition) => definition.variable.name.value)
  return definitions.map((definition) => {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined
    if (!type) throw new Error(`the schema has no type for $${name}`)
    return { name, type, required: definition.type.kind === 'NonNullType', source: sourceOf(route, name, names) }
  })
}

function sourceOf({ method, path, body }: Route, name: string, names: string[]): Variable['source'] {
  if (path.includes(`[${name}]`)) return 'path'
  if (name === 'input' || name === body?.variable) return 'body'
  const readsFields = (method === 'post' || method === 'put') && !body && !names.includes('input')
  return readsFields ? 'field' : 'query'
}

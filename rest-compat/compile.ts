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
  typeFromAST,
} from 'graphql'
import type { Gateway } from '../src/engine/gateway.ts'
import type { Operation } from '../src/engine/operation.ts'
import { leafFields } from '../src/graphql/coerce.ts'
import type { Route } from './route.ts'

/** A variable of a row's document, and the part of the request that it comes from. */
export interface Variable {
  name: string
  type: GraphQLInputType
  required: boolean
  source: 'path' | 'query' | 'field' | 'body'
}

/** An operation that reads what a row shows or changes. */
export interface Reader {
  operation: Operation
  /** The name of the root field: what the data is read from. */
  field: string
  /** What the root field returns. */
  output: GraphQLOutputType
}

/** A row with everything that follows from it. */
export interface CompiledRoute extends Route, Reader {
  variables: Variable[]
  /** The type of `$input`, where the row has it; of its items, where it is a list: the body is then one or a list. */
  input: GraphQLInputObjectType | undefined
  /** What reads the resource of a PUT, where no GET of the legacy API does. */
  reader: Reader | undefined
  /** Names of the fields that are shown of what is returned: a body that repeats them is not refused. */
  outputFields: ReadonlySet<string>
  envelope: 'item' | 'page' | 'stream' | 'events' | 'none'
  successStatus: number
  /** For streams, the fields of a row, in order: the columns of CSV. */
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

/** What rows are compiled with: the schema, and how a document becomes an operation. */
export type Documents = Pick<Gateway, 'schema' | 'parse'>

/** Literal segments are matched before parameters. */
const byLiteralsFirst = (a: Route, b: Route) =>
  a.path.replaceAll('[', '\uffff').localeCompare(b.path.replaceAll('[', '\uffff'), 'en')

/** Compiles every row, in the order in which they are matched. @throws Error that names a bad row: it stops the start */
export const compileRoutes = (gateway: Documents, routes: readonly Route[]): CompiledRoute[] =>
  [...routes].sort(byLiteralsFirst).map((route) => compileRoute(gateway, route))

function compileRoute(documents: Documents, route: Route): CompiledRoute {
  const { schema, parse } = documents
  const { reads, ...alone } = route
  try {
    const fragments = spreadsOf(route.document).map((name) => fragment(schema, name))
    const operation = parse([route.document, ...fragments].join('\n'))
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
      // A root that is null comes with an error, which is another answer.
      output: new GraphQLNonNull(getNullableType(root.type)),
      reader: reads ? compileRoute(documents, { ...alone, method: 'get', document: reads }) : undefined,
      outputFields: new Set(isObjectType(named) ? leafFields(named).map((field) => field.name) : []),
      envelope: envelopeOf(route, root.type, operation),
      successStatus: route.status ?? STATUS[route.method],
      columns: route.stream ? columnsOf(root.type) : [],
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${route.method.toUpperCase()} ${route.path}: ${reason}`)
  }
}

/** The row that reads what a row shows or changes: of the same path or, for `PUT .../status`, of the one above it. */
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

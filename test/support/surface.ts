import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { compileRoutes } from '../../rest-compat/compile.ts'
import { openApiDocument } from '../../rest-compat/openapi.ts'
import { routes } from '../../rest-compat/routes/index.ts'
import { parseOperation } from '../../src/engine/operation.ts'
import { sharedSchema } from '../../src/main/schema.ts'
import { OpenApi } from './openapi.ts'

/** The schema as the server has it. */
export const schema = await sharedSchema()

/** Every REST row, with what follows from it. */
export const rows = compileRoutes({ schema, parse: (source) => parseOperation(schema, source) }, routes)

/** The OpenAPI document of these rows. */
export const api = new OpenApi(JSON.parse(JSON.stringify(openApiDocument(rows))))

/** A root field: what it does, its name, and the field. */
export type RootField = readonly [kind: 'query' | 'mutation', name: string, field: GraphQLField<unknown, unknown>]

/** Every root field of queries and mutations. */
export const rootFields: RootField[] = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ['query', field.name, field] as const),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map(
    (field) => ['mutation', field.name, field] as const,
  ),
]

/** The REST row of an operation of the OpenAPI document. */
export const rowOf = (key: string) =>
  rows.find(({ method, path }) => key === `${method.toUpperCase()} ${path.replace(/\[(\w+)\]/g, '{$1}')}`)

/** The leaves of what a field returns, as both surfaces show it: relations ask for permissions of their own. */
function leavesOf({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type)
  if (isInterfaceType(named)) return '{ __typename id }'
  if (!isObjectType(named)) return ''
  const leaves = Object.values(named.getFields()).filter(
    ({ type: of, args, extensions }) =>
      isLeafType(getNamedType(of)) && !args.some(isRequiredArgument) && !extensions.graphqlOnly,
  )
  const failures = isObjectType(getNamedType(named.getFields().failed?.type)) ? 'failed { code message }' : ''
  return `{ ${leaves.map(({ name }) => name).join(' ')} ${failures} __typename }`
}

/** A document that calls one root field with all its arguments, each a variable of the same name. */
export function documentOf([kind, name, field]: RootField): string {
  // What has a default may be left out, though it may not be null.
  const typeOf = ({ type, defaultValue }: GraphQLArgument) =>
    defaultValue !== undefined && isNonNullType(type) ? type.ofType : type
  const variables = field.args.map((each) => `$${each.name}: ${typeOf(each)}`).join(', ')
  const given = field.args.map((each) => `${each.name}: $${each.name}`).join(', ')
  return `${kind}${variables && ` (${variables})`} { ${name}${given && `(${given})`} ${leavesOf(field)} }`
}

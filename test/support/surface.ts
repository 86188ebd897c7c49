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
import { parseOperation } from '../../src/engine/declare/operation.ts'
import { sharedSchema } from '../../src/main/schema.ts'
import { OpenApi } from './openapi.ts'

/** The schema of the server. */
export const schema = await sharedSchema()

/** All compiled REST routes. */
export const rows = compileRoutes({ schema, parse: (source) => parseOperation(schema, source) }, routes)

/** The OpenAPI document of these routes. */
export const api = new OpenApi(JSON.parse(JSON.stringify(openApiDocument(rows))))

/** A root field: its kind, its name and its definition. */
export type RootField = readonly [kind: 'query' | 'mutation', name: string, field: GraphQLField<unknown, unknown>]

/** All root fields of queries and mutations. */
export const rootFields: RootField[] = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ['query', field.name, field] as const),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map(
    (field) => ['mutation', field.name, field] as const,
  ),
]

/** The REST route of an operation of the OpenAPI document. */
export const rowOf = (key: string) =>
  rows.find(({ method, path }) => key === `${method.toUpperCase()} ${path.replace(/\[(\w+)\]/g, '{$1}')}`)

/** The leaf fields of a field's result. Relations are left out, because they need their own permissions. */
export function leavesOf({ type }: GraphQLField<unknown, unknown>): string {
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

/** A document that calls one root field with all its arguments, each as a variable of the same name. */
export function documentOf([kind, name, field]: RootField): string {
  // An argument with a default may be absent, but not null.
  const typeOf = ({ type, defaultValue }: GraphQLArgument) =>
    defaultValue !== undefined && isNonNullType(type) ? type.ofType : type
  const variables = field.args.map((each) => `$${each.name}: ${typeOf(each)}`).join(', ')
  const given = field.args.map((each) => `${each.name}: $${each.name}`).join(', ')
  return `${kind}${variables && ` (${variables})`} { ${name}${given && `(${given})`} ${leavesOf(field)} }`
}

import {
  type GraphQLArgument,
  GraphQLNonNull,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  Kind,
} from 'graphql'
import type { CompiledRoute, Variable } from '../compile.ts'
import { rootField, rootNode } from './root.ts'
import { type JsonObject, ref, type Schemas } from './schemas.ts'

const text = (maxLength: number, description: string, name: string): JsonObject => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', minLength: 1, maxLength },
})

/** Request headers, by the name of their component. */
export const HEADER_PARAMETERS: JsonObject = {
  'Idempotency-Key': text(255, 'Makes the request safe to repeat for 24 hours.', 'Idempotency-Key'),
  'If-Match': text(8192, 'Entity tags, or *: change only what still is one of these.', 'If-Match'),
  'If-None-Match': text(8192, 'Entity tags that are known: 304 instead of the same again.', 'If-None-Match'),
  'X-Request-Id': {
    ...text(128, 'An id for this request, for the logs; any other text is replaced by a new id.', 'X-Request-Id'),
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
  },
}

/** The argument of the root field that a variable is given to. */
function argumentOf(route: CompiledRoute, variable: string): GraphQLArgument | undefined {
  const given = rootNode(route).arguments?.find(
    ({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable,
  )
  return rootField(route).args.find(({ name }) => name === given?.name.value)
}

/** A variable as a JSON Schema: what its argument says of it. Null is not a value that a request can give it. */
export function variableSchema(route: CompiledRoute, { name, type }: Variable, schemas: Schemas): JsonObject {
  const argument = argumentOf(route, name)
  const { description, extensions = {}, defaultValue } = argument ?? {}
  return schemas.input({ type: new GraphQLNonNull(getNullableType(type)), description, extensions, defaultValue })
}

function parameter(route: CompiledRoute, variable: Variable, schemas: Schemas): JsonObject {
  const { description, ...schema } = variableSchema(route, variable, schemas)
  const { name, required, source, type } = variable
  const isList = isListType(getNullableType(type))
  const inAnyCase = isEnumType(getNamedType(type)) ? 'In any case.' : undefined
  const about = [description, inAnyCase].filter(Boolean).join(' ')
  return {
    name,
    in: source,
    ...((required || source === 'path') && { required: true }),
    ...(about && { description: about }),
    ...(isList && { style: 'form', explode: false }),
    schema: source === 'path' ? { ...schema, minLength: 1 } : schema,
  }
}

function formatParameter({ stream }: CompiledRoute): JsonObject[] {
  const formats = Object.keys(stream?.formats ?? {})
  if (formats.length === 0) return []
  return [
    {
      name: 'format',
      in: 'query',
      description: 'In any case.',
      schema: { type: 'string', enum: formats, default: formats[0] },
    },
  ]
}

/** Everything that an operation takes beside its body. `sibling`: the GET of the same path, where it is one resource. */
export function parametersOf(route: CompiledRoute, sibling: CompiledRoute | undefined, schemas: Schemas): JsonObject[] {
  const variables = route.variables.filter(({ source }) => source === 'path' || source === 'query')
  const headers = ['X-Request-Id']
  if (route.method === 'post') headers.unshift('Idempotency-Key')
  if (sibling) headers.unshift(route.method === 'get' ? 'If-None-Match' : 'If-Match')
  return [
    ...variables.map((variable) => parameter(route, variable, schemas)),
    ...formatParameter(route),
    ...headers.map((name) => ref('parameters', name)),
  ]
}

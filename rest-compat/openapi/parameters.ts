import { GraphQLNonNull, getNamedType, getNullableType, isEnumType, isListType, Kind } from 'graphql'
import type { CompiledRoute, Variable } from '../compile.ts'
import type { Quirk } from '../route.ts'
import { itemOf } from '../translate.ts'
import { givenArguments } from './root.ts'
import { type JsonObject, ref, type Schemas } from './schemas.ts'

const text = (maxLength: number, description: string, name: string): JsonObject => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', minLength: 1, maxLength },
})

/** Request headers, by the name of their component. */
export const HEADER_PARAMETERS: JsonObject = {
  'Idempotency-Key': text(
    255,
    'For 24 hours, a request with the same key and body returns the first answer instead of running again.',
    'Idempotency-Key',
  ),
  'If-Match': text(
    8192,
    'Entity tags, or *. The change is made only if the resource still has one of these tags.',
    'If-Match',
  ),
  'If-None-Match': text(
    8192,
    "Entity tags of the caller's copies. The answer is 304 if the resource still has one of them.",
    'If-None-Match',
  ),
  'X-Request-Id': {
    ...text(
      128,
      'An id for this request in the logs. Any text that does not match the pattern is replaced by a new id.',
      'X-Request-Id',
    ),
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
  },
}

/** The argument of the root field, or the field of its filter, that receives a variable. */
const argumentOf = (route: CompiledRoute, variable: string) =>
  givenArguments(route).find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable)?.definition

/**
 * A variable as a JSON Schema, with the constraints of its argument. A query cannot express null, so null is excluded.
 */
export function variableSchema(route: CompiledRoute, { name, type, source }: Variable, schemas: Schemas): JsonObject {
  const { description, extensions = {}, defaultValue } = argumentOf(route, name) ?? {}
  const [given, constraints] =
    source === 'query'
      ? [itemOf(type), isListType(getNullableType(type)) ? {} : extensions]
      : [getNullableType(type), extensions]
  return schemas.input({ type: new GraphQLNonNull(given), description, extensions: constraints, defaultValue })
}

const QUIRKS: Record<Quirk, { about: string; schema(known: JsonObject): JsonObject }> = {
  all: { about: 'ALL means no filter.', schema: (known) => ({ anyOf: [known, { type: 'string', const: 'ALL' }] }) },
  open: { about: 'Any other value matches nothing.', schema: () => ({ type: 'string' }) },
}

function parameter(route: CompiledRoute, variable: Variable, schemas: Schemas): JsonObject {
  const { description, ...schema } = variableSchema(route, variable, schemas)
  const { name, required, source, type } = variable
  const isEnum = isEnumType(getNamedType(type))
  const quirk = route.quirks?.[name]
  const about = [description, isEnum && 'The value is case-insensitive.', quirk && QUIRKS[quirk].about]
    .filter(Boolean)
    .join(' ')
  const shown = quirk && isEnum ? QUIRKS[quirk].schema(schema) : schema
  return {
    name,
    in: source,
    ...((required || source === 'path') && { required: true }),
    ...(about && { description: about }),
    schema: source === 'path' ? { ...shown, minLength: 1 } : shown,
  }
}

function formatParameter({ stream }: CompiledRoute): JsonObject[] {
  const formats = Object.keys(stream?.formats ?? {})
  if (formats.length === 0) return []
  return [
    {
      name: 'format',
      in: 'query',
      description: 'The format of the answer, case-insensitive.',
      schema: { type: 'string', enum: formats, default: formats[0] },
    },
  ]
}

/**
 * All parameters of an operation except its body. `sibling`: the GET of the same path, where it returns one resource.
 */
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

import { type CompiledRoute, type Variable } from '../compile.ts'
import { variableSchema } from './parameters.ts'
import type { JsonObject, Schemas } from './schemas.ts'

const isJson = (mediaType: string) => mediaType.endsWith('json')

/** A body with a reader of its own: JSON as the variable's type describes it, other media types as text. */
function readerBody({ body }: CompiledRoute, variable: Variable, schema: JsonObject): JsonObject {
  if (!body) throw new Error(`$${variable.name} has no reader`)
  const content = body.accepts.map((mediaType) => [
    mediaType,
    { schema: isJson(mediaType) ? schema : { type: 'string' } },
  ])
  const size = `At most ${body.limit / 1024 / 1024} MiB.`
  return {
    description: [body.description, size].filter(Boolean).join(' '),
    required: true,
    content: Object.fromEntries(content),
  }
}

/** A body whose fields are the variables of the document. */
function fieldsBody(route: CompiledRoute, fields: Variable[], schemas: Schemas): JsonObject {
  const required = fields.filter((field) => field.required).map((field) => field.name)
  const properties = fields.map((field) => [field.name, variableSchema(route, field, schemas)])
  const schema = {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  }
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

/** The schema of `$input`. Where it is a list, a single item is accepted too. */
function inputSchema(route: CompiledRoute, whole: Variable, schemas: Schemas): JsonObject {
  const schema = variableSchema(route, whole, schemas)
  return schema.type === 'array' ? { anyOf: [schema.items, schema] } : schema
}

/** The body of an operation, if it takes one. */
export function requestBody(route: CompiledRoute, schemas: Schemas): JsonObject | undefined {
  const [whole] = route.variables.filter(({ source }) => source === 'body')
  if (whole && route.body) return readerBody(route, whole, variableSchema(route, whole, schemas))
  if (whole) return { required: true, content: { 'application/json': { schema: inputSchema(route, whole, schemas) } } }
  const fields = route.variables.filter(({ source }) => source === 'field')
  return fields.length > 0 ? fieldsBody(route, fields, schemas) : undefined
}

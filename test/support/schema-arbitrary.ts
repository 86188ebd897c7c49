import fc from 'fast-check'
import type { OpenApi } from './openapi.ts'
import type { Json } from './server.ts'

/** Sample texts: ordinary ones, other scripts, and single characters. */
const WORDS = fc.constantFrom('Heritage', 'x', 'Umhlaba', 'Überblick', '数', 'a b', '0')

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  date: fc
    .integer({ min: 0, max: 2000 })
    .map((days) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10)),
  'date-time': fc
    .integer({ min: 0, max: 180_000_000 })
    .map((seconds) => new Date(Date.UTC(2020, 0, 1) + seconds * 1000).toISOString()),
  email: fc.constantFrom('n.dlamini@example.org', 'a+b@mail.example.co.za', 'X@EXAMPLE.ORG'),
  uri: fc.constantFrom('https://93.184.216.34/', 'https://93.184.216.34/hooks?a=1'),
  'ip-range': fc.constantFrom('203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '::1'),
}

function text({ format, pattern, minLength = 0, maxLength = 40 }: Json): fc.Arbitrary<string> {
  const known = format && FORMATS[format]
  if (known) return known
  if (format) throw new Error(`no values are known for the format ${format}`)
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u')).filter(({ length }) => length <= maxLength)
  const padded = WORDS.map((word) => word.padEnd(minLength, 'x').slice(0, maxLength))
  return fc.oneof({ weight: 4, arbitrary: padded }, { weight: 1, arbitrary: fc.constant('y'.repeat(maxLength)) })
}

/** Read-only properties belong to the service and are not sent. */
const isWritable = (api: OpenApi, schema: Json) => !('readOnly' in schema) && !('readOnly' in api.resolve(schema))

function object(api: OpenApi, { properties, required = [], minProperties = 0 }: Json): fc.Arbitrary<Json> {
  if (!properties)
    return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), WORDS, { minKeys: minProperties, maxKeys: 3 })
  const known = Object.entries<Json>(properties).filter(([, schema]) => isWritable(api, schema))
  const fields = Object.fromEntries(known.map(([name, schema]) => [name, valuesOf(api, schema)]))
  return fc.record(fields, { requiredKeys: required })
}

const CONDITIONS = ['if', 'allOf', 'oneOf', 'anyOf', 'uniqueItems']

/** Valid values of a schema of the document. @throws Error for an unknown kind of schema */
export function valuesOf(api: OpenApi, node: Json): fc.Arbitrary<Json> {
  const schema = api.resolve(node)
  const values = valuesAlike(api, schema)
  const isConditional = schema.type && CONDITIONS.some((keyword) => keyword in schema)
  return isConditional ? values.filter((value) => api.faults(schema, value).length === 0) : values
}

/** Values of the right type, without the schema's conditions. */
function valuesAlike(api: OpenApi, node: Json): fc.Arbitrary<Json> {
  const schema = api.resolve(node)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const variants: Json[] | undefined = schema.anyOf ?? schema.oneOf
  if (variants && !schema.type) return fc.oneof(...variants.map((each) => valuesOf(api, each)))
  return fc.oneof(...[schema.type].flat().map((type: string) => ofType(api, schema, type)))
}

function ofType(api: OpenApi, schema: Json, type: string): fc.Arbitrary<Json> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return text(schema)
    case 'number':
    case 'integer': {
      const most = schema.format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER
      return fc.integer({ min: schema.minimum ?? -most, max: schema.maximum ?? most })
    }
    case 'array': {
      const { items, minItems = 0, maxItems = 5 } = schema
      return fc.array(valuesOf(api, items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })
    }
    case 'object':
      return object(api, schema)
    default:
      throw new Error(`a schema of type ${type}: ${JSON.stringify(schema).slice(0, 200)}`)
  }
}
